"""Talk to panj, or to any engine that speaks its protocol, from Python.

    from panj import Engine

    with Engine(game="hand") as engine:
        engine.newgame("hand", seed=3)
        result = engine.go(movetime=300)
        print(result.bestmove, result.score, result.proven)
        engine.play(result.bestmove)

Standard library only, Python 3.9 or later, POSIX.
"""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import time
from dataclasses import dataclass, field
from typing import Iterable, NamedTuple, Optional, Sequence

__all__ = ["Engine", "EngineError", "EngineDied", "EngineMissing", "EngineSilent", "Info", "Result", "Score", "command"]


class EngineError(Exception):
    """The engine answered `error CODE DETAILS`; nothing has changed there."""

    def __init__(self, code: str, details: str):
        super().__init__(f"{code} {details}".strip())
        self.code = code
        self.details = details


class EngineDied(Exception):
    """The engine is gone, or closed its output."""


class EngineSilent(Exception):
    """The engine did not answer in time; it has been killed."""


class EngineMissing(FileNotFoundError):
    """There is no engine to start; the text says what was looked for."""


def command() -> list:
    """The command of the engine: $PANJ, else panj beside this file or at the top of its source tree, else panj on the PATH."""
    if os.environ.get("PANJ"):
        return shlex.split(os.environ["PANJ"])
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (here, os.path.dirname(os.path.dirname(here))):
        path = os.path.join(folder, "panj")
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return [path]
    return ["panj"]


class Score(NamedTuple):
    """`kind` is cp, mate, pts or wp; `bound` is "", "lowerbound", "upperbound" or "proven"."""

    kind: str
    value: int
    bound: str = ""
    wdl: Optional[tuple] = None


@dataclass
class Info:
    """One line of information of a search."""

    depth: int = 0
    multipv: int = 1
    score: Optional[Score] = None
    nodes: int = 0
    time: int = 0
    pv: list = field(default_factory=list)


@dataclass
class Result:
    """What a search ended with. `infos` are all its lines, the last one of the best move in the fields."""

    bestmove: str
    ponder: Optional[str]
    score: Optional[Score]
    proven: bool
    pv: list
    nodes: int
    infos: list


def parse_info(line: str) -> Optional[Info]:
    """An Info from an `info depth ...` line, None for other kinds of info."""
    words = line.split()
    if len(words) < 2 or words[1] == "string" or "score" not in words:
        return None
    info = Info()
    at = 1
    while at < len(words):
        word = words[at]
        if word == "pv":
            info.pv = words[at + 1 :]
            break
        if word == "score":
            bound, wdl = "", None
            kind, value = words[at + 1], int(words[at + 2])
            at += 3
            if at < len(words) and words[at] in ("lowerbound", "upperbound", "proven"):
                bound = words[at]
                at += 1
            if at < len(words) and words[at] == "wdl":
                wdl = tuple(int(word) for word in words[at + 1 : at + 4])
                at += 4
            info.score = Score(kind, value, bound, wdl)
            continue
        if word in ("depth", "multipv", "nodes", "time"):
            setattr(info, word, int(words[at + 1]))
        at += 2
    return info


class Engine:
    """A running engine. A context manager; everything that goes wrong there is an exception here."""

    def __init__(
        self,
        cmd: Optional[Sequence[str] | str] = None,
        game: str = "konane",
        options: Optional[dict] = None,
        timeout: float = 10,
    ):
        """Starts `cmd` (by default what command() finds), shakes hands, sets the options and begins `game`."""
        words = command() if cmd is None else shlex.split(cmd) if isinstance(cmd, str) else list(cmd)
        self.timeout = timeout
        self._buffer = b""
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            hint = "; set $PANJ to the engine's command, or put panj on the PATH" if cmd is None else ""
            raise EngineMissing(f"{words[0]} cannot be started: {error.strerror}{hint}") from error
        self._poll = select.poll()
        self._poll.register(self._process.stdout, select.POLLIN)
        try:
            self._send("ugi")
            self._until("ugiok", self.timeout)
            for name, value in (options or {}).items():
                self.setoption(name, value)
            self.newgame(game)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    # -- lines --

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError("a command is one line")
        try:
            self._process.stdin.write(line.encode() + b"\n")
        except (BrokenPipeError, ValueError) as error:
            raise EngineDied("the engine takes no more lines") from error

    def _line(self, until: float) -> str:
        while b"\n" not in self._buffer:
            left = until - time.monotonic()
            if left <= 0 or not self._poll.poll(left * 1000):
                self._process.kill()
                raise EngineSilent("no answer in time")
            piece = os.read(self._process.stdout.fileno(), 65536)
            if not piece:
                raise EngineDied("the engine is gone")
            self._buffer += piece
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line.decode(errors="replace").rstrip("\r")

    def _until(self, first_word: str, patience: float) -> list:
        """All lines up to one that begins with the word; an error line among them is raised."""
        until = time.monotonic() + patience
        lines = []
        while True:
            line = self._line(until)
            word, _, rest = line.partition(" ")
            lines.append(line)
            if word == first_word:
                return lines
            if word == "error":
                code, _, details = rest.partition(" ")
                raise EngineError(code, details)

    def command(self, line: str) -> list:
        """Any command that answers at once; the lines of its answer. An error is raised."""
        self._send(line)
        self._send("isready")
        try:
            return self._until("readyok", self.timeout)[:-1]
        except EngineError:
            self._until("readyok", self.timeout)
            raise

    # -- the protocol --

    def setoption(self, name: str, value=None) -> None:
        """Sets an option; a button has no value. True and False are written as the protocol does."""
        if isinstance(value, bool):
            value = str(value).lower()
        self.command(f"setoption name {name}" + ("" if value is None else f" value {value}"))

    def newgame(self, game: str = "", **keys) -> None:
        """Begins a game, or the same anew without a word: newgame("hand", seed=3)."""
        self.command(" ".join(["newgame", game] + [f"{key}={value}" for key, value in keys.items()]))

    def position(self, fen: Optional[str] = None, moves: Iterable[str] = ()) -> None:
        """Sets the position: the start, or a FEN, and the moves (or chance outcomes) from there."""
        start = "startpos" if fen is None else f"fen {fen}"
        moves = " ".join(moves)
        self.command(f"position {start}" + (f" moves {moves}" if moves else ""))

    def play(self, *moves: str) -> None:
        """Makes moves, or chance outcomes, all or none."""
        self.command("play " + " ".join(moves))

    def undo(self, plies: int = 1) -> None:
        """Takes back plies."""
        self.command(f"undo {plies}")

    def query(self, name: str) -> str:
        """The answer to `query name`, as text."""
        return self.command(f"query {name}")[-1].partition(" ")[2]

    def legal(self) -> list:
        """The legal moves; none when the game is over or a chance event is due."""
        return self.query("legal").split()[1:]

    def chance(self) -> list:
        """The outcomes of the chance event due, as pairs of probability and word."""
        total, *rest = self.query("chance").split()
        pairs = [entry.split("@") for entry in rest]
        return [(int(weight) / int(total), word) for weight, word in pairs]

    def roll(self) -> str:
        """Lets the engine draw an outcome; play() makes it happen."""
        return self.command("roll")[-1].split()[1]

    def score(self) -> list:
        """The score of the game, one number a player."""
        return [int(number) for number in self.query("score").split()]

    def go(self, searchmoves: Iterable[str] = (), patience: Optional[float] = None, **limits) -> Result:
        """Searches: go(depth=8), go(nodes=1000), go(movetime=300), go(p1time=60000, p2time=60000) ...

        A limit that is True is a word alone (infinite=True). The answer must come within `patience` seconds:
        by default the time that the limits allow, and the timeout on top.
        """
        words = self._words("go", limits)
        searchmoves = list(searchmoves)
        if searchmoves:
            words += ["searchmoves"] + searchmoves
        if patience is None:
            patience = self.timeout + self._time_allowed(limits)
        self._send(" ".join(words))
        return self._result(self._until("bestmove", patience))

    def solve(self, patience: float = 3600, **limits) -> Result:
        """Searches until the value is proven: solve(), solve(winner=True), solve(nodes=10**6) ..."""
        self._send(" ".join(self._words("solve", limits)))
        return self._result(self._until("bestmove", patience))

    def stop(self) -> None:
        """Ends a search that another thread waits for."""
        self._send("stop")

    @staticmethod
    def _words(command: str, limits: dict) -> list:
        words = [command]
        for name, value in limits.items():
            words += [name] if value is True else [name, str(value)]
        return words

    @staticmethod
    def _time_allowed(limits: dict) -> float:
        if "movetime" in limits:
            return limits["movetime"] / 1000
        if "depth" in limits or "nodes" in limits or "mate" in limits:
            return 3600
        clocks = [limits.get(name, 0) for name in ("p1time", "p2time", "wtime", "btime")]
        return max(max(clocks) / 1000, 1)

    @staticmethod
    def _result(lines: list) -> Result:
        infos = [info for info in map(parse_info, lines) if info is not None]
        words = lines[-1].split()
        best = [info for info in infos if info.multipv == 1 and info.pv[:1] == [words[1]]] or infos
        last = best[-1] if best else Info()
        ponder = words[3] if len(words) > 3 and words[2] == "ponder" else None
        proven = last.score is not None and last.score.bound == "proven"
        return Result(words[1], ponder, last.score, proven, last.pv, last.nodes, infos)

    def close(self) -> None:
        """Says goodbye and makes sure that the engine is gone."""
        process = self._process
        for farewell in (lambda: process.stdin.write(b"quit\n"), process.stdin.close):
            try:
                farewell()
            except (OSError, ValueError):
                pass
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

#!/usr/bin/env python3
"""panj-conform: does an engine speak the protocol of PROTOCOL.md? A black box is asked, its answers are judged.

    panj-conform [--game "WORDS OF newgame"] [--level L0|L1|L2|L3] [--tap] [--only CHECK] [--jobs N] COMMAND ...
    panj-conform --list | --version

Every check begins with a fresh process. Exit status: 0 all passed, 1 something failed, 2 wrong usage.
"""

import argparse
import os
import re
import select
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

PATIENCE = 10.0  # seconds for any answer where no clock rules
SLOW = 1.0  # every time that an engine is given is so many times as long (--slow)
PROMPT = 0.25    # what "at once" may take on a busy machine; PROTOCOL.md says 0.05 on an idle one
QUIET = 0.15     # how long silence is listened to

VERSION = "@VERSION@"  # filled in when it is installed

LEVELS = ["L0", "L1", "L2", "L3"]


class Failed(Exception):
    """A check failed: what was expected, and what came instead."""

    def __init__(self, expected, got):
        super().__init__(f"expected {expected}, got {got}")
        self.expected = expected
        self.got = got


class Skipped(Exception):
    """The check does not apply to this game or engine."""


class Peer:
    """The engine under test, with a transcript of everything said."""

    def __init__(self, command, game):
        self.transcript = []
        self.buffer = b""
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.poll = select.poll()
        self.poll.register(self.process.stdout, select.POLLIN)
        self.game = game

    def send_bytes(self, data):
        self.transcript.append(f"> {data[:200]!r}" + (" ..." if len(data) > 200 else ""))
        self._write(data)

    def send(self, line):
        self.transcript.append(f"> {line}")
        self._write(line.encode() + b"\n")

    def _write(self, data):
        try:
            while data:
                data = data[self.process.stdin.write(data):]
        except (BrokenPipeError, ValueError):
            self.transcript.append("  (the engine takes no more lines)")

    def read(self, patience=PATIENCE):
        """The next line, None after `patience`, "" is never a line of the protocol; EOFError at the end."""
        until = time.monotonic() + patience
        while b"\n" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not self.poll.poll(max(left * 1000, 1)):
                return None
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                self.transcript.append("  (end of output)")
                raise EOFError
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        text = line.removesuffix(b"\r").decode(errors="replace")
        self.transcript.append(f"< {text}")
        if text != text.rstrip():
            raise Failed("a line without trailing blanks", repr(text))
        return text

    def wait_for(self, *first_words, patience=PATIENCE):
        """All lines up to one that begins with one of the words."""
        first_word = " or ".join(first_words)
        until, lines = time.monotonic() + patience * SLOW, []
        while True:
            try:
                line = self.read(max(until - time.monotonic(), 0.001))
            except EOFError:
                raise Failed(f"a line {first_word}", "the end of output") from None
            if line is None:
                raise Failed(f"a line {first_word} within {patience * SLOW:g} s", "silence")
            lines.append(line)
            if line.split(" ", 1)[0] in first_words:
                return lines

    def quiet(self, seconds=QUIET):
        """Nothing may come."""
        line = self.read(seconds)
        if line is not None:
            raise Failed("silence", repr(line))

    def sync(self):
        """All that was answered before readyok."""
        self.send("isready")
        return self.wait_for("readyok")[:-1]

    def say(self, line):
        """A command that answers nothing."""
        self.send(line)
        lines = self.sync()
        if lines:
            raise Failed(f"no answer to '{line}'", repr(lines[0]))

    def say_error(self, line, code, details=None):
        """A command that must be refused with this code."""
        self.send(line)
        lines = [text for text in self.sync() if not text.startswith("info string")]
        wanted = f"error {code}" + (f" {details}" if details else "")
        if len(lines) != 1 or not (lines[0] == wanted or lines[0].startswith(wanted + " ")):
            raise Failed(f"'{wanted}' and nothing else to '{line[:60]}'", repr(lines))

    def query(self, name):
        """What follows `response`, as words."""
        self.send(f"query {name}")
        lines = self.wait_for("response")
        if len(lines) != 1:
            raise Failed(f"one line to 'query {name}'", repr(lines[:-1]))
        return lines[0].split()[1:]

    def fen(self):
        return " ".join(self.query("fen"))

    def legal(self):
        words = self.query("legal")
        if not words or not words[0].isdigit() or int(words[0]) != len(words) - 1:
            raise Failed("response COUNT and so many moves", " ".join(words))
        return words[1:]

    def start(self):
        """Handshake, and the game that was asked for."""
        self.send("ugi")
        lines = self.wait_for("ugiok")
        self.say(f"newgame {self.game}" if self.game else "uginewgame")
        return lines

    def go(self, limits, patience=PATIENCE):
        """Lines up to bestmove, and the move."""
        self.send(f"go {limits}".strip())
        lines = self.wait_for("bestmove", patience=patience)
        return lines, best_of(lines[-1])

    def to_decision(self):
        """Plays outcomes until somebody is to choose."""
        while self.query("turn") == ["chance"]:
            self.say("play " + self.query("chance")[1].split("@")[1])

    def step(self):
        """Plays the first move or outcome, False where the game is over."""
        words = [word.split("@")[1] for word in self.query("chance")[1:]] or self.legal()
        if words:
            self.say(f"play {words[0]}")
        return bool(words)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def expect_exit(self, patience=3.0):
        try:
            status = self.process.wait(patience * SLOW)
        except subprocess.TimeoutExpired:
            raise Failed(f"the end of the process within {patience * SLOW:g} s", "it runs") from None
        if status != 0:
            raise Failed("exit status 0", str(status))


def best_of(line):
    words = line.split()
    if len(words) != 2:
        raise Failed("bestmove and one move", repr(line))
    return words[1]


CHECKS = []


def check(level):
    """Registers a check; its docstring says what is expected."""

    def register(function):
        CHECKS.append((level, function.__name__, function))
        return function

    return register


# ---- L0: plays in a match runner ----

@check("L0")
def handshake(peer):
    """ugi answers id, option and info lines, then ugiok"""
    peer.send("ugi")
    lines = peer.wait_for("ugiok")
    strange = [line for line in lines[:-1] if line.split(" ", 1)[0] not in ("id", "option", "info")]
    if strange:
        raise Failed("only id, option and info lines before ugiok", repr(strange[0]))
    if not any(line.startswith("id name ") for line in lines):
        raise Failed("id name ...", "none")


@check("L0")
def option_lines(peer):
    """option lines have a name of one word, a type and a default"""
    form = r"option name \S+ type (check default (true|false)|spin default -?\d+ min -?\d+ max -?\d+" \
           r"|combo default \S+( var \S+)+|string default.*|button)"
    peer.send("ugi")
    for line in peer.wait_for("ugiok"):
        if line.startswith("option") and not re.fullmatch(form, line):
            raise Failed("option name NAME type TYPE default ...", repr(line))


@check("L0")
def ready(peer):
    """isready answers readyok, every time"""
    peer.start()
    for _ in range(3):
        if peer.sync():
            raise Failed("readyok alone", "more")


@check("L0")
def empty_lines(peer):
    """empty lines mean nothing"""
    peer.start()
    for line in ("", "   ", "\t"):
        peer.say(line)


@check("L0")
def start_position(peer):
    """position startpos, also with an empty moves, answers nothing"""
    peer.start()
    peer.say("position startpos")
    peer.say("position startpos moves")


def legal_after_go(peer, limits):
    peer.start()
    peer.to_decision()
    before = peer.legal()
    _, move = peer.go(limits)
    peer.quiet()
    if move not in before:
        raise Failed("a bestmove from query legal", move)


@check("L0")
def go_depth(peer):
    """go depth 2 ends with exactly one legal bestmove of two words"""
    legal_after_go(peer, "depth 2")


@check("L0")
def go_nodes(peer):
    """go nodes 500 does too"""
    legal_after_go(peer, "nodes 500")


@check("L0")
def go_movetime(peer):
    """go movetime 100 answers within a second"""
    peer.start()
    peer.to_decision()
    began = time.monotonic()
    peer.go("movetime 100")
    used = time.monotonic() - began
    if used > SLOW:
        raise Failed(f"bestmove within {SLOW:g} s", f"{used:.2f} s")
    peer.quiet()


@check("L0")
def go_clocks(peer):
    """go with clocks of one second answers before they run out; zero clocks are no error"""
    peer.start()
    peer.to_decision()
    for limits in ("p1time 1000 p2time 1000 p1inc 0 p2inc 0", "p1time 0 p2time 0"):
        began = time.monotonic()
        peer.go(limits)
        if time.monotonic() - began > SLOW:
            raise Failed("bestmove within the clock", f"{time.monotonic() - began:.2f} s")


@check("L0")
def stop_ends_infinite(peer):
    """go infinite answers after stop, not before, and once"""
    peer.start()
    peer.to_decision()
    peer.send("go infinite")
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        line = peer.read(0.05)
        if line is not None and line.startswith("bestmove"):
            raise Failed("no bestmove before stop", repr(line))
    peer.send("stop")
    peer.wait_for("bestmove", patience=2)
    peer.quiet()


@check("L0")
def stop_without_search(peer):
    """stop and ponderhit without a search do nothing"""
    peer.start()
    peer.say("stop")
    peer.say("ponderhit")


@check("L0")
def two_word_queries(peer):
    """query p1turn, gameover and result answer exactly two words"""
    peer.start()
    for name, words in (("p1turn", ("true", "false")), ("gameover", ("false",)), ("result", ("none",))):
        answer = peer.query(name)
        if len(answer) != 1 or answer[0] not in words:
            raise Failed(f"response {'|'.join(words)} to query {name} at the start", " ".join(answer))


@check("L0")
def position_again_and_again(peer):
    """position and queries need no isready between them"""
    peer.start()
    for _ in range(20):
        peer.send("position startpos")
        peer.query("p1turn")
        peer.query("gameover")


def play_out(peer, plies):
    """A game by bestmoves; what was played."""
    peer.start()
    moves = []
    while len(moves) < plies:
        peer.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        if peer.query("gameover") == ["true"]:
            return moves
        turn = peer.query("turn")
        if turn == ["chance"]:
            moves.append(peer.query("chance")[1].split("@")[1])
            continue
        first = peer.query("p1turn") == ["true"]
        if first != (turn == ["1"]):
            raise Failed(f"p1turn {str(turn == ['1']).lower()} where turn is {turn[0]}", str(first).lower())
        if peer.query("result") != ["none"]:
            raise Failed("result none while the game goes on", " ".join(peer.query("result")))
        moves.append(peer.go("nodes 20")[1])
    return moves


@check("L0")
def whole_game(peer):
    """a game of bestmoves is accepted move by move; when gameover says true there is a result"""
    moves = play_out(peer, 300)
    if len(moves) < 300 and peer.query("result") not in (["p1win"], ["p2win"], ["draw"]):
        raise Failed("result p1win, p2win or draw when gameover is true", " ".join(peer.query("result")))
    legal = peer.query("legal") if len(moves) < 300 else ["0"]
    if legal != ["0"]:
        raise Failed("no legal move when gameover is true", " ".join(legal))


@check("L0")
def gameover_is_told(peer):
    """gameover is true if and only if there is no legal move and no chance event"""
    peer.start()
    for _ in range(400):
        turn, over = peer.query("turn"), peer.query("gameover")
        if (turn == ["none"]) != (over == ["true"]):
            raise Failed(f"gameover {str(turn == ['none']).lower()} where turn is {turn[0]}", over[0])
        if over == ["true"]:
            return
        legal = peer.legal()
        peer.say("play " + (legal[-1] if legal else peer.query("chance")[1].split("@")[1]))


@check("L0")
def unknown_words(peer):
    """an unknown command leaves the engine alive and the position as it is"""
    peer.start()
    peer.send("xyzzy plugh")
    lines = peer.sync()
    if any(not line.startswith(("error ", "info string ")) for line in lines):
        raise Failed("an error line or nothing", repr(lines))


@check("L0")
def quit_leaves(peer):
    """quit ends the process with status 0"""
    peer.start()
    peer.send("quit")
    peer.expect_exit()


@check("L0")
def quit_during_search(peer):
    """quit during a search ends the process with status 0"""
    peer.start()
    peer.to_decision()
    peer.send("go infinite")
    time.sleep(0.05)
    peer.send("quit")
    peer.expect_exit()


@check("L0")
def end_of_input(peer):
    """the end of input ends the process with status 0"""
    peer.start()
    peer.process.stdin.close()
    peer.expect_exit()


# ---- L1: referee grade ----

@check("L1")
def every_legal_move_is_accepted(peer):
    """each move of query legal can be played, and position takes it too"""
    peer.start()
    peer.to_decision()
    before = peer.fen()
    for move in peer.legal():
        peer.say(f"play {move}")
        after = peer.fen()
        if after == before:
            raise Failed(f"another position after {move}", before)
        peer.say(f"position fen {before} moves {move}")
        if peer.fen() != after:
            raise Failed(after, peer.fen())
        peer.say(f"position fen {before}")


@check("L1")
def legal_is_what_play_accepts(peer):
    """the moves two plies away, counted by query legal, are as many as perft counts, if there is a perft"""
    peer.start()
    peer.to_decision()
    count, fen = 0, peer.fen()
    for move in peer.legal():
        peer.say(f"position fen {fen} moves {move}")
        turn = peer.query("turn")
        count += len(peer.query("chance")) - 1 if turn == ["chance"] else len(peer.legal())
    peer.say(f"position fen {fen}")
    peer.send("perft 2")
    if peer.wait_for("perft", "error")[-1].startswith("error unknown_command"):
        raise Skipped("no perft")
    line = peer.wait_for("perft")[-1]
    if line.split() != ["perft", "2", str(count)]:
        raise Failed(f"perft 2 {count}", line)


@check("L1")
def undo_is_the_way_back(peer):
    """undo takes a move back, undo N so many, if there is an undo"""
    peer.start()
    before = [peer.fen()]
    while len(before) < 4 and peer.step():
        before.append(peer.fen())
    for plies in (1, 2):
        if len(before) <= plies:
            break
        line = f"undo {plies}" if plies > 1 else "undo"
        del before[-plies:]
        peer.send(line)
        refused = peer.sync()
        if refused and refused[0].startswith("error unknown_command"):
            raise Skipped("no undo")
        if refused or peer.fen() != before[-1]:
            raise Failed(f"{line} back to {before[-1]}", refused or peer.fen())


@check("L1")
def line_of_play(peer):
    """query start and query moves, if there are such, lead to the position"""
    peer.start()
    start, plies = peer.fen(), 0
    while plies < 3 and peer.step():
        plies += 1
    fen = peer.fen()
    for name in ("start", "moves"):
        peer.send(f"query {name}")
        if peer.wait_for("response", "error")[-1].startswith("error unknown_query"):
            raise Skipped(f"no query {name}")
    moves = peer.query("moves")
    if " ".join(peer.query("start")) != start or moves[0] != str(plies) or len(moves) != plies + 1:
        raise Failed(f"{plies} plies from {start}", " ".join(moves))
    peer.say(f"position fen {start} moves {' '.join(moves[1:])}")
    if peer.fen() != fen:
        raise Failed(fen, peer.fen())


@check("L1")
def lines_wait_in_order(peer):
    """what follows a search with a bound, or one told to stop, in the same write waits for it"""
    peer.start()
    peer.to_decision()
    fen, before = peer.fen(), peer.legal()
    moves = [before[0]]
    peer.say(f"play {before[0]}")
    if peer.query("turn") == ["chance"]:
        moves.append(peer.query("chance")[1].split("@")[1])
        peer.say(f"play {moves[-1]}")
    if peer.query("gameover") == ["true"]:
        raise Skipped("the game is over after a move")
    after = peer.legal()
    for first in ("go depth 3", "go infinite\nstop"):
        peer.say(f"position fen {fen}")
        peer.send_bytes(f"{first}\nposition fen {fen} moves {' '.join(moves)}\ngo depth 1\n".encode())
        for legal in (before, after):
            lines = peer.wait_for("bestmove")
            refused = [line for line in lines if line.startswith("error")]
            if refused or best_of(lines[-1]) not in legal:
                raise Failed(f"one of {' '.join(legal[:9])}", (refused + lines)[-1])


@check("L1")
def fen_round_trip(peer):
    """position fen with the answer of query fen is the same position"""
    peer.start()
    for _ in range(12):
        fen, legal = peer.fen(), peer.query("legal")
        peer.say(f"position fen {fen}")
        if peer.fen() != fen:
            raise Failed(fen, peer.fen())
        if peer.query("legal") != legal:
            raise Failed("the same legal moves from the FEN", " ".join(peer.query("legal")))
        if peer.query("turn") == ["none"]:
            return
        moves = legal[1:] or [peer.query("chance")[1].split("@")[1]]
        peer.say(f"play {moves[len(moves) // 2]}")


@check("L1")
def score_and_reason(peer):
    """query score is numbers, query reason one word, none while the game goes on"""
    peer.start()
    score = peer.query("score")
    if not 1 <= len(score) <= 2 or not all(re.fullmatch(r"-?\d+", word) for word in score):
        raise Failed("one number a player", " ".join(score))
    if peer.query("reason") != ["none"]:
        raise Failed("reason none", " ".join(peer.query("reason")))
    if peer.query("ply") != ["0"]:
        raise Failed("ply 0 at the start", " ".join(peer.query("ply")))


@check("L1")
def illegal_move_is_refused(peer):
    """play and position answer illegal_move with place and word, and change nothing"""
    peer.start()
    peer.to_decision()
    fen, move = peer.fen(), peer.legal()[0]
    peer.say_error("play zz99", "illegal_move", "1 zz99")
    peer.say_error(f"position fen {fen} moves zz99", "illegal_move", "1 zz99")
    if peer.fen() != fen:
        raise Failed(fen, peer.fen())
    if peer.query("ply") is None or move not in peer.legal():
        raise Failed("the same legal moves", "others")


@check("L1")
def position_is_all_or_nothing(peer):
    """an illegal move behind legal ones leaves the old position"""
    peer.start()
    peer.to_decision()
    fen, move = peer.fen(), peer.legal()[0]
    for command in (f"play {move} zz99", f"position fen {fen} moves {move} zz99"):
        peer.send(command)
        lines = peer.sync()
        if len(lines) != 1 or not re.match(r"error illegal_(move|chance) 2 zz99", lines[0]):
            raise Failed(f"error illegal_move 2 zz99 to '{command[:40]}'", repr(lines))
        if peer.fen() != fen:
            raise Failed(f"the old position, {fen}", peer.fen())


@check("L1")
def bad_fen_is_refused(peer):
    """a bad FEN answers bad_fen and leaves the old position"""
    peer.start()
    peer.to_decision()
    peer.say("play " + peer.legal()[0])
    fen = peer.fen()
    for bad in ("?", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", fen + " nonsense=1"):
        peer.say_error(f"position fen {bad}", "bad_fen")
        if peer.fen() != fen:
            raise Failed(f"the old position, {fen}", peer.fen())


@check("L1")
def unknown_command_is_named(peer):
    """an unknown command answers unknown_command and the word"""
    peer.start()
    peer.say_error("xyzzy plugh", "unknown_command", "xyzzy")
    peer.say_error("og depth 1", "unknown_command", "og")


@check("L1")
def unknown_query_is_told(peer):
    """an unknown query answers unknown_query, a missing one missing_argument"""
    peer.start()
    peer.say_error("query weather", "unknown_query")
    peer.say_error("query", "missing_argument")


@check("L1")
def options_are_checked(peer):
    """unknown options and wrong values are refused, the old value stays"""
    spins = [line.split() for line in peer.start() if " type spin " in line]
    peer.say_error("setoption name Xyzzy value 1", "option_unknown")
    peer.say_error("setoption name", "missing_argument")
    for words in spins[:4]:
        name, low = words[2], int(words[words.index("min") + 1])
        before = peer.query(f"option {name}")
        peer.say_error(f"setoption name {name} value {low - 1}", "option_value")
        peer.say_error(f"setoption name {name} value many", "option_value")
        if peer.query(f"option {name}") != before:
            raise Failed(" ".join(before), " ".join(peer.query(f"option {name}")))


@check("L1")
def malformed_go_starts_nothing(peer):
    """a number missing or malformed in go is an error and starts no search"""
    peer.start()
    peer.to_decision()
    for words, code in (("depth", "missing_argument"), ("nodes -5", "bad_argument"), ("depth x", "bad_argument"),
                        ("movetime 9223372036854775808", "bad_argument"), ("searchmoves zz99", "illegal_move")):
        peer.say_error(f"go {words}", code)
    peer.quiet()


@check("L1")
def busy_during_search(peer):
    """position, play and go during a search answer busy, and the search goes on to its one bestmove"""
    peer.start()
    peer.to_decision()
    fen = peer.fen()
    peer.send("go infinite")
    for command in ("position startpos", "go depth 1", "uginewgame"):
        peer.send(command)
        lines = [line for line in peer.wait_for("error", patience=2) if not line.startswith("info")]
        if len(lines) != 1 or not lines[0].startswith("error busy"):
            raise Failed(f"error busy to '{command}'", repr(lines))
    peer.send("stop")
    peer.wait_for("bestmove", patience=2)
    peer.quiet()
    if peer.fen() != fen:
        raise Failed("the same position after the search", peer.fen())


@check("L1")
def game_over_is_told(peer):
    """go where the game is over answers game_over"""
    moves = play_out(peer, 300)
    if len(moves) >= 300:
        raise Skipped("no game ended within 300 plies")
    peer.say_error("go depth 1", "game_over")
    peer.quiet()


@check("L1")
def cases_and_blanks(peer):
    """commands in any case of letters; tabs, CRLF and blanks around do not matter"""
    peer.start()
    for data in (b"ISREADY\n", b"  isready  \n", b"isready\r\n", b"\tisready\t\r\n", b"IsReady\n"):
        peer.send_bytes(data)
        lines = peer.wait_for("readyok")
        if len(lines) != 1:
            raise Failed("readyok alone", repr(lines))


@check("L1")
def remarks(peer):
    """lines that begin with # mean nothing"""
    peer.start()
    peer.say("# a remark")
    peer.say("#isready")


@check("L1")
def end_of_input_finishes_a_bounded_search(peer):
    """a bounded search runs to its bestmove when the input ends, without a last newline"""
    peer.start()
    peer.to_decision()
    peer.send_bytes(b"go depth 3")
    peer.process.stdin.close()
    peer.wait_for("bestmove")
    peer.expect_exit()


@check("L1")
def end_of_input_stops_an_infinite_search(peer):
    """an infinite search stops and answers when the input ends"""
    peer.start()
    peer.to_decision()
    peer.send("go infinite")
    peer.process.stdin.close()
    peer.wait_for("bestmove", patience=3)
    peer.expect_exit()


@check("L1")
def long_lines(peer):
    """a line of more than 4 MiB is dropped and told, a NUL byte too; nothing changes"""
    peer.start()
    fen = peer.fen()
    peer.send_bytes(b"isready " + b"x" * (4 * 1024 * 1024) + b"\n")
    lines = peer.wait_for("error")
    if not lines[-1].startswith("error line_too_long"):
        raise Failed("error line_too_long", lines[-1])
    peer.send_bytes(b"play a\0b\n")
    lines = peer.wait_for("error")
    if not lines[-1].startswith("error bad_byte"):
        raise Failed("error bad_byte", lines[-1])
    if peer.fen() != fen:
        raise Failed(fen, peer.fen())


# ---- L2: analysis ----

FIELDS = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"]
TOTALS = ["nodes", "nps", "time"]
PROGRESS = ["nodes", "nps", "hashfull", "time"]
KINDS = ("cp", "mate", "pts", "wp")
BOUNDS = ("lowerbound", "upperbound", "proven")


def take_score(words):
    """KIND N [BOUND] [wdl W D L] from the front of the words."""
    kind, number = words.pop(0), int(words.pop(0))
    if kind not in KINDS:
        raise ValueError(f"no kind of score: {kind}")
    bound = words.pop(0) if words and words[0] in BOUNDS else ""
    wdl = None
    if words and words[0] == "wdl":
        wdl = [int(word) for word in words[1:4]]
        del words[:4]
    return {"kind": kind, "number": number, "bound": bound, "wdl": wdl}


def read_info(line):
    """An info line by its words, in their order; a pair that is not known is kept as it is."""
    words, fields = line.split()[1:], {}
    try:
        while words:
            key = words.pop(0)
            if key in fields:
                raise ValueError(f"{key} twice")
            if key == "pv":
                fields[key], words = words, []
            elif key == "score":
                fields[key] = take_score(words)
            else:
                value = words.pop(0)
                fields[key] = int(value) if key in FIELDS else value
    except (ValueError, IndexError) as error:
        raise Failed("info " + " ".join(FIELDS), f"{line!r} ({error})") from None
    return fields


def known(fields):
    """The names that PROTOCOL.md has, in the order of the line."""
    return [key for key in fields if key in FIELDS]


def infos(lines):
    """All info lines with a pv, read."""
    return [read_info(line) for line in lines
            if line.startswith("info ") and not line.startswith("info string") and " pv " in line]


@check("L2")
def info_lines(peer):
    """info lines have the fields in the order of PROTOCOL.md, integers all; further pairs may stand between"""
    peer.start()
    peer.to_decision()
    lines, _ = peer.go("depth 3")
    told = [line for line in lines[:-1] if not line.startswith("info string ")]
    for line in told:
        if not line.startswith("info ") or known(read_info(line)) not in (FIELDS, TOTALS, PROGRESS):
            raise Failed("info " + " ".join(FIELDS), repr(line))
    if known(read_info(told[-1])) != TOTALS:
        raise Failed("info nodes N nps N time N before bestmove", repr(told[-1]))


@check("L2")
def pv_begins_with_bestmove(peer):
    """the last line of the best variation begins with bestmove"""
    peer.start()
    peer.to_decision()
    lines, move = peer.go("depth 3")
    firsts = [info["pv"][0] for info in infos(lines) if info.get("multipv", 1) == 1]
    if not firsts:
        raise Failed("an info line with a pv before bestmove", "none")
    if firsts[-1] != move:
        raise Failed(f"a pv that begins with {move}", firsts[-1])


@check("L2")
def pv_is_legal(peer):
    """every move of every pv is legal"""
    peer.start()
    peer.to_decision()
    fen = peer.fen()
    lines, _ = peer.go("depth 4")
    for info in infos(lines):
        peer.send(f"position fen {fen} moves {' '.join(info['pv'])}")
        refused = peer.sync()
        if refused:
            raise Failed("a legal pv", f"{refused[0]} in {' '.join(info['pv'])}")


@check("L2")
def multipv(peer):
    """MultiPV 2 shows two lines with different first moves, best first"""
    peer.start()
    peer.to_decision()
    if len(peer.legal()) < 2:
        raise Skipped("only one legal move")
    peer.say("setoption name MultiPV value 2")
    lines, move = peer.go("depth 2")
    firsts = {info["multipv"]: info["pv"][0] for info in infos(lines)}
    if set(firsts) != {1, 2} or firsts[1] == firsts[2]:
        raise Failed("multipv 1 and multipv 2 with different first moves", repr(firsts))
    if firsts[1] != move:
        raise Failed(f"bestmove {firsts[1]}", move)


@check("L2")
def searchmoves(peer):
    """searchmoves limits the choice"""
    peer.start()
    peer.to_decision()
    for move in peer.legal()[:4]:
        _, best = peer.go(f"depth 2 searchmoves {move}")
        if best != move:
            raise Failed(f"bestmove {move}", best)


@check("L2")
def nodes_limit(peer):
    """go nodes N does not visit many more"""
    peer.start()
    peer.to_decision()
    lines, _ = peer.go("nodes 2000")
    nodes = max(int(re.search(r" nodes (\d+)", line).group(1)) for line in lines if " nodes " in line)
    if nodes > 4000:
        raise Failed("about 2000 nodes at most", str(nodes))


@check("L2")
def depth_limit(peer):
    """go depth N reports no more than N, unless the value is proven"""
    peer.start()
    peer.to_decision()
    lines, _ = peer.go("depth 2")
    for info in infos(lines):
        if info["depth"] > 2 and info["score"]["bound"] != "proven":
            raise Failed("depth 2 at most", str(info["depth"]))


@check("L2")
def ready_during_search(peer):
    """isready is answered at once during a search"""
    peer.start()
    peer.to_decision()
    peer.send("go infinite")
    worst = 0
    for _ in range(5):
        time.sleep(0.03)
        began = time.monotonic()
        peer.send("isready")
        peer.wait_for("readyok", patience=3)
        worst = max(worst, time.monotonic() - began)
    peer.send("stop")
    peer.wait_for("bestmove", patience=3)
    if worst > PROMPT * SLOW:
        raise Failed(f"readyok within {PROMPT * SLOW:g} s", f"{worst:.3f} s")


@check("L2")
def stop_is_prompt(peer):
    """stop brings bestmove at once"""
    peer.start()
    peer.to_decision()
    times = []
    for _ in range(5):
        peer.send("go infinite")
        time.sleep(0.04)
        began = time.monotonic()
        peer.send("stop")
        peer.wait_for("bestmove", patience=3)
        times.append(time.monotonic() - began)
    if sorted(times)[2] > PROMPT * SLOW:
        raise Failed(f"bestmove within {PROMPT * SLOW:g} s", f"{sorted(times)[2]:.3f} s")


@check("L2")
def queries_during_search(peer):
    """query is answered during a search, and the search goes on"""
    peer.start()
    peer.to_decision()
    fen = peer.fen()
    peer.send("go infinite")
    peer.send("query fen")
    answer = peer.wait_for("response", patience=2)[-1]
    if answer != f"response {fen}":
        raise Failed(f"response {fen}", answer)
    peer.send("stop")
    peer.wait_for("bestmove", patience=2)


@check("L2")
def ponder(peer):
    """go ponder waits for ponderhit, then its limits count"""
    peer.start()
    peer.to_decision()
    peer.send("go ponder movetime 50")
    until = time.monotonic() + 0.4
    while time.monotonic() < until:
        line = peer.read(0.05)
        if line is not None and line.startswith("bestmove"):
            raise Failed("no bestmove before ponderhit", repr(line))
    peer.send("ponderhit")
    peer.wait_for("bestmove", patience=2)
    peer.quiet()


@check("L2")
def ponder_move_on_request(peer):
    """bestmove names the expected answer only when the option Ponder is true"""
    if not any("name Ponder type check" in line for line in peer.start()):
        raise Skipped("no option Ponder")
    peer.to_decision()
    peer.go("depth 3")
    peer.say("setoption name Ponder value true")
    peer.send("go depth 3")
    words = peer.wait_for("bestmove")[-1].split()
    if len(words) not in (2, 4) or (len(words) == 4 and words[2] != "ponder"):
        raise Failed("bestmove M [ponder M]", " ".join(words))


@check("L2")
def mate_limit(peer):
    """go mate 1 comes to an end"""
    peer.start()
    peer.to_decision()
    peer.go("mate 1", 20)


@check("L2")
def deterministic(peer):
    """with Deterministic true the same session is the same to the byte"""
    if not any("name Deterministic " in line for line in peer.start()):
        raise Skipped("no option Deterministic")
    peer.say("setoption name Deterministic value true")
    peer.to_decision()
    fen, runs = peer.fen(), []
    for _ in range(2):
        peer.say("uginewgame")
        peer.say(f"position fen {fen}")
        runs.append(peer.go("depth 4")[0] + peer.go("nodes 1000")[0])
    if runs[0] != runs[1]:
        different = next(pair for pair in zip(*runs) if pair[0] != pair[1])
        raise Failed(different[0], different[1])


# ---- L3: chance and scores ----

@check("L3")
def chance_is_listed(peer):
    """query chance has a total that is the sum of the weights; 0 where none is due"""
    peer.start()
    for _ in range(10):
        turn, words = peer.query("turn"), peer.query("chance")
        entries = [re.fullmatch(r"(\d+)@([a-z0-9]+)", word) for word in words[1:]]
        if not all(entries) or int(words[0]) != sum(int(entry.group(1)) for entry in entries):
            raise Failed("TOTAL and WEIGHT@OUTCOME ..., summing up", " ".join(words))
        if (turn == ["chance"]) != (len(entries) > 0):
            raise Failed(f"outcomes only when turn is chance (it is {turn[0]})", " ".join(words))
        if turn == ["none"]:
            return
        if turn == ["chance"] and peer.legal():
            raise Failed("no legal moves while a chance event is due", " ".join(peer.legal()))
        peer.say("play " + (entries[-1].group(2) if entries else peer.legal()[-1]))


@check("L3")
def roll_changes_nothing(peer):
    """roll answers an outcome and changes nothing; without chance it is unsupported"""
    peer.start()
    if peer.query("turn") != ["chance"]:
        peer.send("roll")
        lines = peer.sync()
        if len(lines) != 1 or not re.match(r"error (unsupported|illegal_chance)\b", lines[0]):
            raise Failed("error unsupported or illegal_chance where no chance event is due", repr(lines))
        return
    fen = peer.fen()
    outcomes = [word.split("@")[1] for word in peer.query("chance")[1:]]
    for _ in range(5):
        peer.send("roll")
        answer = peer.wait_for("response")[-1].split()
        if len(answer) != 2 or answer[1] not in outcomes:
            raise Failed("response OUTCOME", " ".join(answer))
        if peer.fen() != fen:
            raise Failed(fen, peer.fen())


@check("L3")
def chance_must_be_played(peer):
    """while a chance event is due go answers chance_pending and a wrong outcome illegal_chance"""
    peer.start()
    if peer.query("turn") != ["chance"]:
        raise Skipped("the game begins with a decision")
    peer.say_error("go depth 1", "chance_pending")
    peer.quiet()
    peer.say_error("play zz99", "illegal_chance", "1 zz99")


@check("L3")
def scores_are_in_range(peer):
    """a probability is 0 to 1000000, a mate is not 0, wdl sums to 1000"""
    peer.start()
    peer.to_decision()
    lines, _ = peer.go("depth 4")
    for score in (info["score"] for info in infos(lines)):
        if score["kind"] == "wp" and not 0 <= score["number"] <= 1000000:
            raise Failed("wp from 0 to 1000000", str(score["number"]))
        if score["kind"] == "mate" and score["number"] == 0:
            raise Failed("mate in at least one ply", "mate 0")
        if score["wdl"] and sum(score["wdl"]) != 1000:
            raise Failed("wdl that sums to 1000", repr(score["wdl"]))


@check("L3")
def proven_stands(peer):
    """what is called proven is not taken back by the next search"""
    peer.start()
    proven = None
    for _ in range(60):
        peer.to_decision()
        if peer.query("turn") == ["none"]:
            break
        lines, move = peer.go("nodes 3000")
        score = [info["score"] for info in infos(lines) if info.get("multipv", 1) == 1][-1]
        turn = peer.query("turn")
        if score["kind"] == "mate":
            wins = score["number"] > 0
            if proven is not None and wins != (proven == turn):
                raise Failed("the proven winner wins still", f"mate {score['number']}")
            if score["bound"] == "proven":
                proven = turn if wins else ["1" if turn == ["2"] else "2"]
        peer.say(f"play {move}")
    result = peer.query("result")
    if proven is not None and result in (["p1win"], ["p2win"]) and result != [f"p{proven[0]}win"]:
        raise Failed(f"p{proven[0]}win, as proven", result[0])


# ---- running ----

def run_check(command, game, function):
    """Outcome ("ok", "failed", "skipped"), what was expected, what came, and the transcript."""
    try:
        peer = Peer(command, game)
    except OSError as error:
        return "failed", "a process", str(error), []
    try:
        function(peer)
        return "ok", "", "", peer.transcript
    except Skipped as reason:
        return "skipped", "", str(reason), peer.transcript
    except Failed as failure:
        return "failed", failure.expected, failure.got, peer.transcript
    except EOFError:
        return "failed", "an answer", "the end of output", peer.transcript
    except (IndexError, ValueError, AttributeError, StopIteration) as error:
        return "failed", "an answer in the protocol's form", f"one that cannot be read ({error})", peer.transcript
    finally:
        peer.close()


def tail(transcript, length=25):
    cut = [f"    ... {len(transcript) - length} lines before"] if len(transcript) > length else []
    return cut + ["    " + line[:200] for line in transcript[-length:]]


def print_row(arguments, number, level, name, outcome, expected, got, transcript):
    if arguments.tap:
        word = "not ok" if outcome == "failed" else "ok"
        note = f" # SKIP {got}" if outcome == "skipped" else ""
        print(f"{word} {number} - {level} {name}{note}")
        if outcome == "failed":
            print("\n".join(["  ---", f"  expected: {expected}", f"  got: {got}"] + tail(transcript) + ["  ..."]))
    else:
        words = {"ok": "ok", "failed": "FAILED", "skipped": "skipped"}
        print(f"{level}  {words[outcome]:8}{name}" + (f" ({got})" if outcome == "skipped" else ""))
        if outcome == "failed":
            print("\n".join([f"      expected  {expected}", f"      got       {got}"] + tail(transcript)))
    sys.stdout.flush()


def parse_arguments():
    parser = argparse.ArgumentParser(prog="panj-conform", description="checks an engine against PROTOCOL.md")
    parser.add_argument("--game", default="", help="words of newgame; default: the game the engine begins with")
    parser.add_argument("--level", choices=LEVELS, default="L3", help="the highest level to check")
    parser.add_argument("--only", action="append", metavar="CHECK", help="this check alone, by a name of --list (may be repeated)")
    parser.add_argument("--jobs", type=int, default=1, help="so many checks at once; times are then judged less fairly")
    parser.add_argument("--slow", type=float, default=1.0, metavar="N", help="give the engine N times as long: a build with a sanitizer, a busy machine")
    parser.add_argument("--tap", action="store_true", help="print TAP")
    parser.add_argument("--list", action="store_true", help="list the checks and leave")
    parser.add_argument("-v", "--version", action="version", version=f"panj-conform {VERSION} (protocol 2)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the engine and its arguments")
    return parser, parser.parse_args()


def run_all(arguments, wanted):
    """Each check with its number and what run_check says of it, in order; after a failed handshake no more."""
    def run(entry):
        return run_check(arguments.command, arguments.game, entry[2])

    rest = wanted
    if wanted[0][1] == "handshake":
        done = run(wanted[0])
        yield (1, *wanted[0][:2], *done)
        rest = [] if done[0] == "failed" else wanted[1:]
    with ThreadPoolExecutor(max(arguments.jobs, 1)) as pool:
        for number, (entry, done) in enumerate(zip(rest, pool.map(run, rest)), len(wanted) - len(rest) + 1):
            yield (number, *entry[:2], *done)


def level_reached(arguments, failed_levels):
    reached = "none"
    for level in LEVELS:
        if level in failed_levels or LEVELS.index(level) > LEVELS.index(arguments.level):
            break
        reached = level
    return reached


def choose_checks(parser, arguments):
    names = [name for _, name, _ in CHECKS]
    for name in arguments.only or []:
        if name not in names:
            parser.error(f"--only {name}: no such check; --list has them")
    if arguments.only:
        return [entry for entry in CHECKS if entry[1] in arguments.only]
    return [entry for entry in CHECKS if LEVELS.index(entry[0]) <= LEVELS.index(arguments.level)]


def main():
    global SLOW
    parser, arguments = parse_arguments()
    wanted = choose_checks(parser, arguments)
    if arguments.list:
        for level, name, function in CHECKS:
            print(f"{level}  {name}: {function.__doc__}")
        return 0
    if not arguments.command:
        parser.print_usage(sys.stderr)
        return 2
    if not 0 < arguments.slow <= 1000:
        parser.error("--slow takes a number up to 1000")
    SLOW = arguments.slow
    if arguments.tap:
        print(f"TAP version 13\n1..{len(wanted)}")
    counts = {"ok": 0, "failed": 0, "skipped": 0}
    failed_levels = set()
    for row in run_all(arguments, wanted):
        level, outcome = row[1], row[3]
        counts[outcome] += 1
        if outcome == "failed":
            failed_levels.add(level)
        print_row(arguments, *row)
    unasked = len(wanted) - sum(counts.values())
    if unasked and arguments.tap:
        print("Bail out! no handshake")
    if not arguments.tap:
        print(f"{counts['ok']} passed, {counts['failed']} failed, {counts['skipped']} skipped"
              + (f"; no handshake, {unasked} checks left out" if unasked else "")
              + ("" if arguments.only else f"; level reached: {level_reached(arguments, failed_levels)}"))
    return 1 if counts["failed"] else 0


def run_and_tell():
    """The status, also where what is printed goes nowhere: to a disk that is full, a reader that has seen enough."""
    try:
        try:
            status = main()
        except SystemExit as leaving:  # argparse, after --help and --version
            status = leaving.code
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print("panj-conform: stopped", file=sys.stderr)
        return 128 + signal.SIGINT
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"panj-conform: writing: {error.strerror}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(run_and_tell())

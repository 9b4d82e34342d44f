"""The seat of one agent in Python: a program that speaks as much of PROTOCOL.md as a game needs, and asks the agent for its moves.

The agent's code runs in here, in a process of its own. Its prints go to stderr, its input is empty, and it is
loaded when the first game begins, so that what goes wrong there is a game lost and not a match that never starts.
This file and what it imports are kept small: a tournament starts many of them.
"""

import os
import site
import sys
import time

MOVE_LETTERS = 15  # at most, PROTOCOL.md


def _take_over():
    """Our own ends of the pipes; what the agent prints goes to stderr, what it reads is nothing."""
    lines, answers = os.fdopen(os.dup(0), "r", errors="replace"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return lines, answers


def _find_packages():
    """The interpreter was started without them (-S), which takes a fifth of the time; here they are, at the end of the
    path."""
    sys.path += [folder for folder in [*site.getsitepackages(), site.getusersitepackages()] if os.path.isdir(folder)]


def _load(path, skips):
    """The agent's module. Bare calls at its top whose name begins with one of `skips` are not made: course programs
    that are started by playing a game."""
    name = os.path.splitext(os.path.basename(path))[0]
    with open(path, "rb") as file:
        tree = compile(file.read(), path, "exec", 0x400)  # ast.PyCF_ONLY_AST, without importing ast
    tree.body = [part for part in tree.body if not _is_call(part, skips)]
    module = type(sys)(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(compile(tree, path, "exec"), module.__dict__)
    return module


def _forget(folder):
    """The agent's own modules are loaded anew for each game; what it has imported from elsewhere stays, which may have
    taken long."""
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(folder + os.sep):
            del sys.modules[name]


def _is_call(part, skips):
    call = getattr(part, "value", None) if type(part).__name__ == "Expr" else None
    called = getattr(call, "func", None)
    name = getattr(called, "attr", None) or getattr(called, "id", None) or ""
    return bool(skips) and name.startswith(skips)


def _where(error):
    """The innermost line of the agent's own code, as far as there is one."""
    here, place = error.__traceback__, ""
    while here is not None:
        file = here.tb_frame.f_code.co_filename
        place = place if "panj_class" in file else f" ({os.path.basename(file)} line {here.tb_lineno})"
        here = here.tb_next
    return place


def _one_line(error):
    try:
        said = str(error)
    except Exception:  # whatever it is that it raises now
        said = "(and does not say why)"
    return " ".join(f"{type(error).__name__} {said}".split())[:120] + _where(error)


class Seat:
    """One agent at one board. `table` is the class that knows the course's interface: hand.Table, konane.Table."""

    def __init__(self, table, path):
        self.table, self.path = table, path
        self.module = self.agent = self.board = None
        self.trouble = None  # what loading the module raised
        self.fen, self.moves = None, []
        self.tells = False  # how long each move took the agent, which panj-class cost asks for

    def sit_down(self):
        """A new game, and nothing that the agent keeps in variables lasts. What goes wrong is told when a move is due."""
        self.module = self.agent = self.board = self.trouble = None
        _forget(sys.path[0])
        try:
            self.module = _load(self.path, self.table.skips)
        except BaseException as error:
            self.trouble = error

    def position(self, words):
        """`fen ... moves ...`; only what is new is played when the game has just gone on."""
        at = words.index("moves") if "moves" in words else len(words)
        fen, moves = words[1:at], words[at + 1 :]
        if self.board is None or fen != self.fen or moves[: len(self.moves)] != self.moves:
            self.board, self.fen, self.moves = self.table(fen), fen, []
        for move in moves[len(self.moves) :]:
            self.board.play(move)
        self.moves = moves

    def go(self):
        """The agent's answer as a word, and the microseconds that it took."""
        if self.module is None and self.trouble is None:
            self.sit_down()
        if self.trouble is not None:
            raise self.trouble
        if self.agent is None:
            self.agent = self.table.meet(self.module, self.board)
        ask = self.board.question(self.agent)
        began = time.perf_counter_ns()
        answer = ask()
        took = (time.perf_counter_ns() - began) // 1000
        return self.board.word(answer), took


def _printable(text):
    """What can stand as a move: the referee shows it when it is none."""
    kept = "".join(sign for sign in text.lower() if "a" <= sign <= "z" or "0" <= sign <= "9")
    return kept[:MOVE_LETTERS] or "nothing"


def _answer(seat, word, rest):
    """The lines that answer one command, or None for a command that is not known here."""
    if word == "ugi":
        return f"id name {os.path.basename(seat.path)}\nugiok\n"
    if word == "isready":
        return "readyok\n"
    if word == "uginewgame":
        seat.sit_down()
        return ""
    if word == "position":
        seat.position(rest)
        return ""
    if word == "go":
        move, took = seat.go()
        return (f"info string own {took}\n" if seat.tells else "") + f"bestmove {_printable(move)}\n"
    if word == "debug":
        seat.tells = rest == ["on"]
    return "" if word in ("stop", "ponderhit", "debug", "setoption") else None


def run(table, path):
    """Leaves at once, whatever the agent has still to do at the end."""
    status = _serve(table, path)
    sys.stderr.flush()
    os._exit(status)


def _serve(table, path):
    """Until `quit` or the end of input. An agent that raises ends its seat, and so loses this game alone."""
    lines, answers = _take_over()
    path = os.path.abspath(path)
    sys.path[0] = os.path.dirname(path)
    _find_packages()
    seat = Seat(table, path)
    for line in lines:
        word, *rest = line.split() or [""]
        if word == "quit":
            return 0
        if word in ("", "#"):
            continue
        try:
            answer = _answer(seat, word, rest)
        except BaseException as error:  # the agent's: SystemExit and KeyboardInterrupt are among what it can raise
            sys.excepthook(type(error), error, error.__traceback__)
            os.write(answers, f"error agent_failed {_one_line(error)}\n".encode(errors="replace"))
            return 1
        os.write(answers, (f"error unknown_command {word[:40]}\n" if answer is None else answer).encode())
    return 0

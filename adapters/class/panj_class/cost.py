"""panj-class cost FILE: what a seat adds to the time of the agent in it, move by move."""

import os
import resource
import statistics
import subprocess
import sys
import time

from panj_class import programs, roll
from panj_class.panj import Engine

MOVES = 300


def command(kind, file, words=()):
    """An agent in Python within walls, as the referee starts it in the agent's folder."""
    jail = [programs.find("panj-jail"), "loose", "work=.", *words]
    return jail + [sys.executable, "-B", "-S", programs.here(), "seat", kind, file]


class Seat:
    """The other end of a seat."""

    def __init__(self, kind, path):
        self.process = subprocess.Popen(command(kind, os.path.basename(path)), cwd=os.path.dirname(os.path.abspath(path)),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.ask("debug on\nugi", "ugiok")

    def ask(self, lines, until):
        """The lines of an answer, up to one that begins so."""
        self.process.stdin.write(lines + "\n")
        heard = []
        for line in self.process.stdout:
            heard.append(line.split())
            if line.startswith("error "):
                raise SystemExit(f"panj-class: {line.strip()}")
            if line.startswith(until):
                return heard
        raise SystemExit("panj-class: the agent has ended")

    def close(self):
        self.process.communicate("quit\n")


def play(seat, rules, kind, number):
    """(microseconds from question to answer, of them the agent's own) of each move of a game against itself."""
    rules.newgame(kind, **({"seed": number} if kind == "hand" else {}))
    seat.ask("uginewgame\nisready", "readyok")
    start, moves, times = rules.query("fen"), [], []
    while rules.query("turn") in ("1", "2"):
        began = time.perf_counter_ns()
        heard = seat.ask(f"position fen {start} moves {' '.join(moves)}\ngo movetime 1000", "bestmove")
        took = (time.perf_counter_ns() - began) // 1000
        times.append((took, int(heard[-2][-1])))
        moves.append(heard[-1][1])
        rules.play(moves[-1])
    return times


def _cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main(words):
    """Prints one line of figures; 2 if there is no agent in Python to measure."""
    kind = roll.kind_of_python(words[0]) if len(words) == 1 and os.path.isfile(words[0]) else None
    if kind is None:
        print("panj-class: cost FILE, an agent in Python for Hand or Konane", file=sys.stderr)
        return 2
    times, before = [], _cpu()
    seat = Seat(kind, words[0])
    with Engine([programs.find("panj")], game=kind) as rules:
        while len(times) < MOVES:
            times += play(seat, rules, kind, len(times) + 1)
        seat.close()
        used = _cpu() - before
    beyond = [(took - own) / 1000 for took, own in times]
    own = sum(own for _, own in times) / 1000
    print(f"{len(times)} moves: own time {own / len(times):.3f} ms a move; beyond it {statistics.median(beyond):.3f} ms (median), "
          f"{statistics.mean(beyond):.3f} (mean), of processor {(used * 1000 - own) / len(times):.3f} with the start of the process")
    return 0

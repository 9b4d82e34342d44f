#!/usr/bin/env python3
"""What is the most that any player 2 could reach against an engine as player 1 of Hand of the King?

    tests/bench/hand_ceiling.py [--deals 1..20] JUDGE ENGINE GO

Player 2 knows his opponent: he tries every reply to every answer that ENGINE gives after `go GO`, each position asked anew,
until the engine has proven its win or gives it away. JUDGE proves who wins. A line a deal: the first answer that errs (those
at earlier plies first), or how many positions the engine has answered without one."""
import argparse

from client import Engine, limits_of

PROOF = {"nodes": 10**10}  # who wins, and no more


def is_win(found):
    """Proven, of whoever is on move."""
    score = found.score
    return found.proven and (score.wdl[0] == 1000 if score.wdl is not None else score.value > 0)


class Deal:
    """One deal; a line is the moves that led to a position of player 2."""

    def __init__(self, judge, player, seed):
        self.judge, self.seed = judge, seed
        self.engine, self.limits = player
        self.seen = set()
        judge.newgame("hand", seed=seed)

    def answer(self, line):
        """The engine's move, and whether it has proven that it wins."""
        self.engine.newgame("hand", seed=self.seed)
        self.engine.position(moves=line)
        found = self.engine.go(**self.limits)
        return found.bestmove, is_win(found)

    def errs(self, line, move):
        self.judge.position(moves=line)
        return not is_win(self.judge.go(searchmoves=[move], **PROOF))

    def new_lines(self, lines):
        """After every reply to each of them, each position once."""
        for line in lines:
            self.judge.position(moves=line)
            for reply in self.judge.legal():
                self.judge.position(moves=line + [reply])
                fen = self.judge.query("fen")
                if fen not in self.seen and self.judge.query("result") == "none":
                    self.seen.add(fen)
                    yield line + [reply]

    def told(self):
        """What is printed, and whether the engine can be made to err."""
        lines, ply = [[]], 0
        while lines:
            open_lines = []
            for line in lines:
                move, is_proven = self.answer(line)
                if is_proven:
                    continue
                if self.errs(line, move):
                    return f"errs at ply {ply}: {' '.join(line + [move])}", True
                open_lines.append(line + [move])
            lines, ply = list(self.new_lines(open_lines)), ply + 2
        return f"no error in {len(self.seen)} positions", False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", default="1..20")
    parser.add_argument("judge")
    parser.add_argument("engine")
    parser.add_argument("go")
    options = parser.parse_args()
    judge, player = Engine([options.judge]), (Engine([options.engine]), limits_of(options.go))
    first, last = map(int, options.deals.split(".."))
    erred = 0
    for seed in range(first, last + 1):
        told, errs = Deal(judge, player, seed).told()
        erred += errs
        print(seed, told, flush=True)
    print(f"player 1 can be made to err in {erred} of {last - first + 1} deals")


main()

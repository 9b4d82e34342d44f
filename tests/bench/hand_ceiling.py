#!/usr/bin/env python3
"""What is the most that any player 2 could reach against an engine as player 1 of Hand of the King?

    tests/bench/hand_ceiling.py [--deals 301..320] JUDGE ENGINE GO

Player 1's first moves are those of ENGINE after `go GO`, each position asked anew. Player 2 tries every reply of ply 1, and
if none makes player 1 give his win away at ply 2, every reply of ply 3 too. JUDGE proves who wins. A line a deal: the
answers that err, of how many."""
import argparse

from hand_seat import Engine, after


class Judge:
    def __init__(self, command):
        self.engine = Engine(command)

    def replies(self, moves):
        """Legal moves of the player on move."""
        self.engine.tell(after(moves) + "\nquery legal")
        return self.engine.process.stdout.readline().split()[2:]

    def mover_wins(self, moves):
        self.engine.ask(after(moves) + "\nsolve", "bestmove")
        assert " proven" in self.engine.info, self.engine.info
        return " wdl 1000 " in self.engine.info


def answer(engine, seed, moves):
    engine.tell(f"newgame hand seed={seed}\n" + after(moves))
    return moves + [engine.ask("go " + engine.go, "bestmove")]


def errors(judge, engine, seed, line):
    """Lines after each reply to `line` and its answer, and how many of them are lost for player 1."""
    lines = [answer(engine, seed, line + [reply]) for reply in judge.replies(line)]
    return lines, sum(judge.mover_wins(moves) for moves in lines)


def plies_of_error(judge, engine, seed):
    first = answer(engine, seed, [])
    judge.engine.tell(f"newgame hand seed={seed}")
    if judge.mover_wins(first):
        return "errs at ply 0", 0
    lines, wrong = errors(judge, engine, seed, first)
    if wrong:
        return f"errs at ply 2 after {wrong} of {len(lines)} replies", 2
    found = [errors(judge, engine, seed, line) for line in lines]
    wrong = sum(number for _, number in found)
    return f"errs at ply 4 in {wrong} of {sum(len(lines) for lines, _ in found)} lines", 4 if wrong else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", default="301..320")
    parser.add_argument("judge")
    parser.add_argument("engine")
    parser.add_argument("go")
    options = parser.parse_args()
    judge, engine = Judge(options.judge), Engine(options.engine, options.go)
    first, last = map(int, options.deals.split(".."))
    erred = 0
    for seed in range(first, last + 1):
        told, ply = plies_of_error(judge, engine, seed)
        erred += ply is not None
        print(seed, told, flush=True)
    print(f"player 1 can be made to err by ply 4 in {erred} of {last - first + 1} deals")


main()

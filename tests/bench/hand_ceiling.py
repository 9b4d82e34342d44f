#!/usr/bin/env python3
"""What is the most that any player 2 could reach against an engine as player 1 of Hand of the King?

    tests/bench/hand_ceiling.py [--deals 301..320] JUDGE ENGINE GO

Player 1's first moves are those of ENGINE after `go GO`, each position asked anew. Player 2 tries every reply of ply 1, and
if none makes player 1 give his win away at ply 2, every reply of ply 3 too. JUDGE proves who wins. A line a deal: the
answers that err, of how many."""
import argparse

from client import Engine, limits_of


def replies(judge, moves):
    """Legal moves of the player on move."""
    judge.position(moves=moves)
    return judge.legal()


def mover_wins(judge, moves):
    judge.position(moves=moves)
    found = judge.solve()
    assert found.proven, found
    return found.score.wdl[0] == 1000


def answer(player, seed, moves):
    engine, limits = player
    engine.newgame("hand", seed=seed)
    engine.position(moves=moves)
    return moves + [engine.go(**limits).bestmove]


def errors(judge, player, seed, line):
    """Lines after each reply to `line` and its answer, and how many of them are lost for player 1."""
    lines = [answer(player, seed, line + [reply]) for reply in replies(judge, line)]
    return lines, sum(mover_wins(judge, moves) for moves in lines)


def plies_of_error(judge, player, seed):
    first = answer(player, seed, [])
    judge.newgame("hand", seed=seed)
    if mover_wins(judge, first):
        return "errs at ply 0", 0
    lines, wrong = errors(judge, player, seed, first)
    if wrong:
        return f"errs at ply 2 after {wrong} of {len(lines)} replies", 2
    found = [errors(judge, player, seed, line) for line in lines]
    wrong = sum(number for _, number in found)
    return f"errs at ply 4 in {wrong} of {sum(len(lines) for lines, _ in found)} lines", 4 if wrong else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", default="301..320")
    parser.add_argument("judge")
    parser.add_argument("engine")
    parser.add_argument("go")
    options = parser.parse_args()
    judge, player = Engine([options.judge]), (Engine([options.engine]), limits_of(options.go))
    first, last = map(int, options.deals.split(".."))
    erred = 0
    for seed in range(first, last + 1):
        told, ply = plies_of_error(judge, player, seed)
        erred += ply is not None
        print(seed, told, flush=True)
    print(f"player 1 can be made to err by ply 4 in {erred} of {last - first + 1} deals")


main()

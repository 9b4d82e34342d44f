#!/usr/bin/env python3
"""Positions of Konane from good play, for `panj-campaign`: how the work of a proof grows with the stones.

    tests/bench/konane_good.py [--games 10] [--stones 40..54] [--nodes 100000] [--engine ./panj] >tests/bench/konane-good.txt

Game k begins in the corner (a1 b1); four plies are chosen at random by seed k, the others by the engine with so many nodes a
move and Threads 1. Each game gives the first position with no more than 54, 52, ... 40 stones, if it still has as many."""

import argparse
import random

from client import Engine

RANDOM_PLIES = 4


def positions(engine, seed, targets, nodes):
    """(stones, FEN) of one game; fewer than there are targets when it ends early or a long jump passes one."""
    rng, ply = random.Random(seed), 0
    engine.newgame("konane")
    engine.play("a1", "b1")
    for target in targets:
        while sum(engine.score()) > target:
            if not engine.legal():
                return
            engine.play(rng.choice(engine.legal()) if ply < RANDOM_PLIES else engine.go(nodes=nodes).bestmove)
            ply += 1
        if sum(engine.score()) == target:
            yield target, engine.query("fen")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--stones", default="40..54")
    parser.add_argument("--nodes", type=int, default=100000)
    parser.add_argument("--engine", default="./panj")
    options = parser.parse_args()
    least, most = map(int, options.stones.split(".."))
    targets = range(most, least - 1, -2)
    found = {}  # games meet again, and then go on alike
    with Engine([options.engine]) as engine:
        for seed in range(1, options.games + 1):
            found.update((fen, stones) for stones, fen in positions(engine, seed, targets, options.nodes))
    print("# Konane: positions of 8x8 from good play, by stones left: tests/bench/konane_good.py")
    for target in reversed(targets):
        print(f"# {target} stones")
        for fen, stones in found.items():
            if stones == target:
                print(f"konane | fen {fen}")


if __name__ == "__main__":
    main()

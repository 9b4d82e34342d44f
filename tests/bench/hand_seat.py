#!/usr/bin/env python3
"""Hand of the King from one seat: how many deals an engine wins as player 1, or as player 2.

    tests/bench/hand_seat.py [--deals 1..200] [--seat 1] [--other-style seed] ENGINE GO OTHER GO

GO is what stands behind `go` for each move, `"movetime 100"` or `"nodes 50000"`. Each deal is played once, after newgame.
Deals that were lost are listed."""
import argparse

from client import Engine, limits_of


def play(players, seed):
    """1 or 2, who wins. A player is an engine and the limits of its moves."""
    for engine, _ in players:
        engine.newgame("hand", seed=seed)
    moves = []
    while True:
        engine, limits = players[len(moves) % 2]
        engine.position(moves=moves)
        result = engine.query("result")
        if result != "none":
            return 1 if result == "p1win" else 2
        moves.append(engine.go(**limits).bestmove)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", default="1..200")
    parser.add_argument("--seat", type=int, choices=(1, 2), default=1)
    parser.add_argument("--other-style", default="best")
    parser.add_argument("engine")
    parser.add_argument("go")
    parser.add_argument("other")
    parser.add_argument("other_go")
    options = parser.parse_args()
    players = [(Engine([options.engine]), limits_of(options.go)),
               (Engine([options.other], options={"Style": options.other_style}), limits_of(options.other_go))]
    if options.seat == 2:
        players.reverse()
    first, last = map(int, options.deals.split(".."))
    lost = [seed for seed in range(first, last + 1) if play(players, seed) != options.seat]
    print(f"as player {options.seat} of deals {options.deals}: won {last - first + 1 - len(lost)} of {last - first + 1}; lost:",
          *lost or ["none"])


if __name__ == "__main__":
    main()

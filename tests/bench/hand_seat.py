#!/usr/bin/env python3
"""Hand of the King from one seat: how many deals an engine wins as player 1, or as player 2; or how many positions.

    tests/bench/hand_seat.py [--deals 1..200] [--seat 1] [--list LIST] [--other-style seed] ENGINE GO OTHER GO

GO is what stands behind `go` for each move, `"movetime 100"` or `"nodes 50000"`. Each deal is played once, after newgame.
LIST has positions as panj-campaign reads them, in place of deals: ENGINE has the seat of the player on move. Deals, or lines
of LIST, that were lost are listed."""
import argparse

from client import Engine, limits_of


def play(player, other, start, seat):
    """Whether `player` wins; he has the seat, or, if that is 0, is on move. A player is an engine and the limits of its moves."""
    game, _, position = start.partition(" | ")
    fen = position.partition("fen ")[2] or None
    for engine, _ in (player, other):
        engine.command("newgame " + game)
    moves = []
    while True:
        player[0].position(fen, moves)
        result = player[0].query("result")
        if result != "none":
            return (1 if result == "p1win" else 2) == seat
        turn = int(player[0].query("turn"))
        seat = seat or turn
        engine, limits = player if turn == seat else other
        engine.position(fen, moves)
        moves.append(engine.go(**limits).bestmove)


def starts_of(options):
    """Number and position of each game."""
    if options.list is not None:
        lines = [line.strip() for line in options.list if line.strip() and not line.startswith("#")]
        return list(enumerate(lines, 1))
    first, last = map(int, options.deals.split(".."))
    return [(seed, f"hand seed={seed}") for seed in range(first, last + 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", default="1..200")
    parser.add_argument("--seat", type=int, choices=(1, 2), default=1)
    parser.add_argument("--list", type=argparse.FileType())
    parser.add_argument("--other-style", default="best")
    parser.add_argument("engine")
    parser.add_argument("go")
    parser.add_argument("other")
    parser.add_argument("other_go")
    options = parser.parse_args()
    player = Engine([options.engine]), limits_of(options.go)
    other = Engine([options.other], options={"Style": options.other_style}), limits_of(options.other_go)
    starts = starts_of(options)
    seat = 0 if options.list is not None else options.seat
    lost = [number for number, start in starts if not play(player, other, start, seat)]
    where = f"from {options.list.name}" if options.list is not None else f"as player {options.seat} of deals {options.deals}"
    print(f"{where}: won {len(starts) - len(lost)} of {len(starts)}; lost:", *lost or ["none"])


if __name__ == "__main__":
    main()

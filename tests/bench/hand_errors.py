#!/usr/bin/env python3
"""How often a search of few plies gives away a won position of Hand of the King, and how often it takes the loser for the winner.

    tests/bench/hand_errors.py [--depths 1,3,5,7] LIST ENGINE...

LIST has positions as panj-campaign reads them, `-` is stdin. The first engine proves who wins, each engine is asked for its
move at each depth. A row for each engine: moves that lose per hundred won positions, and best moves' values on the wrong
side of nought per hundred positions."""
import argparse

from client import Engine


def set_up(engine, game, position):
    engine.command("newgame " + game)
    engine.command("position " + position)


def wins(judge, game, position):
    set_up(judge, game, position)
    found = judge.solve()
    if not found.proven:
        raise SystemExit("not proven: " + position)
    return found.bestmove, is_above(found)


def keeps(judge, game, position, move):
    """Does the move keep the win? Who wins, and no more."""
    set_up(judge, game, position)
    found = judge.go(searchmoves=[move], nodes=10**10)
    assert found.proven, found
    return is_above(found)


def is_above(found):
    """Is the best move worth more than nought? Banners as many: won on the tie-break, or lost."""
    return found.score.wdl[0] == 1000 if found.score.wdl is not None else found.score.value > 0


def print_table(title, errors, depths, count):
    print(f"\n{title} at depth\n")
    print("| engine | " + " | ".join(depths) + " |")
    print("|---" * (len(depths) + 1) + "|")
    for command, row in errors.items():
        print(f"| {command} | " + " | ".join(f"{100 * row[d] / count:.1f}" for d in depths) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depths", default="1,3,5,7")
    parser.add_argument("list", type=argparse.FileType())
    parser.add_argument("engine", nargs="+")
    options = parser.parse_args()
    depths = options.depths.split(",")
    judge = Engine([options.engine[0]])
    engines = {command: Engine([command]) for command in options.engine}
    given, mistaken = ({command: dict.fromkeys(depths, 0) for command in engines} for _ in range(2))
    positions = [line.strip() for line in options.list if line.strip() and not line.startswith("#")]
    won = 0
    for line in positions:
        game, position = line.split(" | ")
        best, is_won = wins(judge, game, position)
        won += is_won
        kept = {best: True}
        for command, engine in engines.items():
            for depth in depths:
                set_up(engine, game, position)
                found = engine.go(depth=depth)
                mistaken[command][depth] += is_above(found) != is_won
                if is_won and found.bestmove not in kept:
                    kept[found.bestmove] = keeps(judge, game, position, found.bestmove)
                given[command][depth] += is_won and not kept[found.bestmove]
    print(f"{won} won positions of {len(positions)}")
    print_table("per cent of the won given away", given, depths, won)
    print_table("per cent with the wrong winner", mistaken, depths, len(positions))


main()

#!/usr/bin/env python3
"""How often the best move of a search of few plies gives away a won position of Hand of the King.

    tests/bench/hand_errors.py [--depths 1,3,5,7] LIST ENGINE...

LIST has positions as panj-campaign reads them. The first engine proves who wins, each engine is asked for its move at each
depth. A row for each engine: errors per hundred won positions."""
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
    return found.bestmove, found.score.wdl[0] == 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depths", default="1,3,5,7")
    parser.add_argument("list")
    parser.add_argument("engine", nargs="+")
    options = parser.parse_args()
    depths = options.depths.split(",")
    judge = Engine([options.engine[0]])
    engines = {command: Engine([command]) for command in options.engine}
    errors = {(command, depth): 0 for command in engines for depth in depths}
    won = 0
    with open(options.list, encoding="utf-8") as lines:
        positions = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    for line in positions:
        game, position = line.split(" | ")
        best, is_won = wins(judge, game, position)
        if not is_won:
            continue
        won += 1
        keeps = {best: True}
        for (command, depth) in errors:
            set_up(engines[command], game, position)
            move = engines[command].go(depth=depth).bestmove
            if move not in keeps:
                _, is_lost = wins(judge, game, position + " moves " + move)
                keeps[move] = not is_lost
            errors[command, depth] += not keeps[move]
    print(f"{won} won positions of {len(positions)}; per cent given away at depth")
    print("| engine | " + " | ".join(depths) + " |")
    print("|---" * (len(depths) + 1) + "|")
    for command in engines:
        print(f"| {command} | " + " | ".join(f"{100 * errors[command, d] / won:.1f}" for d in depths) + " |")


main()

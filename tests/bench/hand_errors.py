#!/usr/bin/env python3
"""How often a search of few plies gives away a won position of Hand of the King, and how often it takes the loser for the winner.

    tests/bench/hand_errors.py [--depths 1,3,5,7] [--by-ply] ROWS LIST ENGINE...

LIST has positions as panj-campaign reads them, `-` is stdin. The first engine proves who wins, each engine is asked for its
move at each depth. What is found of a position is kept in ROWS, as a line of JSON, before the next begins: the same command
goes on where it was, and another engine is asked only what is new. A row for each engine: moves that lose per hundred won
positions, and best moves' values on the wrong side of nought per hundred positions."""
import argparse
import json
import os

from client import Engine


class Asked:
    """An engine, and the game that it has been told; without newgame it keeps what it has proven of a deal."""

    def __init__(self, command):
        self.engine = Engine([command])
        self.game = None

    def set_up(self, line, more=""):
        game, position = line.split(" | ")
        if game != self.game:
            self.engine.command("newgame " + game)
            self.game = game
        if more:
            position += (" " if " moves " in position else " moves ") + more
        self.engine.command("position " + position)


def wins(judge):
    """Does the player on move win? And by which move."""
    found = judge.engine.solve(winner=True)
    assert found.proven, found
    return value_of(found) > 0, found.bestmove


def keeps(judge, line, move):
    judge.set_up(line, move)
    result = judge.engine.query("result")
    mover = 3 - int(judge.engine.query("turn")) if result == "none" else None
    return not wins(judge)[0] if result == "none" else result == f"p{mover}win"


def value_of(found):
    """Hundredths; a win or a loss that is seen is far away."""
    far = 100000
    return found.score.value if found.score.kind == "cp" else far if found.score.value > 0 else -far


def ply_of(line):
    return len(line.partition(" moves ")[2].split())


def read_rows(path):
    with open(path, "a+", encoding="utf-8") as file:
        file.seek(0)
        return {row["position"]: row for row in map(json.loads, file)}


def complete(row, judge, engines, depths):
    """Asks what the row lacks; whether it was anything."""
    line = row["position"]
    lacking = [(command, depth) for command in engines for depth in depths if f"{depth} {command}" not in row["found"]]
    for command, depth in lacking:
        engines[command].set_up(line)
        engines[command].engine.command("setoption name ClearHash")
        found = engines[command].engine.go(depth=depth)
        row["found"][f"{depth} {command}"] = [found.bestmove, value_of(found)]
    if lacking and row["won"] is None:
        judge.set_up(line)
        row["won"], best = wins(judge)
        row["kept"][best] = row["won"]
    for move, _ in row["found"].values():
        if row["won"] and move not in row["kept"]:
            row["kept"][move] = keeps(judge, line, move)
    return bool(lacking)


def print_table(title, rows, depths, engines, is_error):
    print(f"\n{title} at depth\n\n| engine | " + " | ".join(depths) + " |")
    print("|---" * (len(depths) + 1) + "|")
    for command in engines:
        errors = [sum(is_error(row, *row["found"][f"{depth} {command}"]) for row in rows) for depth in depths]
        print(f"| {command} | " + " | ".join(f"{100 * count / max(1, len(rows)):.1f}" for count in errors) + " |")


def print_tables(name, rows, depths, engines):
    won = [row for row in rows if row["won"]]
    print(f"\n{name}: {len(won)} won positions of {len(rows)}")
    print_table("per cent of the won given away", won, depths, engines, lambda row, move, _: not row["kept"][move])
    print_table("per cent with the wrong winner", rows, depths, engines, lambda row, _, value: (value > 0) != row["won"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depths", default="1,3,5,7")
    parser.add_argument("--by-ply", action="store_true", help="tables for each ply")
    parser.add_argument("rows")
    parser.add_argument("list", type=argparse.FileType())
    parser.add_argument("engine", nargs="+")
    options = parser.parse_args()
    depths = options.depths.split(",")
    known = read_rows(options.rows)
    judge = Asked(options.engine[0])
    engines = {command: Asked(command) for command in options.engine}
    lines = [line.strip() for line in options.list if line.strip() and not line.startswith("#")]
    with open(options.rows, "a", encoding="utf-8") as file:
        for line in lines:
            row = known.setdefault(line, {"position": line, "won": None, "kept": {}, "found": {}})
            if complete(row, judge, engines, depths):
                print(json.dumps(row), file=file, flush=True)
                os.fsync(file.fileno())
    rows = [known[line] for line in lines]
    for ply in sorted(set(map(ply_of, lines))) if options.by_ply else []:
        print_tables(f"ply {ply}", [row for row in rows if ply_of(row["position"]) == ply], depths, engines)
    print_tables("all", rows, depths, engines)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How often the best move of a search of few plies gives away a won position of Hand of the King.

    tests/bench/hand_errors.py [--depths 1,3,5,7] LIST ENGINE...

LIST has positions as panj-campaign reads them. The first engine proves who wins, each engine is asked for its move at each
depth. A row for each engine: errors per hundred won positions."""
import argparse
import subprocess


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, *lines):
        """The best move and the last line about it."""
        for line in lines:
            self.process.stdin.write(line + "\n")
        info = ""
        for line in self.process.stdout:
            if line.startswith("info") and " score " in line:
                info = line
            if line.startswith("bestmove"):
                return line.split()[1], info
        raise SystemExit("the engine has gone")


def wins(judge, game, position):
    move, info = judge.ask("newgame " + game, "position " + position, "solve")
    if " proven " not in info:
        raise SystemExit("not proven: " + position)
    return move, " wdl 1000 " in info


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depths", default="1,3,5,7")
    parser.add_argument("list")
    parser.add_argument("engine", nargs="+")
    options = parser.parse_args()
    depths = options.depths.split(",")
    judge = Engine(options.engine[0])
    engines = {command: Engine(command) for command in options.engine}
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
            move, _ = engines[command].ask("newgame " + game, "position " + position, "go depth " + depth)
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

#!/usr/bin/env python3
"""Gems for two: panj against greedy players, over both seats of each map.

    tests/bench/gems_greedy.py [--go "movetime 15"] [--rounds 3] [--flags "turns=100"] ENGINE MAP...

MAP is a name that the engine knows or a file with a map. A greedy player goes to the gem (or the key that he lacks) that
is best by what it pays: `rate` by points a turn on the way there, `near` the nearest that pays at all; the other player is in
the way, never hit. Each round has two
random plies more before the match begins, the first none. A row a map and player: panj's points ahead, as A and as B, on
average, and how many of the games it won."""
import argparse
import os
import random

from client import Engine, EngineError, limits_of

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "upleft": (-1, -1), "upright": (-1, 1),
         "downleft": (1, -1), "downright": (1, 1)}
PAIRS = ((50, 0, 0, 0), (50, 200, 100, 0), (100, 50, 200, 100), (50, 100, 50, 200), (250, 50, 100, 50))
KEY_WORTH = 20


def cell_of(word):
    return int(word[1:]) - 1, ord(word[0]) - ord("a")


class Place:
    """What a greedy player sees: the position as its FEN has it."""

    def __init__(self, fen):
        rows, side, turn, *players = fen[:5]
        self.rows = rows.split("/")
        self.turn = int(turn)
        cell, _, last, keys = players[int(side) - 1].split(":")
        self.at = cell_of(cell)
        self.other = cell_of(players[2 - int(side)].split(":")[0])
        self.last = 0 if last == "-" else int(last)
        self.keys = keys

    def is_open(self, row, column):
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])) or (row, column) == self.other:
            return False
        sign = self.rows[row][column]
        return sign != "W" and (sign not in "GRY" or sign.lower() in self.keys)

    def worth(self, row, column):
        sign = self.rows[row][column]
        if sign in "1234":
            return PAIRS[self.last][int(sign) - 1]
        return KEY_WORTH if sign in "gry" and sign not in self.keys else 0

    def reached(self):
        """Cells by their distance: the cell, turns, the first step."""
        seen = {self.at}
        queue = [(self.at, 0, None)]
        for cell, turns, first in queue:
            yield cell, turns, first
            for word, (down, right) in STEPS.items():
                to = (cell[0] + down, cell[1] + right)
                if to not in seen and self.is_open(*to):
                    seen.add(to)
                    queue.append((to, turns + 1, first or word))


def greedy_move(manner, place):
    best, move = 0, "noop"
    for cell, turns, first in place.reached():
        points = place.worth(*cell) if turns > 0 else 0
        value = points / turns if manner == "rate" and points else 1 / turns if points else 0
        if value > best:
            best, move = value, first
    return move


def set_up(engine, lay, moves):
    game, fen = lay
    try:
        engine.command("newgame gems " + game)
        engine.position(fen, moves)
    except EngineError as error:
        raise SystemExit(f"{game or fen}: {error}") from error


def setting(board, flags):
    """How the map is laid: the words of newgame, and a FEN or None."""
    if os.path.exists(board):
        with open(board, encoding="utf-8") as lines:
            rows = "/".join(line.strip() for line in lines if line.strip())
        return "", f"{rows} players=2 {flags}"
    return f"map={board} players=2 {flags}", None


def play(engine, options, lay, opening, manner, seat):
    """One game; panj's points less those of the greedy player."""
    moves = list(opening)
    set_up(engine, lay, moves)
    while (turn := engine.query("turn")) in ("1", "2"):
        if int(turn) - 1 == seat:
            moves.append(engine.go(**limits_of(options.go)).bestmove)
        else:
            moves.append(greedy_move(manner, Place(engine.query("fen").split())))
        engine.position(lay[1], moves)
    score = engine.score()
    return score[seat] - score[1 - seat]


def openings(engine, lay, rounds):
    """Two random plies more for each round."""
    rng = random.Random(1)
    yield []
    for number in range(1, rounds):
        moves = []
        for _ in range(2 * number):
            set_up(engine, lay, moves)
            moves.append(rng.choice(engine.legal()))
        yield moves


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--go", default="movetime 15")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--flags", default="turns=100")
    parser.add_argument("engine")
    parser.add_argument("map", nargs="+")
    options = parser.parse_args()
    engine = Engine([options.engine])
    print("| map | greedy | ahead as A | as B | both | lowest pair | won |\n|---|---|---|---|---|---|---|")
    for board in options.map:
        lay = setting(board, options.flags)
        for manner in "rate", "near":
            ahead = [[play(engine, options, lay, opening, manner, seat) for seat in (0, 1)]
                     for opening in openings(engine, lay, options.rounds)]
            first, second = (sum(pair[seat] for pair in ahead) / len(ahead) for seat in (0, 1))
            won = sum(margin > 0 for pair in ahead for margin in pair)
            print(f"| {os.path.basename(board)} | {manner} | {first:+.0f} | {second:+.0f} | {first + second:+.0f} | "
                  f"{min(map(sum, ahead)):+d} | {won} of {2 * len(ahead)} |", flush=True)


main()

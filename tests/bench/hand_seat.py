#!/usr/bin/env python3
"""Hand of the King from one seat: how many deals an engine wins as player 1, or as player 2.

    tests/bench/hand_seat.py [--deals 1..200] [--seat 1] [--other-style seed] ENGINE GO OTHER GO

GO is what stands behind `go` for each move, `"movetime 100"` or `"nodes 50000"`. Each deal is played once, after newgame.
Deals that were lost are listed."""
import argparse
import subprocess


class Engine:
    def __init__(self, command, go="", style="best"):
        self.go = go
        self.info = ""
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.tell("setoption name Style value " + style)

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, until):
        self.tell(line)
        for answer in self.process.stdout:
            if " score " in answer:
                self.info = answer
            if answer.startswith(until):
                return answer.split()[1]
            if answer.startswith("error"):
                raise SystemExit(line + ": " + answer)
        raise SystemExit("the engine has gone")


def after(moves):
    return "position startpos" + (" moves " + " ".join(moves) if moves else "")


def play(players, seed):
    """1 or 2, who wins."""
    for player in players:
        player.tell(f"newgame hand seed={seed}")
    moves = []
    while True:
        position = after(moves)
        mover = players[len(moves) % 2]
        result = mover.ask(position + "\nquery result", "response")
        if result != "none":
            return 1 if result == "p1win" else 2
        moves.append(mover.ask("go " + mover.go, "bestmove"))


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
    players = [Engine(options.engine, options.go),
               Engine(options.other, options.other_go, options.other_style)]
    if options.seat == 2:
        players.reverse()
    first, last = map(int, options.deals.split(".."))
    lost = [seed for seed in range(first, last + 1) if play(players, seed) != options.seat]
    print(f"as player {options.seat} of deals {options.deals}: won {last - first + 1 - len(lost)} of {last - first + 1}; lost:",
          *lost or ["none"])


if __name__ == "__main__":
    main()

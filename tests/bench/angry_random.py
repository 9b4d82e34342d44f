#!/usr/bin/env python3
"""Random boards of Angry: how many `solve` proves, and why not the others.

    tests/bench/angry_random.py [--boards 100] [--seed 1] [--limit 60] [--engine ./panj]

A 10x10 board has 14 eggs and 9 pigs; the cap of actions is drawn from 3 to 150; every second queen is free. Seconds are
those of the processor, so that other work on the machine does not count. One line a board: queen, cap, verdict, seconds,
and what the engine last said of what is left to do; then how many there are of each verdict."""

import argparse
import collections
import random
import resource
import subprocess

SIDE, EGGS, PIGS, ROCKS = 10, 14, 9, 12


def fen(rng, queen, cap):
    cells, places = ["T"] * (SIDE * SIDE), rng.sample(range(SIDE * SIDE), EGGS + PIGS + ROCKS + 3)
    for place, sign in zip(places, "E" * EGGS + "P" * PIGS + "R" * ROCKS + "HQS"):
        cells[place] = sign
    rows = ["".join(cells[row * SIDE:(row + 1) * SIDE]) for row in range(SIDE)]
    return f"{'/'.join(rows)} 1 0 queen={queen} cap={cap}"


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def solve(engine, position, limit):
    before = cpu_of_children()
    done = subprocess.run([engine], input=f"newgame angry\nposition fen {position}\nsolve\n", capture_output=True,
                          text=True, check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    seconds, text = cpu_of_children() - before, done.stdout
    said = [line[len("info string "):] for line in text.splitlines() if line.startswith("info string angry: open")]
    if done.returncode < 0:
        return f"not within {limit} s of CPU", seconds, said[-1] if said else ""
    if "error " in text:
        raise SystemExit(f"{position}\n{text}")
    last = [line for line in text.splitlines() if " score " in line]
    why = [line[len("info string "):] for line in text.splitlines() if line.startswith("info string not")]
    verdict = "proven" if last and " proven " in last[-1] else why[-1] if why else text[-120:]
    return verdict, seconds, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--engine", default="./panj")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    verdicts = collections.Counter()
    for number in range(options.boards):
        queen, cap = ("script", "free")[number % 2], rng.randint(3, 150)
        verdict, seconds, said = solve(options.engine, fen(rng, queen, cap), options.limit)
        verdicts[verdict] += 1
        print(f"{number:3} {queen:6} {cap:3} {verdict} {seconds:.1f} {said}".rstrip(), flush=True)
    for verdict, count in verdicts.most_common():
        print(f"{count} of {options.boards}: {verdict}")


if __name__ == "__main__":
    main()

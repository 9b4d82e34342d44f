#!/usr/bin/env python3
"""How the work of Konane's proofs grows with the stones, from the table of positions that `make growth` gave:

    tests/bench/konane_estimate.py [--stones 62] [tests/bench/results/konane-growth.md]

A row for each number of stones, then a straight line through the logarithms of what each position took. One that was given
up took more than it says, and counts as that (a regression on censored data, by most likelihood); the ranges are where
the likelihood is not less than a 90 % interval's (profile, chi-square of one degree)."""

import argparse
import math
import os
import re
from statistics import NormalDist, median

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results", "konane-growth.md")
NORMAL = NormalDist()
HALF_CHI_SQUARE = NORMAL.inv_cdf(0.95) ** 2 / 2
WORK = ("opened, M", "visited, M", "CPU s")


def rows(path):
    """(stones, is decided, (opened, visited, seconds)) of each position."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            cell = [word.strip() for word in line.strip().strip("|").split("|")]
            if re.fullmatch(r"\d+", cell[0]):
                yield int(cell[0]), cell[2] != "open", tuple(map(float, cell[3:6]))


def log_likelihood(points, level, slope, spread):
    total = 0
    for x, y, is_decided in points:
        z = (y - level - slope * x) / spread
        total += (-z * z / 2 - math.log(spread)) if is_decided else math.log(max(NORMAL.cdf(-z), 1e-300))
    return total


def climb(function, start, step):
    """The top of a smooth hill: one coordinate after the other, with steps that halve."""
    at, best = list(start), function(*start)
    step = list(step)
    while max(step) > 1e-5:
        moved = False
        for i in range(len(at)):
            for sign in (1, -1):
                trial = at[:i] + [at[i] + sign * step[i]] + at[i + 1:]
                value = function(*trial)
                if value > best:
                    at, best, moved = trial, value, True
        if not moved:
            step = [size / 2 for size in step]
    return at, best


def fit(points):
    """Level, slope, spread, log-likelihood. The spread is told by its logarithm."""
    (level, slope, spread), best = climb(lambda a, b, s: log_likelihood(points, a, b, math.exp(s)), (0, 0.5, 0), (1, 0.1, 0.3))
    return level, slope, math.exp(spread), best


def interval(best, profile, middle, step):
    """Where the profile of a parameter falls below the 90 % limit on both sides of the middle."""
    ends = []
    for sign in (-1, 1):
        near, far = middle, middle + sign * step
        while best - profile(far) < HALF_CHI_SQUARE:
            near, far = far, far + sign * step
        for _ in range(30):
            between = (near + far) / 2
            if best - profile(between) < HALF_CHI_SQUARE:
                near = between
            else:
                far = between
        ends.append(near)
    return ends


def at_slope(points, slope):
    return climb(lambda a, s: log_likelihood(points, a, slope, math.exp(s)), (0, 0), (1, 0.3))[1]


def at_level(points, level):
    return climb(lambda b, s: log_likelihood(points, level, b, math.exp(s)), (0.5, 0), (0.1, 0.3))[1]


def estimate(found, stones, which):
    """The line through one kind of work, `stones` being where its level is asked for."""
    points = [(count - stones, math.log(work[which]), is_decided) for count, is_decided, work in found]
    level, slope, spread, best = fit(points)
    low, high = interval(best, lambda at: at_slope(points, at), slope, 0.05)
    least, most = interval(best, lambda at: at_level(points, at), level, 0.5)
    two = math.exp(2 * slope)
    print(f"{WORK[which]}: {two:.2f} times for two stones more ({math.exp(2 * low):.2f} to {math.exp(2 * high):.2f}), {slope:.2f} in e-logs a stone, "
          f"positions scatter by {math.exp(spread):.1f}; with {stones} stones {math.exp(level):.2g} ({math.exp(least):.1g} to {math.exp(most):.1g})")


def short(number):
    return f"{number:.0f}" if number >= 100 else f"{number:.2g}"


def print_counts(found):
    print("| stones left | positions | decided | " + " | ".join(f"{name}: median (range)" for name in WORK) + " |")
    print("|---|---|---|---|---|---|")
    for stones in sorted({row[0] for row in found}):
        here = [row for row in found if row[0] == stones]
        cells = []
        is_open = not all(row[1] for row in here)
        for which in range(len(WORK)):
            took = [row[2][which] for row in here]
            middle = median(row[2][which] if row[1] else math.inf for row in here)
            said = short(middle) if middle < math.inf else ">" + short(max(took))
            cells.append(f"{said} ({short(min(took))} to {'>' if is_open else ''}{short(max(took))})")
        print(f"| {stones} | {len(here)} | {sum(row[1] for row in here)} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", default=TABLE)
    parser.add_argument("--stones", type=int, default=62)
    options = parser.parse_args()
    found = list(rows(options.table))
    print_counts(found)
    print()
    for which in range(len(WORK)):
        estimate(found, options.stones, which)
    opened = sum(work[0] for stones, _, work in found if 50 <= stones <= 54)
    print(f"{opened:.0f} M opened from 50 to 54 stones")


if __name__ == "__main__":
    main()

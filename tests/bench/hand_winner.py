#!/usr/bin/env python3
"""Who wins start deals of Hand of the King, by thousands, from what `panj-campaign run --winner` has found.

    echo "hand seed=101..10000 | startpos" >deals.txt
    ./panj-campaign run deals.json deals.txt --winner -j 1 --option Hash=256
    tests/bench/hand_winner.py deals.json >tests/bench/results/hand-winner.md"""

import argparse
import json
import re
from statistics import mean, median

HEAD = """# Hand of the King: who wins, start deals

Uniform deals, `capture=any`: the number of a deal is its seed. Who wins, not by how much: `panj-campaign run --winner`, tabled by
`tests/bench/hand_winner.py`. Player 1 moves first.

| deals | solved | player 1 wins | median nodes, M | mean | most (deal) | CPU s, median | mean | most |
|---|---|---|---|---|---|---|---|---|"""


def solved(paths):
    """Seed: row, of the deals that are proven; a deal may stand in several files."""
    found = {}
    for path in paths:
        with open(path, encoding="ascii") as lines:
            for row in map(json.loads, lines):
                deal = re.fullmatch(r"hand seed=(\d+) \| startpos", row["position"])
                if deal and row["outcome"] == "proven":
                    found[int(deal[1])] = row
    return found


def is_won(row):
    return not row["score"].startswith("mate -")


def line(found):
    nodes = {seed: row["nodes"] / 1e6 for seed, row in found.items()}
    cpu = [row["cpu"] for row in found.values()]
    dearest = max(nodes, key=nodes.get)
    won = sum(map(is_won, found.values()))
    return (f"| {min(found)} to {max(found)} | {len(found)} | {won} | {median(nodes.values()):.1f} | {mean(nodes.values()):.1f} "
            f"| {nodes[dearest]:.0f} ({dearest}) | {median(cpu):.2f} | {mean(cpu):.2f} | {max(cpu):.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+")
    found = solved(parser.parse_args().results)
    print(HEAD)
    for thousand in sorted({(seed - 1) // 1000 for seed in found}):
        print(line({seed: row for seed, row in found.items() if (seed - 1) // 1000 == thousand}))
    print(line(found))
    lost = [str(seed) for seed, row in sorted(found.items()) if not is_won(row)]
    print("\nPlayer 2 wins: " + (", ".join(lost) or "none") + ".")


if __name__ == "__main__":
    main()

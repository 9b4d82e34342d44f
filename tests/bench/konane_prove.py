#!/usr/bin/env python3
"""`panj-campaign prove` by workers over a queue, beside one engine that solves each position at one go.

    tests/bench/konane_prove.py LIST FOLDER [--workers N] [--option Hash=500] [--campaign ./panj-campaign]

Starts a redis-server on a unix socket and N workers of one thread, proves the positions of LIST one after the other, has
each at one go too (`run --verify`), and prints a table in Markdown. FOLDER keeps RESULTS and parts: the same command goes
on where it was. A proof counts that is verified as a whole; whose outcome is another than at one go, it stops.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def rows_of(path):
    with open(path, encoding="ascii") as file:
        return [json.loads(line) for line in file]


def positions_of(path):
    with open(path, encoding="ascii") as file:
        lines = (line.split("#")[0].split() for line in file)
        return [" ".join(words) for words in lines if words]


class Bench:
    def __init__(self, words):
        self.words = words
        self.campaign = words.campaign
        self.options = [word for option in words.option for word in ("--option", option)]

    def call(self, *words):
        subprocess.run([self.campaign, *words, *self.options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def at_one_go(self):
        path = os.path.join(self.words.folder, "one.json")
        self.call("run", path, self.words.list, "-j", "1", "--verify", "--limit", "100000")
        return {row["position"]: row for row in rows_of(path)}

    def by_workers(self, position, url):
        path = os.path.join(self.words.folder, re.sub(r"[^a-z0-9]+", "-", position) + ".json")
        begins, is_new = time.time(), not os.path.exists(path)
        self.call("prove", path, position, "--queue", url)
        return rows_of(path), time.time() - begins if is_new else None

    @contextlib.contextmanager
    def queue(self):
        with tempfile.TemporaryDirectory(prefix="panj-queue-") as folder:
            url = f"unix:{folder}/socket"
            server = ["redis-server", "--port", "0", "--unixsocket", f"{folder}/socket", "--dir", folder, "--appendonly", "yes", "--save", ""]
            begun = [subprocess.Popen(server, stdout=subprocess.DEVNULL)]
            while not os.path.exists(f"{folder}/socket"):
                time.sleep(0.05)
            for _ in range(self.words.workers):
                begun.append(subprocess.Popen([self.campaign, "work", url, "-j", "1"]))
            try:
                yield url
            finally:
                for process in reversed(begun):
                    process.terminate()
                    process.wait()


def is_won(row):
    return not row["score"].startswith("mate -")


def print_row(one, rows, seconds, workers):
    end, jobs = rows[-1], rows[1:-1]
    mover = end["proved"].split()[1]
    if not end["verified"] or not one["verified"] or (end["result"] == f"p{mover}win") != is_won(one):
        sys.exit(f"{one['position']}: {one['score']} at one go, {end}")
    searching = sum(job["seconds"] for job in jobs) / workers
    cells = [
        one["position"].replace(" | startpos moves", ",").replace("konane ", ""),
        "won" if is_won(one) else "lost",
        f"{one['nodes'] / 1e6:.1f} M",
        f"{end['nodes'] / 1e6:.1f} M",
        f"{end['nodes'] / one['nodes']:.2f}",
        f"{end['jobs']:,}",
        f"{sum('proof' in job for job in jobs):,}",
        f"{end['answers']:,}",
        f"{seconds:.0f}" if seconds else "",
        f"{100 * searching / seconds:.0f} %" if seconds else "",
    ]
    print("|", " | ".join(cells), "|", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--campaign", default="./panj-campaign")
    words = parser.parse_args()
    os.makedirs(words.folder, exist_ok=True)
    bench = Bench(words)
    alone = bench.at_one_go()
    print("| opening | its mover | at one go | by workers | | jobs | parts | answers | s | searching |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for position in positions_of(words.list):
        with bench.queue() as url:
            print_row(alone[position], *bench.by_workers(position, url), words.workers)


if __name__ == "__main__":
    main()

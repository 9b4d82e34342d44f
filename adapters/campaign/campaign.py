#!/usr/bin/env python3
"""panj-campaign: solves a list of positions in parallel processes and keeps what it finds.

    panj-campaign run RESULTS POSITIONS [-j JOBS] [--limit SECONDS] [--option NAME=VALUE ...] [--verify] [--again]
                      [--engine CMD]
    panj-campaign table RESULTS

POSITIONS has one position a line: the words of newgame, `|`, the words of position; lines that begin with # are
remarks:

    konane rows=6 cols=6 | startpos moves a1 b1
    hand seed=17         | startpos

RESULTS is a file of JSON lines, one a finished position, each on the disk before the next begins: after kill -9 the
same command goes on where it was, and nothing finished is done again; --again tries those once more that were left
open. Progress goes to standard error.
"""

import argparse
import concurrent.futures
import json
import os
import re
import select
import shlex
import subprocess
import sys
import tempfile
import threading
import time


# A margin of nothing may still be a win, by a tie-break: said where the engine is sure.
WHO_WINS = {"1000 0 0": ", win", "0 1000 0": ", draw", "0 0 1000": ", loss"}


class Campaign:
    """The positions still to solve, and the file of those that are."""

    def __init__(self, arguments, positions):
        self.lock = threading.Lock()
        self.file = open(arguments.results, "a+", encoding="utf-8")
        self.finished = self.read_finished()
        self.todo = [position for position in positions if not self.is_done(position, arguments.again)]
        self.began = time.monotonic()
        self.done_now = 0

    def read_finished(self):
        """What is in the file; a half line at its end, left by a kill, is cut off."""
        self.file.seek(0)
        text = self.file.read()
        whole = text[: text.rfind("\n") + 1]
        if len(whole) != len(text):
            self.file.truncate(len(whole.encode()))
        return {record["position"]: record for record in map(json.loads, whole.splitlines())}

    def is_done(self, position, again):
        return position in self.finished and not (again and self.finished[position]["outcome"] == "open")

    def keep(self, record):
        with self.lock:
            self.file.write(json.dumps(record) + "\n")
            self.file.flush()
            os.fsync(self.file.fileno())
            self.finished[record["position"]] = record
            self.done_now += 1
            self.show_progress(record)

    def show_progress(self, record):
        left = len(self.todo) - self.done_now
        rate = (time.monotonic() - self.began) / self.done_now
        print(f"{self.done_now}/{len(self.todo)}  {record['position']}: {record['outcome']} in {record['cpu']:.2f} s;"
              f" about {left * rate:.0f} s left", file=sys.stderr)


class Talk:
    """An engine process; its CPU time is known when it has ended."""

    def __init__(self, command, lines):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.buffer = b""
        for line in lines:
            self.say(line)

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def until(self, pattern, limit):
        """Lines up to one that matches; None when the time is up or the engine is gone."""
        end, lines = time.monotonic() + limit, []
        while True:
            while b"\n" in self.buffer:
                line, self.buffer = self.buffer.split(b"\n", 1)
                lines.append(line.decode())
                if re.match(pattern, lines[-1]):
                    return lines
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                return None
            self.buffer += piece

    def end(self):
        """Seconds of CPU and MiB at most."""
        try:
            self.say("quit")
            self.process.stdin.close()
        except OSError:
            pass
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.process.stdout.close()
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def verify(arguments, game, store):
    """Writes the proof on the side of the engine that found it, and lets another one check it."""
    checker = Talk(shlex.split(arguments.engine) + ["--store", store], [f"newgame {game}", "proof verify"])
    lines = checker.until(r"proof verified|error", arguments.limit)
    checker.end()
    return bool(lines) and lines[-1].startswith("proof verified")


def solve(arguments, position):
    """One position, from its own process."""
    game, _, words = (part.strip() for part in position.partition("|"))
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "proof")
        options = [f"setoption name {name} value {value}" for name, value in arguments.option]
        began = time.monotonic()
        talk = Talk(shlex.split(arguments.engine) + ["--store", store], options + [f"newgame {game}", f"position {words}", "solve"])
        lines = talk.until(r"bestmove|error", arguments.limit)
        record = {"position": position, "outcome": "open", "score": "", "best": "", "nodes": 0}
        if lines is None:
            talk.process.kill()
        elif lines[-1].startswith("error"):
            record["outcome"] = lines[-1]
        else:
            infos = [line for line in lines if " score " in line and " pv " in line]
            score = re.search(r" score (\S+ -?\d+)( proven)?(?: wdl (\d+ \d+ \d+))?", infos[-1])
            record.update(score=score.group(1) + WHO_WINS.get(score.group(3), ""), best=lines[-1].split()[1], outcome="proven" if score.group(2) else "open",
                          nodes=int(re.search(r" nodes (\d+)", infos[-1]).group(1)))
        if record["outcome"] == "proven" and arguments.verify:
            talk.say("proof save")
            saved = talk.until(r"proof saved|error", arguments.limit)
            record["verified"] = bool(saved) and saved[-1].startswith("proof saved") and verify(arguments, game, store)
        record["wall"] = round(time.monotonic() - began, 3)
        record["cpu"], record["mib"] = talk.end()
        record["cpu"] = round(record["cpu"], 3)
    return record


def read_positions(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return [line for line in lines if line and not line.startswith("#")]


def run(arguments):
    campaign = Campaign(arguments, dict.fromkeys(read_positions(arguments.positions)))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = [pool.submit(solve, arguments, position) for position in campaign.todo]
        for future in concurrent.futures.as_completed(futures):
            campaign.keep(future.result())
    print_table(campaign.finished.values())
    return 0


def print_table(records):
    print("| position | outcome | score | best | nodes | CPU s | MiB |\n|---|---|---|---|---|---|---|")
    for record in records:
        outcome = record["outcome"] + {True: ", verified", False: ", NOT verified", None: ""}[record.get("verified")]
        print(f"| `{record['position'].replace('|', '/')}` | {outcome} | {record['score']} | {record['best']} | {record['nodes']:,}"
              f" | {record['cpu']:.2f} | {record['mib']} |")


def table(arguments):
    with open(arguments.results, encoding="utf-8") as file:
        records = {record["position"]: record for record in map(json.loads, file)}
    print_table(records.values())
    return 0


def name_and_value(word):
    name, equals, value = word.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"wants NAME=VALUE, not {word}")
    return name, value


def at_least_one(word):
    if not word.isdecimal() or int(word) == 0:
        raise argparse.ArgumentTypeError(f"wants a number from 1, not {word}")
    return int(word)


def main():
    parser = argparse.ArgumentParser(prog="panj-campaign", description="solves lists of positions, resumably")
    verbs = parser.add_subparsers(dest="verb", required=True)
    runner = verbs.add_parser("run", help="solve what is in POSITIONS and not yet in RESULTS")
    runner.add_argument("results")
    runner.add_argument("positions")
    runner.add_argument("-j", "--jobs", type=at_least_one, default=os.cpu_count() or 1, help="processes at once")
    runner.add_argument("--limit", type=float, default=3600, help="seconds of the wall for a position")
    runner.add_argument("--option", action="append", default=[], type=name_and_value, help="NAME=VALUE for the engine")
    runner.add_argument("--verify", action="store_true", help="keep each proof and check it by the rules alone")
    runner.add_argument("--again", action="store_true", help="also try those that were left open")
    runner.add_argument("--engine", default="./panj", help="its command line")
    tabler = verbs.add_parser("table", help="print RESULTS as a table")
    tabler.add_argument("results")
    arguments = parser.parse_args()
    try:
        return run(arguments) if arguments.verb == "run" else table(arguments)
    except (OSError, ValueError) as error:
        parser.exit(1, f"panj-campaign: {error}\n")


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""A class of 30 agents of Hand, a double round robin at 0.1 s a move: when the first game is over, how many games a second
are played from then to the last, and how long the rest takes (marks, pages), beside the referee alone with the same 30
agents, without walls, and with panj-random 30 times.

    tests/bench/class_rate.py [AGENTS]     870 games each for 30; a few minutes
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLE = os.path.join(ROOT, "adapters", "class", "example", "hand", "honest.py")
GAME = ["-game", "hand", "-openings", "seeds=1..1", "-each", "st=0.1"]


def timed(command):
    """Seconds until the first line about a game and the last, seconds in all, processor seconds."""
    began, before = time.monotonic(), os.times()
    heard = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as process:
        for line in process.stdout:
            if line.startswith("game "):
                heard.append(time.monotonic() - began)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    assert process.returncode == 0, command
    return heard[0], heard[-1], time.monotonic() - began, used


def main():
    agents = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    games = agents * (agents - 1)
    with tempfile.TemporaryDirectory() as room:
        folder = os.path.join(room, "class")
        os.mkdir(folder)
        for number in range(agents):
            shutil.copy(EXAMPLE, os.path.join(folder, f"agent{number + 1}.py"))
        referee = ["./panj-referee", *GAME, "-concurrency", str(os.cpu_count())]
        seats = [word for number in range(agents) for word in
                 ("-engine", f"cmd={sys.executable} -B -S {ROOT}/panj-class seat hand {folder}/agent{number + 1}.py")]
        began = time.monotonic()
        subprocess.run(["./panj-class", folder, "--st", "0.1"], cwd=ROOT, env={**os.environ, "PANJ_REFEREE": "/bin/false"}, check=False)
        print(f"the referee is called after {time.monotonic() - began:.2f} s")
        for name, command in (("class", ["./panj-class", folder, "--st", "0.1", "--house", "", "--review", "0"]),
                              ("referee, the same agents", referee + seats),
                              ("referee, panj-random", referee + ["-engine", "panj-random"] * agents)):
            first, last, whole, used = timed(command)
            print(f"{name}: first game over after {first:.2f} s, {games} games, {(games - 1) / (last - first):.1f} a second, "
                  f"the rest in {whole - last:.2f} s, {1000 * used / games:.1f} ms of processor a game in all", flush=True)


if __name__ == "__main__":
    main()

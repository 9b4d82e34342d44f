"""The engine as WebAssembly is the engine: the same node counts, the same conduct, and most of its speed."""

import os
import re
import shutil
import statistics
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
ENGINE = os.path.join(os.environ.get("SITE", "/nonexistent"), "engine.js")  # make check-web tells where
NODE = shutil.which("node")
WASM = [NODE, os.path.join(ROOT, "adapters", "web", "wasm", "pipe.js"), ENGINE]
CONFORM = [sys.executable, os.path.join(ROOT, "adapters", "conform", "conform.py")]
SEARCH = "newgame konane\ngo depth 13\n"
# Each a second or so of the native engine: searches, and the exact methods.
WORKS = {
    "Konane, search": "newgame konane\ngo depth 16\n",
    "Konane, proof": "newgame konane rows=6 cols=7\nposition startpos moves a1 a2\nsolve\n",
    "Hand, proof": "newgame hand seed=9\nsolve\n",
    "Gems, proof": "newgame gems seed=7 size=12x12 gems=26\nsolve\n",
    "Angry, proof": "newgame angry map=canyon\nsolve\n",
}


def say(command, lines):
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def cpu_seconds(command, lines):
    before = os.times()
    say(command, lines)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def seconds(command, work):
    return cpu_seconds(command, work) - cpu_seconds(command, "newgame konane\n")


class Wasm(unittest.TestCase):
    def test_the_same_nodes(self):
        counts = [re.findall(r"^bench (\w+ nodes \d+)", say(command, "bench\n"), re.M) for command in ([PANJ], WASM)]
        self.assertGreater(len(counts[0]), 5)
        self.assertEqual(*counts)

    def test_it_conforms(self):
        for game in ("konane", "monopoly"):
            done = subprocess.run(CONFORM + ["--game", game] + WASM, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn("level reached: L3", done.stdout)

    def test_two_threads(self):
        self.assertIn("bestmove ", say(WASM, "setoption name Threads value 2\n" + SEARCH))

    def test_speed(self):
        """Nodes a second beside native ones on one thread, by seconds of CPU for the same nodes, without those of the
        start: the median of five turns, as the machine may be busy meanwhile."""
        shares = []
        for name, work in WORKS.items():
            share = statistics.median(seconds([PANJ], work) / seconds(WASM, work) for _ in range(5))
            print("%s: WebAssembly has %.0f %% of native speed" % (name, 100 * share))
            shares.append(share)
        self.assertGreater(statistics.geometric_mean(shares), 0.6)


if __name__ == "__main__":
    if NODE is None or not os.path.exists(ENGINE) or "-" in os.path.basename(PANJ):
        print("no node, or no engine of WebAssembly here: make site")
        sys.exit(0)
    unittest.main()

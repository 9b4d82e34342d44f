"""The engine as WebAssembly is the engine: the same node counts, the same conduct, and most of its speed."""

import os
import re
import shutil
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


def say(command, lines):
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


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
        best = [0, 0]
        for _ in range(3):
            for i, command in enumerate(([PANJ], WASM)):
                nps = int(re.findall(r"^info nodes \d+ nps (\d+)", say(command, SEARCH), re.M)[-1])
                best[i] = max(best[i], nps)
        print("nodes a second: native %d, WebAssembly %d, %.0f %%" % (best[0], best[1], 100 * best[1] / best[0]))
        self.assertGreater(best[1], 0.4 * best[0])


if __name__ == "__main__":
    if NODE is None or not os.path.exists(ENGINE) or "-" in os.path.basename(PANJ):
        print("no node, or no engine of WebAssembly here: make site")
        sys.exit(0)
    unittest.main()

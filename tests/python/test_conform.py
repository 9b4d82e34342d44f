"""panj-conform passes panj in every game, and notices every mutant for its own reason."""

import os
import re
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
CONFORM = [sys.executable, os.path.join(ROOT, "adapters", "conform", "conform.py")]
MUTANT = [sys.executable, os.path.join(ROOT, "tests", "faults", "mutant.py")]
sys.path.insert(0, os.path.join(ROOT, "tests", "faults"))

from mutant import DICE, MUTANTS  # noqa: E402

GAMES = ["konane", "konane rows=5 cols=5 open=any", "hand", "gems", "gems players=2", "angry queen=script", "angry", "monopoly"]


def conform(game, command, *options):
    return subprocess.run(CONFORM + list(options) + ["--game", game] + command, capture_output=True, text=True)


class Panj(unittest.TestCase):
    def test_every_game_passes(self):
        for game in GAMES:
            with self.subTest(game=game):
                done = conform(game, [PANJ])
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertIn("level reached: L3", done.stdout)

    def test_tap(self):
        done = conform("konane", [PANJ], "--tap", "--level", "L0")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "TAP version 13")
        count = int(re.fullmatch(r"1\.\.(\d+)", lines[1]).group(1))
        self.assertEqual(sum(line.startswith("ok ") for line in lines), count)
        self.assertEqual(done.returncode, 0)

    def test_what_is_no_engine_fails(self):
        for command in (["true"], ["cat"], ["/nonexistent"]):
            self.assertEqual(conform("", command, "--only", "handshake").returncode, 1)
        self.assertEqual(subprocess.run(CONFORM, capture_output=True).returncode, 2)


class Mutants(unittest.TestCase):
    def test_there_are_enough(self):
        self.assertGreaterEqual(len(MUTANTS), 25)

    def test_the_honest_one_passes(self):
        done = conform("konane rows=6 cols=6", MUTANT + ["Honest", PANJ])
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_each_is_noticed(self):
        def examine(entry):
            name, kind = entry
            game = "monopoly" if kind.noticed_by in DICE else "konane"
            return name, kind, conform(game, MUTANT + [name, PANJ], "--only", kind.noticed_by)

        with ThreadPoolExecutor(4) as pool:  # most of them wait most of the time
            examined = list(pool.map(examine, MUTANTS.items()))
        for name, kind, done in examined:
            with self.subTest(mutant=name):
                self.assertEqual(done.returncode, 1, f"{name} was not noticed by {kind.noticed_by}\n{done.stdout}")
                self.assertIn("0 passed, 1 failed", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)

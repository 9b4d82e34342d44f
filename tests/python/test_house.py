"""The house as an inspection sees it: no function too long, asserts enough, one cast of names, nothing twice."""

import glob
import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class House(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.done = subprocess.run([sys.executable, os.path.join(ROOT, "tests", "inspect")], capture_output=True, text=True)

    def test_an_inspection_finds_nothing(self):
        self.assertEqual(self.done.returncode, 0, self.done.stdout + self.done.stderr)

    def test_it_looked_at_the_games(self):
        self.assertGreaterEqual(len(glob.glob(os.path.join(ROOT, "src", "games", "*", "game.c"))), 5)
        row = next(line for line in self.done.stdout.splitlines() if line.startswith("src/games"))
        self.assertGreater(int(row.split()[2]), 10000)


if __name__ == "__main__":
    unittest.main()

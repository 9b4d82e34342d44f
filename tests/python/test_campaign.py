"""panj-campaign keeps every finished position through kill -9, and solves none twice."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
CAMPAIGN = [sys.executable, os.path.join(ROOT, "adapters", "campaign", "campaign.py")]
POSITIONS = ["konane rows=%d cols=%d | startpos moves a1 b1" % (r, c) for r in (3, 4, 5) for c in (3, 4, 5)]


def records(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


class Campaign(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.results = os.path.join(folder.name, "results")
        self.positions = os.path.join(folder.name, "positions")
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("# boards\n" + "\n".join(POSITIONS) + "\n")
        self.command = CAMPAIGN + ["run", self.results, self.positions, "-j", "2", "--verify", "--engine", PANJ]

    def test_killed_and_resumed(self):
        rng = random.Random(1)
        for _ in range(12):
            process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.uniform(0.05, 0.35))
            process.send_signal(signal.SIGKILL)
            process.wait()
            if os.path.exists(self.results):
                with open(self.results, "a", encoding="utf-8") as file:
                    file.write('{"position": "half')  # what a kill in the middle of a write leaves
        done = subprocess.run(self.command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        kept = records(self.results)
        self.assertEqual(sorted(record["position"] for record in kept), sorted(POSITIONS))
        self.assertTrue(all(record["outcome"] == "proven" and record["verified"] for record in kept))
        self.assertEqual(done.stdout.count("proven, verified"), len(POSITIONS))

    def test_what_cannot_be_is_told(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=4 cols=4 | fen nonsense\nchess | startpos\n")
        done = subprocess.run(self.command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([record["outcome"].split()[:2] for record in sorted(records(self.results), key=str)],
                         [["error", "bad_argument"], ["error", "bad_fen"]])


if __name__ == "__main__":
    unittest.main(verbosity=2)

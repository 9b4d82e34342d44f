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


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as own:
            found = own.read().split()
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as own:
                found += own.read().split()
        return found
    except OSError:
        return []


def runs_panj(pid):
    """Not so before it has become the engine, nor once it is a zombie or gone."""
    try:
        return os.path.samefile(f"/proc/{pid}/exe", PANJ)
    except OSError:
        return False


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

    def test_a_kill_leaves_no_engine(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("hand seed=1 | startpos\n")
        process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not (engines := children(process.pid)) or not runs_panj(engines[0]):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        end = time.monotonic() + 10
        while runs_panj(engines[0]) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertFalse(runs_panj(engines[0]))

    def test_open_ones_are_tried_again_if_asked(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane | startpos moves a1 b1\nkonane rows=4 cols=4 | startpos moves a1 b1\n")
        command = self.command + ["--limit", "0.5"]
        outcomes = []
        for more in ([], [], ["--again"]):
            subprocess.run(command + more, capture_output=True, check=True)
            outcomes.append(sorted(record["outcome"] for record in records(self.results)))
        self.assertEqual(outcomes, [["open", "proven"], ["open", "proven"], ["open", "open", "proven"]])
        table = subprocess.run(CAMPAIGN + ["table", self.results], capture_output=True, text=True)
        self.assertEqual(table.stdout.count("| open |"), 1)

    def test_what_cannot_be_is_told(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=4 cols=4 | fen nonsense\nchess | startpos\n")
        done = subprocess.run(self.command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([record["outcome"].split()[:2] for record in sorted(records(self.results), key=str)],
                         [["error", "bad_argument"], ["error", "bad_fen"]])
        for wrong in (["--option", "Hash"], ["-j", "0"], ["-j", "x"], ["--limit", "long"]):
            done = subprocess.run(self.command + wrong, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertNotIn("Traceback", done.stderr)
        done = subprocess.run(CAMPAIGN + ["run", self.results, "/nowhere/at/all"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))


if __name__ == "__main__":
    unittest.main(verbosity=2)

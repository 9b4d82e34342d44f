"""The simulators of many cores: one core is the engine itself, and the schedule of a list is as good as it is said to be."""

import os
import re
import subprocess
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
SIMULATE = os.environ.get("SIMULATE", "")


@unittest.skipUnless(SIMULATE, "the simulators are built with the release alone")
class Simulate(unittest.TestCase):
    def rows(self, program, *words):
        done = subprocess.run([os.path.join(ROOT, SIMULATE, program), *words], capture_output=True, text=True, check=True)
        table = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if line.startswith("| ")]
        return table[1:]

    def nodes_of_the_engine(self):
        script = "setoption name Hash value 256\nnewgame konane rows=5 cols=6\nposition startpos moves a1 b1\nsolve\nwait\n"
        done = subprocess.run([PANJ], input=script, capture_output=True, text=True, check=True)
        return int(re.findall(r" nodes (\d+)", done.stdout)[-1])

    def test_threads_on_one_table(self):
        ((_, alone, *shares),) = self.rows("threads", "rows=5 cols=6", "a1 b1")
        self.assertEqual(int(alone), self.nodes_of_the_engine())
        shares = [float(share.split()[0]) for share in shares]
        self.assertEqual(len(shares), 4)
        self.assertTrue(shares[0] > shares[3] > 0, shares)
        self.assertEqual(self.rows("threads", "rows=5 cols=6", "a1 b1")[0][1:], [alone] + [f"{share:.0f} %" for share in shares])

    def test_machines_with_a_graph(self):
        rows = self.rows("machines", "rows=5 cols=6", "a1 b1")
        self.assertEqual(len(rows), 3)
        for row in rows:
            self.assertEqual(int(row[1]), self.nodes_of_the_engine())
            for cell in row[3:]:
                share, nodes, *times = map(float, re.fullmatch(r"(\d+) % \(([0-9.]+)\) (\d+)/(\d+)/(\d+)", cell).groups())
                self.assertTrue(0.3 < nodes < 64, row)
                self.assertAlmostEqual(sum(times), 100, delta=1.5)
                self.assertAlmostEqual(share, times[0] / nodes, delta=1 + share / 20)

    def test_machines_of_many_threads(self):
        """A machine of four threads visits hardly more than one of one, in a good deal less time."""
        shares = {}
        for threads in ("1", "4"):
            ((*_, cell),) = self.rows("machines", "-threads", threads, "-machines", "1", "-latency", "100", "rows=5 cols=7", "a1 b1")
            shares[threads], nodes = map(float, re.match(r"(\d+) % \(([0-9.]+)\)", cell).groups())
            self.assertTrue(0.5 < nodes < 2, cell)
        self.assertTrue(shares["1"] > shares["4"] > shares["1"] / 4, shares)

    def test_the_schedule_of_a_list(self):
        rows = self.rows("list", os.path.join(ROOT, "tests/bench/results/hand-deals.md"))
        for jobs, column, least in (("100000 of 8", 4, 95), ("1000000 of 8", 5, 90)):
            found = [row for row in rows if row[0].startswith(jobs)]
            self.assertEqual([row[1] for row in found], ["0.1 ms", "5.0 ms", "50.0 ms"])
            for row in found:
                self.assertGreaterEqual(float(row[column].split()[0]), least, row)


if __name__ == "__main__":
    unittest.main(verbosity=2)

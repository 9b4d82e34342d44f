"""A new game laid by `make new-game` in a copy of the tree: it builds, plays, and passes what every game must pass."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
from own_make import own_make  # noqa: E402

PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
GENERIC = ("properties", "naive", "perft", "fen", "playthroughs", "picture", "sessions", "tables")


@unittest.skipIf("-" in os.path.basename(PANJ), "the release build alone")
class NewGame(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        cls.tree = os.path.join(cls.room.name, "tree")
        os.mkdir(cls.tree)
        for name in ("Makefile", "PROTOCOL.md", "README.md", "LICENSE", "src", "protocol", "adapters", "tests"):
            path = os.path.join(ROOT, name)
            copy = shutil.copytree if os.path.isdir(path) else shutil.copy2
            copy(path, os.path.join(cls.tree, name))
        if os.path.isdir(os.path.join(ROOT, "build", "release")):  # what is compiled is compiled
            shutil.copytree(os.path.join(ROOT, "build", "release"), os.path.join(cls.tree, "build", "release"))
        cls.laid = cls.make_in_tree("new-game", "NAME=threes")

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    @classmethod
    def run_in_tree(cls, *words, said=None, environment=os.environ):
        return subprocess.run(
            words, cwd=cls.tree, input=said, capture_output=True, text=True, timeout=500, check=False,
            env={**environment, "PANJ_TEST_SCALE": "0.02", "PANJ": "./panj", "FAULTS": "build/release/faults"})

    @classmethod
    def make_in_tree(cls, *words):
        command, environment = own_make("-s", *words)
        return cls.run_in_tree(*command, environment=environment)

    def test_it_builds_and_passes_the_tests_of_every_game(self):
        self.assertEqual(self.laid.returncode, 0, self.laid.stderr)
        tests = [f"build/release/tests/test_{name}" for name in GENERIC] + ["build/release/tests/replay_fuzz_fen_threes"]
        built = self.make_in_tree("panj", *tests)
        self.assertEqual(built.returncode, 0, built.stderr[-3000:])
        signed = self.make_in_tree("sign")
        self.assertEqual(signed.returncode, 0, signed.stderr)
        for test in tests:
            run = self.run_in_tree(test)
            self.assertEqual(run.returncode, 0, f"{test}\n{run.stdout[-3000:]}{run.stderr[-3000:]}")
        layers = self.run_in_tree("tests/layers")
        self.assertEqual(layers.returncode, 0, layers.stdout)
        played = self.run_in_tree("./panj", said="newgame threes\nplay b2 a1 c1 b1 a3\nquery result\nd\n")
        self.assertEqual(played.stdout.splitlines()[:3],
                         ["response p1win",
                          "display     a  b  c    cross (x) has won: three in a row   last move a3",
                          "display  1  o  o  x"])
        again = self.make_in_tree("new-game", "NAME=threes")
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("is there already", again.stderr)

    def test_a_name_is_a_word(self):
        for name in ("", "Two", "a-b", "../x"):
            refused = self.run_in_tree("tests/example/lay", name)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("usage", refused.stderr)


if __name__ == "__main__":
    unittest.main()

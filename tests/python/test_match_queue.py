"""A match over a queue: whatever dies, the store is that of one machine, each game once.

The redis-server is our own, on a unix socket; without one, or without hiredis, all is skipped."""

import os
import random
import shutil
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
from redis_case import SERVER, RedisCase  # noqa: E402

PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
REFEREE = os.path.join(ROOT, os.path.basename(PANJ).replace("panj", "panj-referee", 1))
SCALE = float(os.environ.get("PANJ_TEST_SCALE", "1"))
MINUTE = 120


def has_queue():
    if not os.path.exists(REFEREE):
        return False
    words = [REFEREE, "work", "-engine", f"cmd={PANJ}", "-arbiter", f"cmd={PANJ}", "-queue", "http://nowhere"]
    return "built without" not in subprocess.run(words, capture_output=True, text=True).stderr


@unittest.skipUnless(SERVER, "no redis-server here")
@unittest.skipUnless(has_queue(), "built without hiredis or SQLite")
class MatchQueue(RedisCase):
    def words(self, rounds, one=PANJ, more=()):
        """A match whose games are the same whoever plays them: the depth is fixed, and so are the openings."""
        return ["-engine", f"cmd={one}", "name=one", "depth=1", "-engine", f"cmd={PANJ}", "name=two", "depth=2",
                "-arbiter", f"cmd={PANJ}", "-game", "konane", "rows=5", "cols=5", "-openings", "plies=4", "-rounds", str(rounds),
                "-quiet", *more]

    def far(self, rounds, *more, **rest):
        return self.words(rounds, more=["-queue", self.url, "-lease", "1", *more], **rest)

    def export(self, path):
        return subprocess.run([REFEREE, "export", path], capture_output=True, text=True, check=True).stdout

    def play_here(self, rounds):
        path = os.path.join(self.folder, "here.db")
        subprocess.run([REFEREE, *self.words(rounds), "-db", path], capture_output=True, check=True)
        return self.export(path)

    def test_the_same_as_one_machine_whatever_dies(self):
        rounds = max(8, int(40 * SCALE))
        expected = self.play_here(rounds)
        path = os.path.join(self.folder, "far.db")
        rng = random.Random(int(os.environ.get("CHAOS_SEED", "3")))
        commands = {"keeper": [REFEREE, *self.far(rounds, "-db", path)], "one": [REFEREE, "work", *self.far(1)],
                    "two": [REFEREE, "work", *self.far(1, "-concurrency", "2")]}
        parts = {name: self.start(*command) for name, command in commands.items()}
        for _ in range(max(6, int(20 * SCALE))):
            self.disturb(rng, parts, lambda name: self.start(*commands[name]), 0.3)
        self.assertEqual(parts["keeper"].wait(timeout=MINUTE), 0)
        self.assertEqual(self.export(path), expected)
        for name in ("one", "two"):  # they are told that it is over; one that came later waits for another match
            if parts[name].poll() is None:
                parts[name].terminate()
            parts[name].wait(timeout=MINUTE)

    def test_a_worker_without_an_engine_yet_outlives_the_server(self):
        worker = self.start(REFEREE, "work", *self.far(1))
        asks = lambda: worker.poll() is not None or "cmd=hmget" in self.ask("CLIENT", "LIST")
        self.wait_for(asks)
        self.kill_server()
        self.server = self.start_server()
        self.wait_for(asks)
        self.assertIsNone(worker.poll())

    def test_all_data_of_the_server_lost(self):
        expected = self.play_here(20)
        path = os.path.join(self.folder, "far.db")
        keeper = self.start(REFEREE, *self.far(20, "-db", path))
        worker = self.start(REFEREE, "work", *self.far(1))
        time.sleep(0.3)
        self.kill_server(and_its_data=True)
        self.server = self.start_server()
        self.assertEqual(keeper.wait(timeout=MINUTE), 0)
        self.assertEqual(self.export(path), expected)
        worker.terminate()  # it may not have heard of the end, if that was lost too
        worker.wait(timeout=MINUTE)

    def test_another_engine_or_another_match_is_refused(self):
        keeper = self.start(REFEREE, *self.far(4))
        other = os.path.join(self.folder, "other")
        with open(PANJ, "rb") as file, open(other, "wb") as copy:
            copy.write(file.read() + b"!")
        os.chmod(other, 0o755)
        for words in (self.far(4, one=other), self.far(4, "-srand", "7")):
            done = subprocess.run([REFEREE, "work", *words], capture_output=True, text=True, timeout=MINUTE)
            self.assertEqual(done.returncode, 1)
            self.assertIn("refused: the match has other engines or settings", done.stderr)
        same = os.path.join(self.folder, "same")
        shutil.copy(PANJ, same)
        worker = self.start(REFEREE, "work", *self.far(4, one=same))
        self.assertEqual(keeper.wait(timeout=MINUTE), 0)
        self.assertEqual(worker.wait(timeout=MINUTE), 0)

    def test_what_is_no_game_is_passed_over(self):
        """An entrant that there is not, a ply that is none, half a game."""
        expected = self.play_here(4)
        path = os.path.join(self.folder, "far.db")
        words = [word for word in self.far(4, "-db", path) if word != "-quiet"]
        keeper = self.start(REFEREE, *words)
        for rest in ("incident 63 1\nwhat x\nend\n", "ply a1 7 0 0 0 0 0 0\nend\n", "reason x\n", "nonsense\nend\n"):
            self.ask("RPUSH", "panj:match:results", f"1-1\nsomebody\ngame 1 0 1 1 -1 -1\n{rest}")
        self.wait_for(lambda: keeper.poll() is not None or self.ask("LLEN", "panj:match:results") == ":0\r\n")
        self.assertIsNone(keeper.poll())
        worker = self.start(REFEREE, "work", *self.far(1))
        self.assertEqual(keeper.wait(timeout=MINUTE), 0)
        self.assertEqual(self.export(path), expected)
        worker.wait(timeout=MINUTE)

    def test_sprt_stops_all(self):
        """Depth 2 beats depth 1 long before 100,000 rounds; the workers go home, and no game of theirs is left over."""
        keeper = self.start(REFEREE, *self.far(100000, "-sprt", "elo0=-300", "elo1=300"))
        workers = [self.start(REFEREE, "work", *self.far(1, "-sprt", "elo0=-300", "elo1=300")) for _ in range(2)]
        self.assertEqual(keeper.wait(timeout=MINUTE), 0)
        for worker in workers:
            self.assertEqual(worker.wait(timeout=MINUTE), 0)

    def test_two_keepers_are_one_too_many(self):
        self.start(REFEREE, *self.far(4))
        deadline = time.monotonic() + MINUTE
        done = None
        while done is None and time.monotonic() < deadline:  # until the first one has come
            try:
                done = subprocess.run([REFEREE, *self.far(4)], capture_output=True, text=True, timeout=3)
            except subprocess.TimeoutExpired:
                pass
        self.assertEqual(done.returncode, 1)
        self.assertIn("collects from this queue already", done.stderr)

    def test_a_person_plays_here(self):
        words = ["-engine", "person", "-engine", f"cmd={PANJ}", "-queue", self.url]
        done = subprocess.run([REFEREE, *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("a person plays here", done.stderr)
        done = subprocess.run([REFEREE, "work", "-engine", f"cmd={PANJ}"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("work wants -queue URL", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""panj-campaign prove: a proof in many jobs survives every kill, and is verified as a whole."""

import json
import os
import random
import re
import signal
import struct
import subprocess
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
CAMPAIGN = os.path.join(ROOT, os.path.basename(PANJ).replace("panj", "panj-campaign", 1))
POSITION = "konane rows=5 cols=6 | startpos moves a1 b1"


# An engine that plays along but for what FAULT says.
FAULTY = """#!/usr/bin/env python3
import os, subprocess, sys
fault = os.environ["FAULT"]
engine = subprocess.Popen(["%s"] + sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
jobs = 0
for line in iter(sys.stdin.readline, ""):
    jobs += line.startswith("solve")
    if fault == "dies" and jobs == 12:
        sys.exit(3)
    engine.stdin.write(line)
    for answer in engine.stdout if line.startswith(("solve", "proof", "isready", "query")) else []:
        if fault == "lies" and answer.startswith("proof saved"):
            with open(sys.argv[sys.argv.index("--store") + 1], "r+b") as file:
                file.seek(-10, 2)
                file.write(bytes(10))
        if fault == "raves" and answer.startswith("response") and line.startswith("query numbers"):
            answer = "response many words\\n"
        print(answer, end="", flush=True)
        if answer.startswith(("bestmove", "proof", "error", "readyok", "response")):
            break
"""
# An engine that keeps what it is told to learn.
PUPIL = '#!/bin/sh\ntee -a "$0.heard" | exec %s "$@"\n'


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


class Prove(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.results = os.path.join(folder.name, "results")

    def run_prove(self, *more, position=POSITION, engine=PANJ, **rest):
        return subprocess.run([CAMPAIGN, "prove", self.results, position, "--engine", engine, "--option", "Hash=64", *more],
                              capture_output=True, text=True, timeout=60, **rest)

    def path_of(self, proof):
        return os.path.join(self.results + ".proofs", proof + ".proof")

    def parts(self):
        return [row["proof"] for row in rows(self.results) if "job" in row and "proof" in row]

    def check_whole(self):
        """The kept file is what the last row says, of this position, and good for an engine that knows nothing else."""
        last = rows(self.results)[-1]
        checked = subprocess.run([PANJ, "--store", self.path_of(last["proof"])], input="proof verify\n", capture_output=True, text=True)
        self.assertRegex(checked.stdout, f"proof verified {last['result']} with {last['answers']} answers: ")
        self.assertIn(last["proved"], checked.stdout)
        return last

    def test_one_and_two_workers_prove_the_same(self):
        for workers in ("1", "2"):
            done = self.run_prove("-j", workers, position="konane rows=6 cols=6 | startpos moves d4 c4")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("proven, the player on move loses", done.stdout)
            self.assertEqual(self.check_whole()["result"], "p2win")
            os.remove(self.results)

    def test_a_budget_is_kept(self):
        """What is spent goes into the proof: the answer's move takes a hundredth of it, and an endgame may be finished."""
        self.assertEqual(self.run_prove("--budget", "3000").returncode, 0)
        spent = [row["nodes"] for row in rows(self.results) if "numbers" in row]
        self.assertGreater(len(spent), 5)
        self.assertLess(max(spent), 5000)

    def test_images_are_one(self):
        """Of a start that can be turned and mirrored no two jobs' positions are images of each other; the whole is a proof."""
        def images(fen):
            rows = [list(re.sub("[0-9]", lambda holes: "." * int(holes[0]), row)) for row in fen.split()[0].split("/")]
            flipped = [row[::-1] for row in rows[::-1]]
            return {"/".join(map("".join, grid)) for grid in (rows, flipped, zip(*rows), zip(*flipped))}
        done = self.run_prove("-j", "2", "--budget", "1000", position="konane rows=6 cols=6 | startpos")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.check_whole()["result"], "p2win")
        met = {}
        for job in (row["job"] for row in rows(self.results) if "job" in row):
            for image in images(job):
                self.assertEqual(met.setdefault(image, job), job)
        self.assertGreater(len(met), 20)

    def test_engines_learn_from_each_other(self):
        pupil = os.path.join(self.folder, "pupil")
        with open(pupil, "w", encoding="utf-8") as file:
            file.write(PUPIL % PANJ)
        os.chmod(pupil, 0o755)
        done = self.run_prove("-j", "2", "--budget", "2000", engine=pupil)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(pupil + ".heard", encoding="utf-8") as file:
            self.assertRegex(file.read(), r"\nproof learn  [wlo][12]:[0-9]+:[0-9a-f:]+")
        self.check_whole()

    def test_a_win_is_proven_too(self):
        done = self.run_prove("--budget", "2000", position="konane rows=6 cols=6 | startpos moves d4 d5")
        self.assertIn("proven, the player on move wins", done.stdout)
        self.assertEqual(self.check_whole()["result"], "p1win")
        self.assertGreater(len(rows(self.results)), 3)

    def test_what_is_decided_is_proven_in_parts(self):
        self.run_prove("--budget", "1000000")
        self.assertEqual(len(self.parts()), 1)
        whole = self.check_whole()
        os.remove(self.results)
        done = self.run_prove("--budget", "1000000", "--part", "5000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.check_whole()["result"], whole["result"])
        self.assertGreater(len(self.parts()), 5)
        opened = [row["numbers"].split() for row in rows(self.results) if "children" in row]
        self.assertTrue(any("inf" in numbers and int(numbers[2]) > 5000 for numbers in opened))
        sizes = [os.path.getsize(self.path_of(part)) for part in self.parts()]
        self.assertLess(max(sizes), os.path.getsize(self.path_of(whole["proof"])) / 2)

    def keep_table(self):
        """What one engine knows when it has solved the position; the folder, the file."""
        folder = os.path.join(self.folder, "tables")
        path = os.path.join(folder, "konane_rows=5_cols=6___startpos_moves_a1_b1.table")
        os.mkdir(folder)
        script = "newgame konane rows=5 cols=6\nposition startpos moves a1 b1\nsolve\nproof keep\nwait\n"
        done = subprocess.run([PANJ, "--store", path], input=script, capture_output=True, text=True, check=True)
        self.assertIn("proof kept", done.stdout)
        return folder, path

    def test_it_begins_with_what_is_known(self):
        folder, path = self.keep_table()
        with open(path, "rb") as file:
            before = file.read()
        self.run_prove()
        unknown = self.check_whole()["nodes"]
        for workers in ("1", "2"):
            os.remove(self.results)
            done = self.run_prove("--tables", folder, "--part", "5000", "-j", workers)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater(len(self.parts()), 5)
            self.assertLess(self.check_whole()["nodes"], unknown / (20 if workers == "1" else 1.5))
            with open(path, "rb") as file:
                self.assertEqual(file.read(), before)
        self.assertEqual(os.listdir(folder), [os.path.basename(path)])

    def test_who_was_told_knows_no_work_of_its_own(self):
        """A table of the loser's positions alone: what an engine makes of them at once is not small for that."""
        folder, path = self.keep_table()
        with open(path, "rb") as file:
            heading, entries = file.read(512).rstrip(b"\0"), file.read()
        words = [struct.unpack_from("<QI", entries, at) for at in range(0, len(entries), 12)]
        lost = [word for word in words if word[1] & 1 == 0 and word[1] >> 13 & 0xFFF == 0]
        self.assertGreater(len(lost), 20)
        heading = re.sub(b"positions [0-9]+", b"positions %d" % len(lost), heading)
        with open(path, "wb") as file:
            file.write(heading.ljust(512, b"\0") + b"".join(struct.pack("<QI", *word) for word in lost))
        done = self.run_prove("--tables", folder, "--part", "5000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_whole()
        self.assertGreater(len(self.parts()), 5)

    def test_a_table_that_is_damaged_is_told(self):
        folder, path = self.keep_table()
        with open(path, "r+b") as file:
            file.truncate(1000)
        done = self.run_prove("--tables", folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("what is known of the root: error unsupported proof: size is not that of so many positions", done.stderr)
        self.assertEqual(os.path.getsize(path), 1000)

    def test_tables_and_parts_are_of_this_machine(self):
        for words in (("--tables", "here"), ("--part", "5")):
            done = self.run_prove(*words, "--queue", "redis://127.0.0.1:1")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{words[0]} ", done.stderr)
            self.assertIn("of this machine", done.stderr)

    def test_killed_again_and_again_it_goes_on(self):
        rng = random.Random(2)
        command = [CAMPAIGN, "prove", self.results, POSITION, "--engine", PANJ, "-j", "2", "--budget", "2000", "--part", "5000"]
        before = 0
        for _ in range(6):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.uniform(0.1, 0.6))
            process.send_signal(signal.SIGKILL)
            process.wait()
            if os.path.exists(self.results):
                kept = len(rows(self.results))
                self.assertGreaterEqual(kept, before)
                before = kept
                with open(self.results, "a", encoding="utf-8") as file:
                    file.write('{"job": "half')
        self.assertGreater(before, 1)
        done = self.run_prove("-j", "2", "--budget", "2000", "--part", "5000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_whole()
        again = self.run_prove()  # nothing is left to do
        self.assertIn("proven, the player on move loses", again.stdout)
        self.assertEqual(sum("proved" in row for row in rows(self.results)), 1)

    def test_a_part_that_is_gone_is_proven_again(self):
        self.run_prove("--budget", "2000")
        parts = self.parts()
        self.assertGreater(len(parts), 1)
        os.remove(self.path_of(parts[0]))
        with open(self.results, encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.results, "w", encoding="utf-8") as file:
            file.writelines(line for line in lines if '"proved"' not in line)
        done = self.run_prove("--budget", "2000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(parts[0] + ".proof is not there", done.stderr)
        self.check_whole()

    def test_status(self):
        """Of the rows so far, whatever the engine or the folder of parts."""
        self.run_prove("--budget", "2000")
        with open(self.results, encoding="utf-8") as file:
            lines = file.readlines()
        jobs = [row for row in rows(self.results) if "job" in row]
        ways = {1: "open", len(lines) - 1: "decided, not yet verified whole", len(lines): "proven, verified whole"}
        for kept, outcome in ways.items():
            with open(self.results, "w", encoding="utf-8") as file:
                file.writelines(lines[:kept])
            done = subprocess.run([CAMPAIGN, "status", self.results], capture_output=True, text=True, check=True)
            told = dict(line.split(None, 1) for line in done.stdout.splitlines())
            self.assertEqual(told["proof"], POSITION)
            self.assertEqual(told["outcome"], outcome)
            self.assertEqual(int(told["jobs"]), 0 if kept == 1 else len(jobs))
            self.assertEqual(int(told["nodes"]), 0 if kept == 1 else sum(row["nodes"] for row in jobs))
            self.assertEqual(told["there"] == "100 %", kept > 1)

    def test_for_a_time(self):
        done = self.run_prove("--for", "0.5", position="konane | startpos moves d4 c4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("open", done.stdout)
        self.assertGreater(len(rows(self.results)), 1)

    def test_an_engine_that_dies_is_started_again(self):
        done = self.run_faulty("dies")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("exit status 3", done.stderr)
        self.check_whole()

    def test_a_part_that_is_not_good_is_no_part(self):
        done = self.run_faulty("lies")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error unsupported proof refuted", done.stderr)
        self.assertFalse(any("proof" in row for row in rows(self.results)))

    def test_an_engine_without_numbers_is_told(self):
        self.assertEqual(self.run_faulty("raves").returncode, 1)
        done = self.run_prove(position="gems map=corridor turns=12 | startpos")
        self.assertEqual(done.returncode, 1)

    def run_faulty(self, fault):
        engine = os.path.join(self.folder, "faulty")
        with open(engine, "w", encoding="utf-8") as file:
            file.write(FAULTY % PANJ)
        os.chmod(engine, 0o755)
        return self.run_prove("--budget", "2000", engine=engine, env={**os.environ, "FAULT": fault})

    def test_results_of_something_else_are_refused(self):
        self.run_prove("--for", "0.2")
        other = self.run_prove(position="konane rows=6 cols=6 | startpos moves a1 b1")
        self.assertEqual(other.returncode, 1)
        self.assertIn("is about", other.stderr)
        with open(self.results, "a", encoding="utf-8") as file:
            file.write('{"job": "nowhere", "nodes": 1, "numbers": "1 1 1"}\n')
        self.assertIn("no row of this proof", self.run_prove().stderr)
        bad = subprocess.run([CAMPAIGN, "prove", self.results + "2", "konane | fen x", "--engine", PANJ], capture_output=True,
                             text=True)
        self.assertEqual(bad.returncode, 1)
        self.assertIn("bad_fen", bad.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)

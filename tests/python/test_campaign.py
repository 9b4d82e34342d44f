"""panj-campaign keeps every finished position through kill -9, and solves none twice."""

import hashlib
import fcntl
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
sys.path.insert(0, os.path.join(ROOT, "adapters", "python"))

import verify_konane  # noqa: E402

CAMPAIGN = [os.path.join(ROOT, os.path.basename(PANJ).replace("panj", "panj-campaign", 1))]
# An engine that flips a bit of every proof it writes.
LIAR = """#!/usr/bin/env python3
import subprocess, sys
engine = subprocess.Popen(["%s"] + sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in iter(sys.stdin.readline, ""):
    engine.stdin.write(line)
    for answer in engine.stdout if line.startswith(("solve", "proof", "isready", "query")) else []:
        if answer.startswith("proof saved"):
            with open(sys.argv[sys.argv.index("--store") + 1], "r+b") as file:
                file.seek(-1, 2)
                byte = file.read(1)[0] ^ 1
                file.seek(-1, 2)
                file.write(bytes([byte]))
        print(answer, end="", flush=True)
        if answer.startswith(("bestmove", "proof", "error", "readyok", "response")):
            break
"""
# An engine that keeps what it knows when a file says so, and writes no proof before it is told to stop.
SLOW = """#!/usr/bin/env python3
import os, subprocess, sys, time
engine = subprocess.Popen(["%s"] + sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in iter(sys.stdin.readline, ""):
    if line.startswith("proof keep"):
        open(sys.argv[0] + ".keeps", "w").close()
        while not os.path.exists(sys.argv[0] + ".go"):
            time.sleep(0.01)
    if line == "proof save\\n":
        open(sys.argv[0] + ".saves", "w").close()
        assert sys.stdin.readline() == "stop\\n"
        print("error stopped work: stopped", flush=True)
        continue
    engine.stdin.write(line)
    for answer in engine.stdout if line.startswith(("solve", "proof", "isready", "query")) else []:
        print(answer, end="", flush=True)
        if answer.startswith(("bestmove", "proof", "error", "readyok", "response")):
            break
"""
POSITIONS = ["konane rows=%d cols=%d | startpos moves a1 b1" % (r, c) for r in (3, 4, 5) for c in (3, 4, 5)]


def records(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def descendants(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as own:
            found = own.read().split()
    except OSError:
        return []
    return found + [deeper for child in found for deeper in descendants(child)]


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
        while not (engines := [pid for pid in descendants(process.pid) if runs_panj(pid)]):
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
        notes = [record.get("note", "") for record in records(self.results)]
        self.assertEqual(sorted(notes), ["", "not proven in 500 ms", "not proven in 500 ms"])
        table = subprocess.run(CAMPAIGN + ["table", self.results], capture_output=True, text=True)
        self.assertEqual(table.stdout.count("| open: not proven in 500 ms |"), 1)

    def test_a_proof_is_made_in_pieces(self):
        """Half a second at a time, each going on from what the one before has left."""
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=6 cols=7 | startpos moves d4 c4\nhand seed=3 | startpos\n")
        tables, proofs = self.results + ".tables", self.results + ".proofs"
        command = self.command + ["--limit", "0.4", "--again", "--tables", tables, "--proofs", proofs, "-j", "1"]
        name = "konane_rows=6_cols=7___startpos_moves_d4_c4.table"
        subprocess.run(command, capture_output=True, check=True)
        self.assertEqual(os.listdir(tables), [name])  # Hand keeps none
        self.assertEqual({record["outcome"] for record in records(self.results)}, {"open"})
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=6 cols=7 | startpos moves d4 c4\n")
        for _ in range(30):
            subprocess.run(command, capture_output=True, check=True)
            last = records(self.results)[-1]
            if last["outcome"] == "proven":
                break
        self.assertEqual((last["outcome"], last["verified"]), ("proven", True), last)
        self.assertEqual(os.listdir(tables), [])
        self.assertEqual(os.listdir(proofs), [last["proof"] + ".proof"])

    def test_who_is_told_to_end_keeps_what_is_known(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane | startpos moves a1 b1\nkonane | startpos moves d4 c4\n")
        tables = self.results + ".tables"
        process = subprocess.Popen(self.command + ["--tables", tables, "-j", "1"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while not any(runs_panj(pid) for pid in descendants(process.pid)):
            time.sleep(0.01)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(30), 0)
        self.assertEqual([record["outcome"] for record in records(self.results)], ["open"])
        self.assertEqual(os.listdir(tables), ["konane___startpos_moves_a1_b1.table"])
        self.assertGreater(os.path.getsize(os.path.join(tables, os.listdir(tables)[0])), 12 * 10000)

    def test_what_is_known_is_kept_again_and_again(self):
        """A kill loses what came after the last time; how far it is is told each time."""
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane | startpos moves a1 b1\n")
        sizes = {}
        for least in ("1", "10000"):
            tables = self.results + ".tables" + least
            command = self.command + ["--tables", tables, "--every", "0.3", "--least", least, "-j", "1", "--again"]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            told = process.stderr.readline()
            self.assertRegex(told, r"a1 b1: \d+ missing for a win, \d+ for a loss, \d+ positions so far\n")
            process.kill()
            process.communicate()
            self.assertEqual(records(self.results), [])
            [name] = [name for name in os.listdir(tables) if name.endswith(".table")]
            sizes[least] = os.path.getsize(os.path.join(tables, name))
        self.assertLess(512, sizes["10000"])
        self.assertLess(sizes["10000"] * 20, sizes["1"])
        subprocess.run(command + ["--limit", "0.7"], capture_output=True, check=True)
        [record] = records(self.results)
        self.assertEqual((record["outcome"], record["note"]), ("open", "not proven in 700 ms"))

    def decide_slowly(self, told_at, note):
        """It is told to end when it is at something; then another, quick engine goes on with what was kept."""
        slow = self.results + ".slow"
        with open(slow, "w", encoding="utf-8") as file:
            file.write(SLOW % PANJ)
        os.chmod(slow, 0o755)
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=5 cols=5 | startpos moves a1 b1\n")
        tables = self.results + ".tables"
        command = self.command + ["--tables", tables, "-j", "1", "--again"]
        if told_at != ".keeps":
            open(slow + ".go", "w").close()
        process = subprocess.Popen(command + ["--engine", slow], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(slow + told_at):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        open(slow + ".go", "w").close()
        self.assertEqual(process.wait(30), 0)
        [record] = records(self.results)
        self.assertEqual((record["outcome"], record["note"]), ("open", note))
        self.assertNotIn("verified", record)
        self.assertEqual(len(os.listdir(tables)), 1)
        subprocess.run(command, capture_output=True, check=True)
        again = records(self.results)[-1]
        self.assertEqual((again["outcome"], again["verified"]), ("proven", True))
        self.assertLess(again["nodes"], record["nodes"] / 10)  # it went on from what was kept
        self.assertEqual(os.listdir(tables), [])

    def test_what_is_decided_is_kept_until_its_proof_is_written(self):
        self.decide_slowly(".saves", "error stopped work: stopped")

    def test_who_is_told_to_end_begins_no_proof(self):
        self.decide_slowly(".keeps", "decided, and its proof is to be written")

    def test_a_table_that_is_none_is_told_and_stays(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=4 cols=4 | startpos moves a1 b1\n")
        tables = self.results + ".tables"
        os.mkdir(tables)
        table = os.path.join(tables, "konane_rows=4_cols=4___startpos_moves_a1_b1.table")
        with open(table, "w", encoding="utf-8") as file:
            file.write("anything")
        subprocess.run(self.command + ["--tables", tables], capture_output=True, check=True)
        [record] = records(self.results)
        self.assertEqual((record["outcome"], record["note"]), ("open", "error unsupported proof: file is no table of konane"))
        with open(table, encoding="utf-8") as file:
            self.assertEqual(file.read(), "anything")

    def test_a_wrong_line_is_told_with_its_number_and_leaves_no_row(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=4 cols=4 | fen nonsense\n# remark\nchess | startpos\nno bar\n"
                       "konane rows=4 cols=4 | startpos moves a1 b1\n")
        done = subprocess.run(self.command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        for number, why in ((1, "error bad_fen"), (3, "error bad_argument"), (4, "wants")):
            self.assertIn(f"{self.positions}:{number}: {why}", done.stderr)
        self.assertEqual([record["outcome"] for record in records(self.results)], ["proven"])

    def test_wrong_words_are_told(self):
        for wrong in (["--option", "Hash"], ["-j", "0"], ["-j", "x"], ["--limit", "long"], ["--limit"], ["--nosuch"],
                      ["--tables", "x", "--queue", "redis://localhost"], ["--least", "0"], ["--least", "5"], ["--every", "5"],
                      ["third"]):
            done = subprocess.run(self.command + wrong, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, wrong)
            self.assertIn(wrong[0], done.stderr + " third")
        for wrong in (["run", self.results, "/nowhere/at/all"], ["table", "/nowhere"],
                      ["run", self.results, self.positions, "--engine", "/nowhere/panj"],
                      ["run", self.results, self.positions, "--engine", PANJ, "--option", "Nosuch=1"],
                      ["run", "/nowhere/results", self.positions]):
            done = subprocess.run(CAMPAIGN + wrong, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)

    def test_proofs_are_kept_under_the_digest_of_their_bytes(self):
        folder = self.results + ".proofs"
        subprocess.run(self.command + ["--proofs", folder], capture_output=True, check=True)
        names = {record["proof"] for record in records(self.results)}
        self.assertEqual({name + ".proof" for name in names}, set(os.listdir(folder)))
        for name in names:
            path = os.path.join(folder, name + ".proof")
            with open(path, "rb") as file:
                self.assertEqual(hashlib.sha256(file.read()).hexdigest(), name)
            checked = subprocess.run([PANJ, "--store", path], input="proof verify\n", capture_output=True, text=True)
            self.assertIn("proof verified", checked.stdout)

    def keep_proof(self, data, folder):
        path = os.path.join(folder, hashlib.sha256(data).hexdigest() + ".proof")
        with open(path, "wb") as file:
            file.write(data)
        return path

    def check_in_parts(self, path, parts):
        """Which parts stand, by a list made from the manifest."""
        with open(self.positions, "w", encoding="utf-8") as file:
            subprocess.run(CAMPAIGN + ["manifest", path, str(parts)], stdout=file, check=True)
        results = path + ".check"
        done = subprocess.run(CAMPAIGN + ["run", results, self.positions, "-j", "2", "--engine", PANJ, "--proofs",
                                          os.path.dirname(path)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = {}
        for row in records(results):
            self.assertEqual(row["outcome"] == "proven", row["verified"])
            part = int(re.search(r" part=(\d+) ", row["position"]).group(1))
            found[part] = (row["verified"], row["score"], row.get("note"))
        return [found[part + 1] for part in range(parts)]

    def test_a_proof_is_checked_in_parts(self):
        """One answer is taken away to which one other leads: its part is refuted, and no other."""
        folder = os.path.join(os.path.dirname(self.results), "proofs")
        os.mkdir(folder)
        store = os.path.join(folder, "new")
        subprocess.run([PANJ, "--store", store], input="newgame konane rows=5 cols=6\nposition startpos moves a1 b1\n"
                       "solve\nwait\nproof save\n", capture_output=True, text=True, check=True)
        with open(store, "rb") as file:
            data = file.read()
        path, parts = self.keep_proof(data, folder), 9
        self.assertEqual(self.check_in_parts(path, parts), [(True, "p2win", None)] * parts)
        with open(self.positions, encoding="utf-8") as file:
            manifest = file.read()
        self.assertIn("# fen 2bwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw 1\n# winner 2\n", manifest)
        proof = verify_konane.Proof(data)
        answered = dict(map(proof.answers.at, proof.answers.places))
        leads = {stones: [] for stones in answered}  # the answers from which each is reached
        for stones, move in answered.items():
            behind = dict(proof.board.moves(stones, proof.winner))[move]
            for _, reply in proof.board.moves(behind, 1 - proof.winner):
                if reply in leads:
                    leads[reply].append(stones)
        left = [stones for _, stones in proof.board.moves(proof.root, proof.side)]  # the root's own part is the first
        gone = next(stones for stones, above in leads.items() if len(set(above)) == 1 and stones not in left)
        answers = [data[at:at + 10] for at in range(512, len(data), 10)
                   if int.from_bytes(data[at:at + 8], "little") != gone]
        count = len(answers)
        heading = data[:512].replace(b"answers %d\n" % (count + 1), b"answers %d\n" % count).ljust(512, b"\0")
        place = [int.from_bytes(answer[:8], "little") for answer in answers].index(leads[gone][0])
        found = self.check_in_parts(self.keep_proof(heading + b"".join(answers), folder), parts)
        wrong = [part for part in range(parts) if not found[part][0]]
        begins = [count // parts * part + min(part, count % parts) for part in range(parts + 1)]
        self.assertEqual(wrong, [next(part for part in range(parts) if begins[part] <= place < begins[part + 1])])
        self.assertIn("a reply has no answer", found[wrong[0]][2])
        with open(path, "r+b") as file:  # a file that is not what its name says is not begun with
            file.write(b"x")
        done = subprocess.run(CAMPAIGN + ["run", self.results, "-", "--engine", PANJ, "--proofs", folder], input=manifest,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, records(self.results)), (1, []))
        self.assertIn("is not what its name says", done.stderr)

    def test_a_proof_that_was_changed_on_its_way_does_not_count(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=5 cols=5 | startpos moves a1 b1\n")
        liar = os.path.join(os.path.dirname(self.results), "liar")
        with open(liar, "w", encoding="utf-8") as file:
            file.write(LIAR % PANJ)
        os.chmod(liar, 0o755)
        done = subprocess.run(self.command + ["--engine", liar], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([record["verified"] for record in records(self.results)], [False])
        self.assertIn("NOT verified", done.stdout)

    def test_a_game_without_proofs_is_not_called_unverified(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("gems map=corridor turns=12 | startpos\n")
        done = subprocess.run(self.command, capture_output=True, text=True)
        for record in records(self.results):
            self.assertNotIn("verified", record)
        self.assertIn("| proven |", done.stdout)

    def test_generated_lists_and_status(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=3..4 cols=4..6 | startpos moves a1 b1\n")
        subprocess.run(self.command, capture_output=True, check=True)
        with open(self.positions, "a", encoding="utf-8") as file:
            file.write("konane rows=5 cols=3..5 | startpos\n")
        status = subprocess.run(CAMPAIGN + ["status", self.results, self.positions], capture_output=True, text=True)
        told = dict(line.split(maxsplit=1) for line in status.stdout.splitlines())
        self.assertEqual([told[name] for name in ("positions", "proven", "listed", "missing")], ["6", "6", "9", "3"])

    def test_who_wins_is_enough(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("hand | fen VS1U2/1GS3/U1L1S1/G2L2/1S1T2/6\n")
        command = CAMPAIGN + ["run", self.results, self.positions, "-j", "1", "--engine", PANJ]
        whole = self.results + ".whole"
        subprocess.run(command + ["--winner"], capture_output=True, check=True)
        subprocess.run([whole if word == self.results else word for word in command], capture_output=True, check=True)
        for results, score in ((self.results, "mate 11"), (whole, "pts 1, win")):
            self.assertEqual([record["score"] for record in records(results)], [score])
        # the margin says more, and no contradiction
        subprocess.run(CAMPAIGN + ["merge", self.results, whole], check=True)
        subprocess.run(CAMPAIGN + ["merge", whole, self.results], check=True)
        self.assertEqual([record["score"] for record in records(self.results)], ["mate 11", "pts 1, win"])
        self.assertEqual(len(records(whole)), 1)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(json.dumps({**records(self.results)[0], "score": "mate -11"}) + "\n")
        self.assertEqual(subprocess.run(CAMPAIGN + ["merge", self.results, whole], capture_output=True).returncode, 1)

    def test_merge_takes_the_better_row_and_tells_contradictions(self):
        row = '{"position": "hand seed=%d | startpos", "outcome": "%s", "score": "%s"}\n'
        other = self.results + ".other"
        with open(self.results, "w", encoding="utf-8") as file:
            file.write(row % (1, "open", "") + row % (2, "proven", "pts 1"))
        with open(other, "w", encoding="utf-8") as file:
            file.write(row % (1, "proven", "pts 5") + row % (2, "open", "") + row % (3, "proven", "pts 7"))
        for _ in range(2):  # the second time there is nothing to do
            subprocess.run(CAMPAIGN + ["merge", self.results, other], check=True)
            best = {record["position"]: record["score"] for record in records(self.results)}
            self.assertEqual(sorted(best.values()), ["pts 1", "pts 5", "pts 7"])
            self.assertEqual(len(records(self.results)), 4)
        with open(other, "w", encoding="utf-8") as file:
            file.write(row % (2, "proven", "pts 2"))
        done = subprocess.run(CAMPAIGN + ["merge", self.results, other], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("hand seed=2 | startpos", done.stderr)

    def test_one_writer(self):
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("hand seed=1 | startpos\n")
        first = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not [pid for pid in descendants(first.pid) if runs_panj(pid)]:
            time.sleep(0.01)
        second = subprocess.run(self.command, capture_output=True, text=True)
        first.kill()
        first.wait()
        self.assertEqual(second.returncode, 1)
        self.assertIn("another panj-campaign writes it", second.stderr)

    def test_a_lock_that_a_kill_left_behind_is_waited_for(self):
        """The keeper of an engine that was being started may have it for a moment."""
        with open(self.positions, "w", encoding="utf-8") as file:
            file.write("konane rows=4 cols=4 | startpos\n")
        with open(self.results, "a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            running = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.5)
        self.assertEqual(running.wait(timeout=60), 0)

    def test_a_table_on_a_full_disk_is_an_error(self):
        subprocess.run(self.command, capture_output=True, check=True)
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run(CAMPAIGN + ["table", self.results], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (1, "panj-campaign: writing: No space left on device\n"))

    def test_help_and_version(self):
        told = subprocess.run(CAMPAIGN + ["--help"], capture_output=True, text=True, check=True).stdout
        for word in ("run", "status", "table", "merge", "--proofs", "--limit", "startpos"):
            self.assertIn(word, told)
        version = subprocess.run(CAMPAIGN + ["--version"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(version, r"^panj-campaign \d+\.\d+\.\d+( \([0-9a-f]+(-dirty)?\))?\n$")


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""panj-campaign over a queue: whatever dies, freezes or lies, the results are those of one machine.

The redis-server is our own, on a unix socket; without one, or without hiredis, all is skipped."""

import contextlib
import glob
import hashlib
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
from redis_case import SERVER, RedisCase  # noqa: E402

PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
CAMPAIGN = os.path.join(ROOT, os.path.basename(PANJ).replace("panj", "panj-campaign", 1))
SCALE = float(os.environ.get("PANJ_TEST_SCALE", "1"))
POSITION = "konane rows=5 cols=6 | startpos moves a1 b1"


def has_queue(url="unix:/nowhere/at/all"):
    done = subprocess.run([CAMPAIGN, "doctor", url], capture_output=True, text=True)
    return "built without" not in done.stderr and "not built in" not in done.stderr


def may(command):
    """Whether this process may do such things to the machine: tried in namespaces of their own."""
    words = ["unshare", "--net", "--mount", *command.split()]
    return os.geteuid() == 0 and shutil.which("ip") and subprocess.run(words, capture_output=True).returncode == 0


def records(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def found(path):
    """What must not depend on who did it."""
    rows = {}
    for row in records(path):
        if rows.get(row["position"], row)["outcome"] != "proven" or row["outcome"] == "proven":
            rows[row["position"]] = row
    return sorted((row["position"], row["outcome"], row["score"], row["best"], row["nodes"], row.get("verified"))
                  for row in rows.values())


# An engine that says it has won every game, and one that is of another version.
LIAR = """#!/usr/bin/env python3
import subprocess, sys
engine = subprocess.Popen(["%s"] + sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in iter(sys.stdin.readline, ""):
    engine.stdin.write(line)
    for answer in engine.stdout if line.startswith(("solve", "go", "proof", "isready", "query", "ugi")) else []:
        if line.startswith("solve"):
            answer = answer.replace("mate -", "mate ")
        if line.startswith("proof verify") and answer.startswith("error"):
            part = "part %%s of %%s of " %% tuple(line.split()[2:]) if len(line.split()) > 2 else ""
            answer = "proof verified " + part + "p2win with 1 answers: x\\n"
        print(answer, end="", flush=True)
        if answer.startswith(("bestmove", "proof", "error", "readyok", "response", "ugiok")):
            break
"""
OTHER = "#!/bin/sh\nexec %s \"$@\" | sed -u 's/^bestmove .*/bestmove h8/'\n"


SLURM = """ClusterName=panj
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
KillWait=2
PartitionName=all Nodes=n1,n2 Default=YES
"""


@unittest.skipUnless(SERVER, "no redis-server here")
@unittest.skipUnless(has_queue(), "built without hiredis")
class Queue(RedisCase):
    def setUp(self):
        super().setUp()
        self.list = os.path.join(self.folder, "list")
        self.results = os.path.join(self.folder, "results")

    def start_worker(self, *more):
        return self.start(CAMPAIGN, "work", self.url, "-j", "1", "--engine", PANJ, *more)

    def start_collector(self, *more, stderr=subprocess.DEVNULL):
        return self.start(CAMPAIGN, "run", self.results, self.list, "--queue", self.url, "--engine", PANJ, "--lease", "1",
                          "--option", "Hash=16", *more, stderr=stderr)

    def write_list(self, *lines):
        with open(self.list, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    def solve_here(self, *more):
        here = self.results + ".here"
        subprocess.run([CAMPAIGN, "run", here, self.list, "-j", "1", "--engine", PANJ, "--option", "Hash=16", "--verify", *more],
                       capture_output=True, check=True)
        return found(here)

    def test_the_same_as_one_machine_whatever_dies(self):
        """Workers, collector and server are killed (-9) and frozen at random."""
        self.write_list("konane rows=3..5 cols=3..5 | startpos moves a1 b1",
                        "konane rows=4..6 cols=4..5 | startpos moves a1 a2",
                        "konane rows=5 cols=6 | startpos moves a1 b1", "hand seed=1 | fen nonsense")
        expected = [row for row in self.solve_here_with_a_wrong_line()]
        rng = random.Random(int(os.environ.get("CHAOS_SEED", "5")))
        parts = {"collector": self.start_collector("--verify"), "one": self.start_worker(), "two": self.start_worker()}
        for _ in range(max(12, int(60 * SCALE))):
            self.disturb(rng, parts, self.starter("--verify"), 0.12)
        end = time.monotonic() + 120
        while parts["collector"].poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        self.assertIsNotNone(parts["collector"].poll(), "the collector does not end")
        # what lost three workers by chance was left open, and says so: it is asked for again
        for row in records(self.results):
            self.assertTrue(row["outcome"] == "proven" or row["note"].startswith("given up: "), row)
        again = self.start_collector("--verify", "--again")
        self.assertEqual(again.wait(timeout=60), 1)  # for the wrong line
        self.assertEqual(found(self.results), expected)
        rows = records(self.results)
        self.assertEqual(len(rows), len(expected) + sum(row["outcome"] == "open" for row in rows), "solved twice")

    def starter(self, *more):
        return lambda name: self.start_collector(*more) if name == "collector" else self.start_worker()

    def test_short_jobs_in_any_number(self):
        """Jobs of 1 to 50 ms: JOBS=1000 is the whole of it, and prints how long it took beside an undisturbed run."""
        jobs = int(os.environ.get("JOBS", max(20, int(60 * SCALE))))
        self.write_list(f"gems seed=1..{jobs} size=10x10 gems=12 | startpos")
        expected = self.solve_here()
        taken = []
        for disturbances in (0, max(6, jobs // 10)):
            self.results = os.path.join(self.folder, f"results{disturbances}")
            parts = {"collector": self.start_collector(), "one": self.start_worker(), "two": self.start_worker()}
            rng, begin = random.Random(11), time.monotonic()
            for _ in range(disturbances):
                if parts["collector"].poll() is None:
                    self.disturb(rng, parts, self.starter(), 0.12)
            self.assertEqual(parts["collector"].wait(timeout=600), 0)
            taken.append(time.monotonic() - begin)
            for name in ("one", "two"):
                parts[name].kill()
                parts[name].wait()
            self.assertEqual([row[:5] for row in found(self.results)], [row[:5] for row in expected])
            self.assertEqual(len(records(self.results)), jobs)
        if "JOBS" in os.environ:
            print(f"{jobs} jobs: {taken[0]:.1f} s undisturbed, {taken[1]:.1f} s with {disturbances} disturbances", file=sys.stderr)

    @unittest.skipUnless(may("mount -t tmpfs none /mnt"), "no file systems may be mounted here")
    def test_the_disk_of_the_server_is_full(self):
        """It refuses to write for a while; everybody waits, and nothing is lost."""
        self.kill_server()
        disk = os.path.join(self.folder, "disk")
        os.mkdir(disk)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", disk])
        self.server = self.start_server("--dir", disk)
        self.write_list("konane rows=3..6 cols=3..5 | startpos moves a1 b1", "konane rows=6 cols=6 | startpos moves d4 c4")
        expected = self.solve_here()
        filler = os.path.join(disk, "filler")
        self.fill(filler)  # it takes no jobs, then no results
        collector = self.start_collector("--verify")
        self.start_worker()
        for least in (1, len(expected)):
            time.sleep(1)
            told = subprocess.run([CAMPAIGN, "doctor", self.url], capture_output=True, text=True)
            self.assertEqual(told.returncode, 1)
            self.assertIn("the server takes nothing now: MISCONF", told.stderr)
            self.assertLess(len(records(self.results)), len(expected))
            os.remove(filler)
            self.wait_for(lambda least=least: len(records(self.results)) >= least)
            self.fill(filler)
        os.remove(filler)
        self.assertEqual(collector.wait(timeout=120), 0)
        self.assertEqual(found(self.results), expected)

    def fill(self, path):
        with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    @unittest.skipUnless(may("ip link add panj-may type veth"), "no network namespaces here")
    def test_the_cable_is_cut(self):
        """A worker in a network of its own; its link goes down for longer than the lease, in the midst of a job."""
        away = self.start("unshare", "--net", "sleep", "1000")
        here, there, net = f"pja{os.getpid()}", f"pjb{os.getpid()}", f"10.213.{os.getpid() % 250}"
        self.wait_for(lambda: os.readlink(f"/proc/{away.pid}/ns/net") != os.readlink("/proc/self/ns/net"))
        self.addCleanup(subprocess.run, ["ip", "link", "del", here], capture_output=True)
        inside = ["nsenter", "--net", "-t", str(away.pid)]
        for command in (["ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", str(away.pid)],
                        ["ip", "addr", "add", net + ".1/24", "dev", here], ["ip", "link", "set", here, "up"],
                        inside + ["ip", "addr", "add", net + ".2/24", "dev", there], inside + ["ip", "link", "set", there, "up"]):
            subprocess.run(command, check=True)
        self.kill_server()
        port = str(20000 + os.getpid() % 20000)
        self.server = self.start_server("--port", port, "--bind", net + ".1", "--protected-mode", "no")
        self.write_list("konane rows=6 cols=7 | startpos moves a1 b1", "konane rows=3..5 cols=3..5 | startpos moves a1 b1")
        expected = self.solve_here()
        collector = self.start_collector("--verify")
        far = self.start(*inside, CAMPAIGN, "work", f"redis://{net}.1:{port}", "-j", "1", "--engine", PANJ)
        self.wait_for(lambda: self.is_working(far))
        subprocess.run(["ip", "link", "set", here, "down"], check=True)
        time.sleep(2)
        near = self.start_worker()
        subprocess.run(["ip", "link", "set", here, "up"], check=True)
        self.assertEqual(collector.wait(timeout=120), 0)
        self.assertEqual(found(self.results), expected)
        self.assertEqual(len(records(self.results)), len(expected))
        self.assertIsNone(near.poll() or far.poll())

    def solve_here_with_a_wrong_line(self):
        here = self.results + ".here"
        done = subprocess.run([CAMPAIGN, "run", here, self.list, "-j", "1", "--engine", PANJ, "--option", "Hash=16",
                               "--verify"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        return found(here)

    def test_all_data_of_the_server_lost(self):
        self.write_list("konane rows=3..6 cols=3..5 | startpos moves a1 b1")
        expected = self.solve_here()
        collector = self.start_collector("--verify")
        worker = self.start_worker()
        time.sleep(0.15)
        self.kill_server(and_its_data=True)
        self.server = self.start_server()
        self.assertEqual(collector.wait(timeout=60), 0)
        self.assertIsNone(worker.poll())
        self.assertEqual(found(self.results), expected)

    def test_a_whole_proof_is_checked_by_workers(self):
        """One has it in its folder, the other gets it from the queue; killed ones lose nothing."""
        proofs = self.results + ".proofs"
        self.write_list("konane rows=6 cols=6 | startpos moves d4 c4")
        subprocess.run([CAMPAIGN, "run", self.results, self.list, "--engine", PANJ, "--proofs", proofs], capture_output=True, check=True)
        (kept,) = os.listdir(proofs)
        with open(self.list, "w", encoding="utf-8") as file:
            subprocess.run([CAMPAIGN, "manifest", os.path.join(proofs, kept), "40"], stdout=file, check=True)
        os.remove(self.results)
        collector = self.start_collector("--proofs", proofs)
        killed = self.start_worker("--proofs", proofs)
        self.wait_for(lambda: len(records(self.results)) > 2)
        killed.kill()
        self.start_worker()
        self.assertEqual(collector.wait(timeout=60), 0)
        self.assertEqual({(row["outcome"], row["verified"], row["score"], row["proof"] + ".proof") for row in records(self.results)},
                         {("proven", True, "p2win", kept)})
        self.assertEqual(len(records(self.results)), 40)
        self.assertEqual(os.listdir(proofs), [kept])
        self.assertTrue(self.ask("EXISTS", "panj:part:" + kept[:-6]).startswith(":0"))

    def write_damaged(self, folder):
        """A proof in which an answer is missing, and the list of its ten parts."""
        self.write_list("konane rows=5 cols=6 | startpos moves a1 b1")
        subprocess.run([CAMPAIGN, "run", self.results, self.list, "--engine", PANJ, "--proofs", folder], capture_output=True, check=True)
        os.remove(self.results)
        (kept,) = os.listdir(folder)
        with open(os.path.join(folder, kept), "rb") as file:
            heading, answers = file.read(512), file.read()
        number = int(re.search(rb"\nanswers (\d+)", heading).group(1))
        size = len(answers) // number
        heading = heading.replace(b"answers %d" % number, b"answers %d" % (number - 1)) + b"\0"
        damaged = heading[:512] + answers[:number // 2 * size] + answers[(number // 2 + 1) * size:]
        path = os.path.join(folder, hashlib.sha256(damaged).hexdigest() + ".proof")
        with open(path, "wb") as file:
            file.write(damaged)
        with open(self.list, "w", encoding="utf-8") as file:
            subprocess.run([CAMPAIGN, "manifest", path, "10"], stdout=file, check=True)

    def test_a_liar_about_parts_is_not_believed(self):
        """Neither alone nor beside another: what it says of a part of a proof is confirmed by somebody else."""
        folder = os.path.join(self.folder, "damaged")
        liar = self.write_program("liar", LIAR % PANJ)
        self.write_damaged(folder)
        expected = self.solve_here("--proofs", folder)
        self.assertIn(False, [row[-1] for row in expected])
        for engines in ([liar], [liar, PANJ], [PANJ, PANJ]):
            collector = self.start_collector("--proofs", folder)
            workers = [self.start_worker("--engine", engine) for engine in engines]
            self.assertEqual(collector.wait(timeout=60), 0)
            self.assertEqual(found(self.results), expected)
            os.remove(self.results)
            for worker in workers:
                worker.kill()
                worker.wait()

    def test_a_liar_is_refused(self):
        self.write_list("konane rows=5 cols=6 | startpos moves a1 b1")
        liar = self.write_program("liar", LIAR % PANJ)
        collector = self.start_collector("--verify", stderr=subprocess.PIPE)
        worker = self.start_worker("--engine", liar)
        told = collector.stderr.readline()
        self.assertIn("refused from", told)
        self.assertEqual(records(self.results), [])
        worker.kill()
        self.start_worker()
        with collector.stderr:
            self.assertEqual(collector.wait(timeout=60), 0)
        self.assertEqual([(row["outcome"], row["verified"], row["score"]) for row in records(self.results)],
                         [("proven", True, "mate -28")])

    def test_another_engine_is_refused(self):
        self.write_list("konane rows=5 cols=6 | startpos moves a1 b1")
        other = self.write_program("other", OTHER % PANJ)
        self.start_collector()
        done = subprocess.run([CAMPAIGN, "work", self.url, "--engine", other], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("refused: the campaign's engine", done.stderr)

    def test_what_kills_three_workers_is_left_open(self):
        self.write_list("hand seed=1 | startpos")
        collector = self.start_collector()
        for _ in range(3):
            worker = self.start_worker()
            before = time.monotonic()
            while not self.is_working(worker) and time.monotonic() < before + 30:
                time.sleep(0.02)
            self.assertTrue(self.is_working(worker))
            worker.kill()
            worker.wait()
        self.start_worker()
        self.assertEqual(collector.wait(timeout=60), 0)
        (row,) = records(self.results)
        self.assertEqual(row["outcome"], "open")
        self.assertRegex(row["note"], r"^given up: .*;.*;")

    def start_prove(self, *more, stderr=subprocess.DEVNULL):
        return self.start(CAMPAIGN, "prove", self.results, POSITION, "--queue", self.url, "--engine", PANJ, "--lease", "1",
                          "--option", "Hash=16", *more, stderr=stderr)

    def start_slurm(self, work):
        """Two nodes of two cores each on this machine; the environment in which sbatch and the others find them."""
        host = socket.gethostname().split(".")[0]
        ports = []
        for _ in range(3):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
        path = os.path.join(self.folder, "slurm.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SLURM.format(host=host, folder=self.folder, port=ports[0]))
            for node in (1, 2):
                file.write(f"NodeName=n{node} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[node]} CPUs=2\n")
        with open(os.path.join(self.folder, "cgroup.conf"), "w", encoding="utf-8") as file:
            file.write(f"CgroupAutomount=no\nIgnoreSystemd=yes\nCgroupMountpoint={self.folder}/cgroup\n")
        self.start("slurmctld", "-D", "-f", path)
        for node in ("n1", "n2"):
            self.start("slurmd", "-D", "-f", path, "-N", node)
        environment = dict(os.environ, SLURM_CONF=path)
        self.wait_for(lambda: subprocess.run(["sinfo", "-h", "-t", "idle", "-o", "%D"], env=environment, capture_output=True,
                                             text=True).stdout == "2\n")
        with open(os.path.join(self.folder, "work.sh"), "w", encoding="utf-8") as file:
            file.write(work)
        return environment

    @unittest.skipUnless(shutil.which("slurmctld") and shutil.which("slurmd") and os.geteuid() == 0, "no Slurm here, or not root")
    def test_by_slurm(self):
        """README's recipe on two nodes, one of whose jobs is sent back to the queue of Slurm in the midst."""
        with open(os.path.join(ROOT, "adapters", "campaign", "README.md"), encoding="utf-8") as file:
            work = re.search(r"```sh\n(#!/bin/sh\n#SBATCH.*?)```", file.read(), re.S).group(1)
        slurm = self.start_slurm(work)
        os.symlink(CAMPAIGN, os.path.join(self.folder, "panj-campaign"))
        self.write_url(self.url)
        os.rename(os.path.join(self.folder, "url"), os.path.join(self.folder, "queue"))
        self.write_list("gems seed=1..200 size=12x12 gems=18 | startpos")
        collector = self.start_collector()
        subprocess.run(["sbatch", "--array=1-2", "--cpus-per-task=2", "work.sh"], cwd=self.folder, env=slurm, check=True, capture_output=True)
        self.wait_for(lambda: len(records(self.results)) > 5)
        subprocess.run(["scontrol", "requeue", "1_1"], env=slurm, check=True)
        self.assertEqual(collector.wait(timeout=120), 0)
        subprocess.run(["scancel", "1"], env=slurm, check=True)
        self.assertEqual(len(records(self.results)), 200)
        self.assertEqual(len(found(self.results)), 200)
        self.wait_for(lambda: subprocess.run(["squeue", "-h"], env=slurm, capture_output=True, text=True).stdout == "")

    def test_one_worker_for_one_campaign_after_another(self):
        """It is there for the second at once, and does not wait for a quarter of a lease."""
        self.write_list("konane rows=4 cols=4 | startpos")
        collector = self.start_collector("--lease", "120")
        self.start_worker()
        self.assertEqual(collector.wait(timeout=60), 0)
        os.remove(self.results)
        front = self.start_prove("--lease", "120")
        self.assertEqual(front.wait(timeout=25), 0)
        self.check_whole()

    def test_who_wins_is_enough(self):
        self.write_list("hand | fen VS1U2/1GS3/U1L1S1/G2L2/1S1T2/6")
        for more, score in (([], "pts 1, win"), (["--winner"], "mate 11")):
            collector = self.start_collector(*more)
            self.start_worker()
            self.assertEqual(collector.wait(timeout=60), 0)
            self.assertEqual([row["score"] for row in records(self.results)], [score])
            os.remove(self.results)

    def check_whole(self):
        """The proof is there, of this position, and good for an engine that knows nothing else."""
        with open(self.results, encoding="utf-8") as file:
            last = json.loads(file.readlines()[-1])
        path = os.path.join(self.results + ".proofs", last["proof"] + ".proof")
        checked = subprocess.run([PANJ, "--store", path], input="proof verify\n", capture_output=True, text=True)
        self.assertRegex(checked.stdout, f"proof verified p2win with {last['answers']} answers: ")
        self.assertIn(last["proved"], checked.stdout)

    def test_one_proof_whatever_dies(self):
        """Front end, workers and server are killed (-9) and frozen at random; the jobs are small, so there are many."""
        rng = random.Random(int(os.environ.get("CHAOS_SEED", "7")))
        more = ["--budget", "1000"]
        parts = {"front": self.start_prove(*more), "one": self.start_worker(), "two": self.start_worker()}
        def start(name):
            return self.start_prove(*more) if name == "front" else self.start_worker()
        for _ in range(max(8, int(20 * SCALE))):
            self.disturb(rng, parts, start, 0.2)
        self.assertEqual(parts["front"].wait(timeout=120), 0)
        self.check_whole()

    def test_the_table_of_proofs_by_two_workers(self):
        """The program that measures them; where it goes on it has no times."""
        table = os.path.join(ROOT, "tests", "bench", "konane_prove.py")
        self.write_list(POSITION)
        for times in (r"\d+ \| \d+ %", r" \| "):
            done = subprocess.run([sys.executable, table, self.list, os.path.join(self.folder, "t"), "--campaign", CAMPAIGN,
                                   "--option", "Hash=64"], capture_output=True, text=True, check=True)
            row = r"\| rows=5 cols=6, a1 b1 \| lost \| 0\.\d M \| 0\.\d M \| \d\.\d+ \| \d+ \| \d+ \| \d+ \| "
            self.assertRegex(done.stdout.splitlines()[-1], row + times + r" \|$")

    def test_a_proof_by_a_liar_is_refused(self):
        liar = self.write_program("liar", LIAR % PANJ)
        front = self.start_prove("--budget", "100000", stderr=subprocess.PIPE)
        worker = self.start_worker("--engine", liar)
        told = []
        while "is asked no more" not in "".join(told):
            told.append(front.stderr.readline())
            self.assertTrue(told[-1], told)
        self.assertIn("refused from", "".join(told))
        with open(self.results, encoding="utf-8") as file:
            self.assertNotIn('"proof"', file.read())
        self.start_worker()
        with front.stderr:
            front.stderr.read()
            self.assertEqual(front.wait(timeout=60), 0)
        self.assertIsNone(worker.poll())
        self.check_whole()

    def test_a_liar_about_the_rules_is_refused(self):
        """A game that has not ended, moves that are left out, two things at once: our own engine knows better."""
        front = self.start_prove(stderr=subprocess.PIPE)
        self.wait_for(lambda: self.ask("HGET", "panj:campaign", "code").startswith("$16"))
        lies = ('"won": false, "over": true', '"numbers": "1 1 1", "children": ["c1a1 1 1 1 5b/6/6/6/6 2"]',
                '"won": true, "over": true, "won": false')
        told = []
        for lie in lies:
            self.ask("SET", "panj:here:liar/1/0", "-", "PX", "60000")
            order = []
            def has_order():
                order[:] = self.ask("LPOP", "panj:to:liar/1/0").split("\r\n")
                return len(order) > 2
            self.wait_for(has_order)
            job, number, _, _, fen = order[1].split(" ", 4)
            row = '{"job": "%s", "nodes": 1, "seconds": 0.1, "worker": %s, %s}' % (fen, number, lie)
            self.ask("RPUSH", "panj:results", f"{job}\nliar/1/0\n\n{row}\n")
            while "refused from liar/1/0: " not in "".join(told):
                told.append(front.stderr.readline())
                self.assertTrue(told[-1], told)
            del told[:]
        with open(self.results, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 1)
        self.start_worker()
        with front.stderr:
            front.stderr.read()
            self.assertEqual(front.wait(timeout=60), 0)
        self.check_whole()

    def test_workers_learn_from_each_other(self):
        """What a stranger says in their place does no harm: it is no command, and no lesson either."""
        pupil = self.write_program("pupil", '#!/bin/sh\ntee -a "$0.heard" | exec %s "$@"\n' % PANJ)
        def heard():
            with open(pupil + ".heard", encoding="utf-8") as file:
                return file.read()
        front = self.start_prove("--budget", "2000", stderr=subprocess.PIPE)
        self.wait_for(lambda: self.ask("HGET", "panj:campaign", "code").startswith("$16"))
        code = self.ask("HGET", "panj:campaign", "code").split("\r\n")[1]
        for words in ("w1:300:ff\nquit", "nonsense"):
            self.ask("XADD", "panj:lessons", "*", "by", "stranger", "code", code, "words", words)
        self.ask("XADD", "panj:lessons", "*", "by", "stranger", "code", "other", "words", "w1:300:abc")
        for _ in range(2):
            self.start_worker("--engine", pupil)
        with front.stderr:
            told = front.stderr.read()
        self.assertEqual(front.wait(timeout=120), 0)
        self.check_whole()
        self.assertNotIn("refused", told)
        self.assertRegex(heard(), r"\nproof learn  [wlo][12]:[0-9]+:[0-9a-f:]+")
        self.assertIn("proof learn nonsense\n", heard())
        self.assertNotIn("w1:300:ff\n", heard())
        self.assertNotIn("abc", heard())

    def test_a_result_of_no_job_is_passed_over(self):
        """Neither of a stranger nor of a worker that has nothing to do."""
        front = self.start_prove("--budget", "1000")
        for text in ("\nnobody\n\n{}", "\n\n\n", "", "1-1\nnobody\n\n{}"):
            self.ask("RPUSH", "panj:results", text)
        self.wait_for(lambda: front.poll() is not None or self.ask("LLEN", "panj:results") == ":0\r\n")
        self.assertIsNone(front.poll())
        self.start_worker()
        self.assertEqual(front.wait(timeout=120), 0)
        self.check_whole()

    def test_a_worker_that_is_told_to_go_hands_back(self):
        """Nobody waits for its lease of an hour, and nothing of it is left on the disk."""
        self.write_list("konane rows=6 cols=7 | startpos moves a1 b1")
        collector = self.start_collector("--lease", "3600")
        before = set(glob.glob("/tmp/panj-work-*"))
        worker = self.start_worker()
        end = time.monotonic() + 60
        while not self.is_working(worker) and time.monotonic() < end:
            time.sleep(0.02)
        worker.terminate()
        self.assertEqual(worker.wait(timeout=60), 0)
        self.assertLessEqual(set(glob.glob("/tmp/panj-work-*")), before)
        self.start_worker()
        self.assertEqual(collector.wait(timeout=120), 0)
        self.assertEqual([row["outcome"] for row in records(self.results)], ["proven"])

    def write_program(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def is_working(self, worker):
        """It has a keeper, and below that an engine with a deal to solve."""
        try:
            with open(f"/proc/{worker.pid}/task/{worker.pid}/children", encoding="ascii") as file:
                keepers = file.read().split()
            with open(f"/proc/{keepers[0]}/task/{keepers[0]}/children", encoding="ascii") as file:
                engine = file.read().split()[0]
            with open(f"/proc/{engine}/stat", encoding="ascii") as file:
                return int(file.read().rsplit(")", 1)[1].split()[11]) > 5
        except (OSError, IndexError):
            return False

    def test_two_collectors_are_one_too_many(self):
        self.write_list("hand seed=1 | startpos")
        self.start_collector()
        other = [CAMPAIGN, "run", self.results + "2", self.list, "--queue", self.url, "--engine", PANJ]
        time.sleep(0.5)
        done = subprocess.run(other, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("collects from this queue already", done.stderr)

    def test_passwords_stay_secret(self):
        done = subprocess.run([CAMPAIGN, "doctor", "redis://:secret@localhost"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("@FILE", done.stderr)
        self.assertNotIn("secret", done.stderr)
        path = os.path.join(self.folder, "url")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.url + "\n")
        os.chmod(path, 0o644)
        self.assertIn("chmod 600", subprocess.run([CAMPAIGN, "doctor", "@" + path], capture_output=True, text=True).stderr)
        os.chmod(path, 0o600)
        self.assertEqual(subprocess.run([CAMPAIGN, "doctor", "@" + path], capture_output=True).returncode, 0)

    def certify(self, name, subject, *more):
        """A key and a certificate for it, NAME.pem, signed by ca.pem, or by itself."""
        path = os.path.join(self.folder, name)
        signer = [] if name == "ca" else ["-CA", os.path.join(self.folder, "ca.pem"), "-CAkey", os.path.join(self.folder, "ca.key")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=" + subject, "-keyout", path + ".key", "-out", path + ".pem", *signer, *more],
                       check=True, capture_output=True)
        return path

    def start_tls_server(self):
        """Asks for a password and for a certificate, and has itself one of 127.0.0.1 alone."""
        ca = self.certify("ca", "panj-test")
        server = self.certify("server", "server", "-addext", "subjectAltName=IP:127.0.0.1")
        self.certify("client", "client")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = self.start(SERVER, "--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1", "--dir", self.folder,
                             "--save", "", "--requirepass", "secret", "--tls-cert-file", server + ".pem",
                             "--tls-key-file", server + ".key", "--tls-ca-cert-file", ca + ".pem")
        def listens():
            with socket.socket() as line:
                return line.connect_ex(("127.0.0.1", port)) == 0 or process.poll() is not None
        self.wait_for(listens)
        if process.poll() is not None:
            self.skipTest("this redis-server has no TLS")
        return port

    def write_url(self, text):
        path = os.path.join(self.folder, "url")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text + "\n")
        return "@" + path

    @unittest.skipUnless(has_queue("rediss://127.0.0.1:1") and shutil.which("openssl"), "built without TLS, or no openssl here")
    def test_by_tls(self):
        """A list with its proofs; and a stranger's server, another's name, no certificate of ours are refused in words."""
        port = self.start_tls_server()
        files = "?ca={0}/ca.pem&cert={0}/client.pem&key={0}/client.key".format(self.folder)
        good = self.write_url(f"rediss://:secret@127.0.0.1:{port}/1{files}")
        self.write_list("konane rows=5 cols=6 | startpos moves a1 b1", "konane rows=4 cols=4 | startpos")
        self.url = good
        collector = self.start_collector("--verify")
        self.start_worker()
        self.assertEqual(collector.wait(timeout=120), 0)
        self.assertEqual([row["verified"] for row in records(self.results)], [True, True])
        def doctor(url):
            done = subprocess.run([CAMPAIGN, "doctor", url], capture_output=True, text=True, timeout=60)
            self.assertNotIn("secret", done.stdout + done.stderr)
            return done.returncode, done.stdout + done.stderr
        self.assertEqual(doctor(good)[0], 0)
        for place, files, why in ((f"127.0.0.1:{port}", "", "certificate"),
                                  (f"localhost:{port}", files, "ostname mismatch"),
                                  (f"127.0.0.1:{port}", f"?ca={self.folder}/ca.pem", "perhaps it wants a certificate"),
                                  (f"127.0.0.1:{port}", "?ca=nowhere.pem", "ca, cert or key"),
                                  (f"127.0.0.1:{port}", "?ca=", "wants redis"),
                                  (f"127.0.0.1:{port}", "?word=x", "wants redis")):
            status, told = doctor(self.write_url(f"rediss://:secret@{place}{files}"))
            self.assertEqual(status, 1, told)
            self.assertRegex(told, why)

    def test_wrong_urls_and_no_server(self):
        for url, why in (("http://x", "wants redis://"), ("redis://localhost:1/x", "wants redis://"),
                         ("unix:/nowhere/at/all", "No such file"), ("redis://127.0.0.1:1", "refused")):
            done = subprocess.run([CAMPAIGN, "doctor", url], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(why, done.stderr)
            self.assertNotIn("trying again", done.stderr)

    def test_a_worker_that_finds_no_queue_ends_in_time(self):
        done = subprocess.run([CAMPAIGN, "work", "redis://127.0.0.1:1", "--for", "0.5", "--engine", PANJ], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0)
        self.assertIn("Connection refused; trying again", done.stderr)

    def test_the_doctor_says_why(self):
        """A password that is wrong or not there, and a server that forgets."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.start(SERVER, "--port", str(port), "--bind", "127.0.0.1", "--dir", self.folder, "--save", "", "--requirepass", "right")
        place = f"127.0.0.1:{port}"
        self.wait_for(lambda: "Connection refused" not in self.doctor("redis://" + place))
        self.assertIn("the server refuses us: NOAUTH", self.doctor("redis://" + place))
        self.assertIn("the server refuses us: WRONGPASS", self.doctor(self.write_url("redis://:wrong@" + place)))
        self.assertIn("durable    no: with", self.doctor(self.write_url("redis://:right@" + place)))

    def doctor(self, url):
        done = subprocess.run([CAMPAIGN, "doctor", url], capture_output=True, text=True, timeout=60)
        return done.stdout + done.stderr

    def test_the_doctor_measures(self):
        done = subprocess.run([CAMPAIGN, "doctor", self.url], capture_output=True, text=True, check=True)
        self.assertIn("durable    yes", done.stdout)
        speed = int(re.search(r"speed +(\d+) empty jobs/s", done.stdout).group(1))
        self.assertGreater(speed, 2000 if SCALE >= 1 else 200)


if __name__ == "__main__":
    if not SERVER or not has_queue():
        print("the queue is not tested: no redis-server, or built without hiredis", file=sys.stderr)
    unittest.main(verbosity=2)

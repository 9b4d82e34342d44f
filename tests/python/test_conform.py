"""panj-conform passes panj in every game, and notices every mutant for its own reason."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
PYTHON = [sys.executable, "-S"]  # a hundred of them begin
CONFORM = PYTHON + [os.path.join(ROOT, "adapters", "conform", "conform.py")]
MUTANT = PYTHON + [os.path.join(ROOT, "tests", "faults", "mutant.py")]
sys.path[:0] = [os.path.join(ROOT, "tests", "faults"), os.path.join(ROOT, "adapters", "conform")]

from conform import CHECKS, run_check  # noqa: E402
from mutant import DICE, MUTANTS  # noqa: E402

SCALE = float(os.environ.get("PANJ_TEST_SCALE", "1"))
GAMES = ["konane", "konane rows=5 cols=5 open=any", "hand", "hand companions=on", "gems", "gems players=2", "gems slip=course",
         "gems slip=course map=rooms turns=60", "gems map=gates players=2 turns=20 teleport=noop",
         "angry queen=script", "angry", "angry map=dovecote", "monopoly"]
if SCALE < 1: # one of each
    GAMES = ["konane", "hand companions=on", "gems slip=course map=rooms turns=60", "angry map=dovecote", "monopoly"]


def conform(game, command, *options):
    return subprocess.run(CONFORM + list(options) + ["--game", game] + command, capture_output=True, text=True)


NO_ENGINES = ["cat", "true", "/nonexistent"]
HONEST = ["Honest", "Growing", "Windows"]
SLOW = ["--slow", "10"] if "-" in os.path.basename(PANJ) else []  # a sanitizer's build
STRANGERS, PASSED, NOTICED, UNMARRED = {}, {}, {}, {}


def timed(*arguments):
    began = time.monotonic()
    return conform(*arguments), time.monotonic() - began


def setUpModule():
    """All long runs at once: most of them wait most of the time. Of a mutant one check is asked, in this process."""
    pool = ThreadPoolExecutor(10)
    checks = {name: function for _, name, function in CHECKS}
    for command in NO_ENGINES:
        STRANGERS[command] = pool.submit(timed, "", [command])
    for game in GAMES:
        PASSED[game] = pool.submit(conform, game, [PANJ], "--jobs", "2", *SLOW)
    for name in HONEST:
        UNMARRED[name] = pool.submit(conform, "konane rows=6 cols=6", MUTANT + [name, PANJ], "--jobs", "2")
    for name, kind in MUTANTS.items():
        game = "monopoly" if kind.noticed_by in DICE else "konane"
        NOTICED[name] = pool.submit(run_check, MUTANT + [name, PANJ], game, checks[kind.noticed_by])


class Panj(unittest.TestCase):
    def test_every_game_passes(self):
        for game, run in PASSED.items():
            result = run.result()
            with self.subTest(game=game):
                self.assertEqual(result.returncode, 0, result.stdout)
                self.assertIn("level reached: L3", result.stdout)

    def test_tap(self):
        done = conform("konane", [PANJ], "--tap", "--level", "L0", "--jobs", "4")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "TAP version 13")
        count = int(re.fullmatch(r"1\.\.(\d+)", lines[1]).group(1))
        self.assertEqual(sum(line.startswith("ok ") for line in lines), count)
        self.assertEqual(done.returncode, 0)

    def test_what_is_no_engine_fails(self):
        """At once, and without asking further: cat answers, but never ugiok."""
        for command, run in STRANGERS.items():
            done, seconds = run.result()
            with self.subTest(command=command):
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stdout, r"0 passed, 1 failed, 0 skipped; no handshake, \d+ checks left out")
                self.assertLess(seconds, 15)
        self.assertEqual(subprocess.run(CONFORM, capture_output=True).returncode, 2)

    def test_where_nobody_reads_and_nothing_can_be_written(self):
        """In words and with a status, not with what a program says to its author."""
        for sink, told in (("/dev/full", "panj-conform: writing: No space left on device\n"), ("a reader", "")):
            run = subprocess.Popen(CONFORM + ["--list"], stderr=subprocess.PIPE, text=True,
                                   stdout=open(sink, "w") if sink[0] == "/" else subprocess.PIPE)
            if run.stdout is not None:
                run.stdout.close()
            self.assertEqual((run.communicate()[1], run.returncode), (told, 1), sink)

    def test_ctrl_c(self):
        """In the middle of the ten seconds that an engine has for its handshake."""
        with tempfile.NamedTemporaryFile() as mark:
            run = subprocess.Popen(CONFORM + ["sh", "-c", f"echo here >{mark.name}; exec cat"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell's & ignores it
            while not mark.read():
                time.sleep(0.05)
            time.sleep(0.2)
            run.send_signal(signal.SIGINT)
            self.assertEqual((run.communicate()[1], run.returncode), ("panj-conform: stopped\n", 130))

    def test_words_of_the_command_line(self):
        version = subprocess.run(CONFORM + ["--version"], capture_output=True, text=True)
        self.assertRegex(version.stdout, r"^panj-conform \S+ \(protocol 2\)\n$")
        listed = subprocess.run(CONFORM + ["--list"], capture_output=True, text=True).stdout.splitlines()
        names = [line.split()[1].rstrip(":") for line in listed]
        shown = conform("konane rows=4 cols=4", [PANJ], "--level", "L0").stdout.splitlines()[:-1]
        self.assertEqual([line.split()[2] for line in shown], names[: len(shown)])  # what is shown is what --only takes
        self.assertEqual(conform("", [PANJ], "--only", "no such check").returncode, 2)
        self.assertEqual(conform("", [PANJ], "--slow", "0").returncode, 2)
        self.assertEqual(conform("", [PANJ], "--only", names[0], "--only", names[3]).stdout.count(" ok "), 2)


class Mutants(unittest.TestCase):
    def test_there_are_enough(self):
        self.assertGreaterEqual(len(MUTANTS), 25)

    def test_the_honest_pass(self):
        """The one that only passes on, the one that says more than this version knows, the one with CRLF."""
        for name, run in UNMARRED.items():
            with self.subTest(mutant=name):
                self.assertEqual(run.result().returncode, 0, run.result().stdout)

    def test_each_names_a_check(self):
        self.assertLessEqual({kind.noticed_by for kind in MUTANTS.values()}, {name for _, name, _ in CHECKS})

    def test_each_is_noticed(self):
        for name, kind in MUTANTS.items():
            outcome, _, _, transcript = NOTICED[name].result()
            with self.subTest(mutant=name):
                self.assertEqual(outcome, "failed", f"{name} was not noticed by {kind.noticed_by}\n" + "\n".join(transcript))


if __name__ == "__main__":
    unittest.main(verbosity=2)

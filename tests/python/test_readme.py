"""Every command of the READMEs is run, and every answer they print is compared; ... stands for what may differ."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
SUFFIX = os.path.basename(PANJ)[len("panj"):]

# What takes long is run smaller: in the command, the first becomes the second.
SMALLER = (("-rounds 20 ", "-rounds 1 "), ("-rounds 100", "-rounds 1"), ("-rounds 10000", "-rounds 1"),
           ("-rounds 10 ", "-rounds 1 "), ("seeds=1..10000", "seeds=1..2"), ("tc=10+0.1", "tc=0.3+0.01"),
           ("tc=5+0.05", "tc=0.3+0.01"), ("st=0.1", "st=0.02"))

# What is not run, and why.
LEFT_OUT = {
    "make run     # installs what building needs (Debian), builds, starts panj": "installs packages",
    "make test    # installs what the tests need, builds, runs them": "this is a part of it",
    "tmux new-session './panj' \\; split-window -h './panj'": "two prompts for a person",
    "python main.py --player1 hand_agent --player2 hand_agent2": "the course's program",
}

# What the courses' programs hold, as far as the printed lines speak of it.
STAND_INS = """
import sys, types
konane = types.ModuleType("konane")
class Konane:
    def __init__(self, size): self.size = size
    def playNGames(self, n, one, two, show):
        one.reset(); one.initialize("B")
        board = [["BW"[(r + c) % 2] for c in range(self.size)] for r in range(self.size)]
        assert board[one.getMove(board)[0]]
        one.won(); one.lost(); one.results()
class RandomPlayer:
    def __init__(self, size): pass
konane.Konane, konane.RandomPlayer = Konane, RandomPlayer
sys.modules["konane"] = konane
from panj import Engine
grid = ["HT", "EP", "SQ"] + ["TT"] * 3
num_actions, positions, cash, owners, player = 0, (3, 1), (900, 800), [None] * 10, 0
"""


def blocks(path):
    """(language, lines) of what stands between fences; `text` is a picture of a form, not of a run."""
    language, lines, found = None, [], []
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines() + [""]:
            if line.startswith("```"):
                if language is None:
                    language, lines = line[3:], []
                else:
                    found.append((language, lines))
                    language = None
            elif language is not None:
                lines.append(line)
    return found


def commands(lines):
    """(command, the lines printed below it) of a block whose commands begin with a dollar sign."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\"):
            found[-1][0] = found[-1][0][:-1] + line.strip()
        elif found:
            found[-1][1].append(line)
    return [(command, printed) for command, printed in found]


def matches(wanted, line):
    return re.fullmatch(".*".join(map(re.escape, wanted.split("..."))), line) is not None


class Readme(unittest.TestCase):
    def setUp(self):
        self.room = tempfile.TemporaryDirectory()
        self.addCleanup(self.room.cleanup)
        for name in os.listdir(os.path.dirname(PANJ)):
            if name.startswith("panj") and name.endswith(SUFFIX) and os.access(os.path.join(os.path.dirname(PANJ), name), os.X_OK):
                plain = name[: len(name) - len(SUFFIX)] if SUFFIX else name
                os.symlink(os.path.join(os.path.dirname(PANJ), name), os.path.join(self.room.name, plain))
        for name in ("new", "old"):
            os.symlink(PANJ, os.path.join(self.room.name, name))
        os.symlink(os.path.join(ROOT, "tests"), os.path.join(self.room.name, "tests"))

    def run_here(self, command, given=""):
        environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "adapters", "python"), "PANJ_MOVETIME": "20", "PANJ": PANJ}
        return subprocess.run(command, cwd=self.room.name, env=environment, input=given, capture_output=True, text=True,
                              timeout=120, check=False)

    def compare(self, wanted, printed, where):
        lines = printed.splitlines()
        self.assertEqual(len(wanted), len(lines), f"{where}\nprinted:\n{printed}")
        for one, line in zip(wanted, lines):
            self.assertTrue(matches(one, line), f"{where}\nwanted: {one}\nprinted: {line}")

    def smaller(self, command):
        for long, short in SMALLER:
            command = command.replace(long, short)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        return command.replace("panj-gems serve", f"panj-gems serve --port {port}").replace("127.0.0.1 9921", f"127.0.0.1 {port}")

    def check_command(self, command, printed):
        program = re.match(r"\./(panj-\w+)", command)
        if program and not os.path.exists(os.path.join(self.room.name, program.group(1))):
            return
        run = self.run_here(["bash", "-o", "pipefail", "-c", self.smaller(command) + "\nwait"], "resign\n")
        self.assertEqual(run.returncode, 0, f"{command}\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
        if printed:
            self.compare(printed, run.stdout, command)

    def check_session(self, lines):
        """> what is said to the engine, < what it answers at least, in this order."""
        said = "".join(line[2:] + "\n" for line in lines if line.startswith("> "))
        answers = self.run_here([PANJ], said).stdout.splitlines()
        for wanted in (line[2:] for line in lines if line.startswith("< ")):
            while answers and not matches(wanted, answers[0]):
                answers.pop(0)
            self.assertTrue(answers, f"never answered: {wanted}")

    def check_c(self, lines):
        if shutil.which("cc") is None:
            return
        source = "#define _POSIX_C_SOURCE 200809L\n#include <stdio.h>\nint main(void)\n{\n" + "\n".join(lines) + "\n}\n"
        built = self.run_here(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-x", "c", "-", "-o", "example"], source)
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertRegex(self.run_here(["./example"]).stdout, r"^[a-z][0-9]+([a-z][0-9]+)?\n$")

    def check_block(self, language, lines):
        if all(line in LEFT_OUT for line in lines):
            self.not_run.update(lines)
        elif language == "c":
            self.check_c(lines)
        elif language == "python":
            run = self.run_here([sys.executable, "-c", STAND_INS + "\n".join(lines)])
            self.assertEqual((run.returncode, run.stderr), (0, ""), lines)
        elif lines[0].startswith("> "):
            self.check_session(lines)
        else:
            self.assertTrue(lines[0].startswith("$ "), f"nobody knows how to run this: {lines}")
            for command, printed in commands(lines):
                with self.subTest(command=command):
                    self.check_command(command, printed)

    def test_what_is_printed_is_true(self):
        self.not_run = set()
        for name in ("README.md", "adapters/referee/README.md", "adapters/python/README.md", "adapters/gems/README.md"):
            found = blocks(os.path.join(ROOT, name))
            self.assertGreater(len(found), 0, name)
            for language, lines in found:
                if language != "text":
                    self.check_block(language, lines)
        self.assertEqual(self.not_run, set(LEFT_OUT), "what is left out here stands in no README any more")


if __name__ == "__main__":
    unittest.main()

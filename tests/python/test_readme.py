"""Every command of every README is run, and every answer they print is compared; ... stands for what may differ."""

import glob
import json
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

# What takes long is run smaller: in the command, the first becomes the second. (Every check of panj-conform is made by
# test_conform.)
SMALLER = (("-rounds 20 ", "-rounds 1 "), ("-rounds 10000", "-rounds 1"), ("-rounds 100", "-rounds 1"),
           ("-rounds 10 ", "-rounds 1 "), ("seeds=1..10000", "seeds=1..2"), ("tc=10+0.1", "tc=0.3+0.01"),
           ("tc=5+0.05", "tc=0.3+0.01"), ("st=0.1", "st=0.02"), ("--st 1 --rounds 2", "--st 0.2 --rounds 1 --house seed --review 1"),
           ("rows=6 cols=7", "rows=5 cols=5"), ("startpos moves d4 c4", "startpos moves a1 b1"), ("--memory 2048", "--memory 512"),
           ("tests/bench/konane-small.txt", "small.txt"), ("--players 2 --seat", "--turns 4 --players 2 --seat"),
           ("panj-conform ", "panj-conform --jobs 4 --level L0 "))

# What the commands speak of and who reads them has: made in the room before the first of them.
STAND_INS = {
    "myengine": "#!/bin/sh\nexec panj\n",
    "small.txt": "konane rows=4 cols=4 | startpos\nkonane rows=5 cols=5 | startpos moves a1 b1\n",
    "config.json": '{"map": "maze", "turn_count": 30}\n',
    "try/agent.py": "",
    "homework3/ann.py": "from random import choice\n\ndef get_move(cards, one, two):\n    return choice([c.get_location() for c in cards])\n",
}

# What is not run, and why.
LEFT_OUT = {
    r"make run ": "installs packages",
    r"make test ": "this is a part of it",
    r"make check ": "all tests many times over",
    r"tmux new-session ": "two prompts for a person",
    r"python main\.py ": "the course's program",
    r"redis-server |.*redis://127": "many machines: test_campaign_queue and test_match_queue",
    r"for host in ": "many machines",
}

# What the courses' programs hold, as far as the printed lines speak of it.
COURSES = """
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
    """(language, lines) of what stands between fences."""
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


def readmes():
    """All of them, by their names from the top."""
    found = [name for depth in ("", "*/", "*/*/") for name in glob.glob(os.path.join(ROOT, depth + "README.md"))]
    return sorted(os.path.relpath(name, ROOT) for name in found)


class Readme(unittest.TestCase):
    def setUp(self):
        self.not_run = set()
        self.room = tempfile.TemporaryDirectory()
        self.addCleanup(self.room.cleanup)
        for name in os.listdir(os.path.dirname(PANJ)):
            is_program = name.startswith("panj") and os.access(os.path.join(os.path.dirname(PANJ), name), os.X_OK)
            is_script = name in ("panj-class", "panj-conform")  # one for all builds
            if is_program and (is_script or name.endswith(SUFFIX)):
                plain = name if is_script else name.removesuffix(SUFFIX)
                os.symlink(os.path.join(os.path.dirname(PANJ), name), os.path.join(self.room.name, plain))
        for name in ("new", "old"):
            os.symlink(PANJ, os.path.join(self.room.name, name))
        for name in ("tests", "adapters"):
            os.symlink(os.path.join(ROOT, name), os.path.join(self.room.name, name))
        for name, text in STAND_INS.items():
            path = os.path.join(self.room.name, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        os.chmod(os.path.join(self.room.name, "myengine"), 0o755)
        os.mkdir(os.path.join(self.room.name, "home"))

    def run_here(self, command, given=""):
        environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "adapters", "python"), "PANJ_MOVETIME": "20", "PANJ": PANJ,
                       "PATH": self.room.name + os.pathsep + os.environ["PATH"], "HOME": os.path.join(self.room.name, "home")}
        return subprocess.run(command, cwd=self.room.name, env=environment, input=given, capture_output=True, text=True,
                              timeout=120, check=False)

    def compare(self, wanted, printed, where):
        lines = printed.splitlines()
        self.assertEqual(len(wanted), len(lines), f"{where}\nprinted:\n{printed}")
        for one, line in zip(wanted, lines):
            self.assertTrue(matches(one, line), f"{where}\nwanted: {one}\nprinted: {line}")

    def smaller(self, command, port):
        for long, short in SMALLER:
            command = command.replace(long, short)
        if re.match(r"(PANJ_TEST_SCALE=10 )?make ", command):  # whether there is such a thing to make
            return command.replace("make ", f"make -n -s -C {ROOT} ")
        if command == "./panj-web":
            return f"timeout 1 ./panj-web --no-open --port {port} || [ $? -eq 124 ]"
        return self.with_peer(command).replace("panj-gems serve", f"panj-gems serve --port {port}").replace("127.0.0.1 9921", f"127.0.0.1 {port}")

    def with_peer(self, command):
        """A server alone gets a client, a client alone a server."""
        if command.startswith("./panj-gems serve") and "&" not in command:
            return "./panj-gems play 127.0.0.1 9921 >client.txt 2>&1 & " + command + " --once"
        if command.startswith("./panj-gems play"):
            return "./panj-gems serve --once >server.txt & " + command
        return command

    def is_there(self, program):
        """What is not built, or installed, or cannot work on this machine is passed over."""
        if program == "panj-jail":
            return self.run_here(["panj-jail", "walls"]).returncode == 0
        return shutil.which(program, path=self.room.name + os.pathsep + os.environ["PATH"]) is not None

    def check_command(self, command, printed):
        words = re.findall(r"(?:^|[|&;] *)(?:\./)?([a-z][\w-]*)(?= |$)", command)
        if not all(map(self.is_there, words)):
            return
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        run = self.run_here(["bash", "-o", "pipefail", "-c", self.smaller(command, port) + "\nwait"], "resign\n")
        self.assertEqual(run.returncode, 0, f"{command}\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
        if printed:
            said = run.stderr if printed[0].startswith("panj-") else ""
            self.compare([re.sub(r"\b(9921|8421)\b", port, line) for line in printed], said + run.stdout, command)

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

    def is_left_out(self, command):
        for pattern in LEFT_OUT:
            if re.match(pattern, command):
                self.not_run.add(pattern)
                return True
        return False

    def check_block(self, language, lines):
        if language in ("text", "sh", "yaml"):  # a form, or a file of another program
            self.assertFalse([line for line in lines if line.startswith("$ ")], "a command that is not run")
        elif language == "json":
            self.assertTrue(all(map(json.loads, lines)))
        elif language == "c":
            self.check_c(lines)
        elif language == "python":
            run = self.run_here([sys.executable, "-c", COURSES + "\n".join(lines)])
            self.assertEqual((run.returncode, run.stderr), (0, ""), lines)
        elif lines[0].startswith("> "):
            self.check_session(lines)
        else:
            self.assertTrue(lines[0].startswith("$ "), f"nobody knows how to run this: {lines}")
            for command, printed in commands(lines):
                with self.subTest(command=command):
                    if not self.is_left_out(command):
                        self.check_command(command, printed)

    def test_what_is_printed_is_true(self):
        self.assertGreater(len(readmes()), 9)
        for name in readmes():
            for language, lines in blocks(os.path.join(ROOT, name)):
                self.check_block(language, lines)
        self.assertEqual(self.not_run, set(LEFT_OUT), "what is left out here stands in no README any more")

    def test_what_the_prose_names_is_there(self):
        """Options in code that stands in a line are those of a --help or of a measurement, what is made is in the Makefile."""
        programs = [name for name in os.listdir(self.room.name) if re.match(r"panj(-[a-z]+)?$", name)]
        helps = "".join(self.run_here([f"./{name}", "--help"]).stdout for name in programs)
        for measurement in glob.glob(os.path.join(ROOT, "tests", "bench", "*.py")) + glob.glob(os.path.join(ROOT, "tests", "simulate", "*.c")):
            with open(measurement, encoding="utf-8") as file:
                helps += file.read()
        with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
            targets = {word for line in re.findall(r"^([a-z][a-z -]*):", file.read(), re.M) for word in line.split()}
        others = {"--appendonly", "--array", "--cpus-per-task", "-march", "-sd"}  # of Redis, Slurm, gcc, paste
        for name in readmes() + [os.path.join("tests", "bench", "RESULTS.md")]:
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                whole = file.read()
            for path in re.findall(r"\b(tests/bench/[\w./-]*\w)", whole):
                self.assertTrue(os.path.exists(os.path.join(ROOT, path)), f"{name}: {path}")
            prose = re.sub(r"^```.*?^```", "", whole, flags=re.S | re.M)
            for code in re.findall(r"`([^`\n]+)`", prose):
                for option in set(re.findall(r"(?<![\w-])--?[a-z][a-z-]+", code)) - others:
                    if len(programs) >= 8 and not re.search(rf"(?<![\w-]){option}(?![\w-])", helps):
                        self.fail(f"{name}: {code}: nothing knows {option}")
                made = re.match(r"make ([a-z-]+)(?![\w=/-])", code)
                self.assertTrue(made is None or made.group(1) in targets, f"{name}: {code}")


if __name__ == "__main__":
    unittest.main()

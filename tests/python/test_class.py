"""panj-class: the example's eight agents, seven of them hostile, as one class; agents of each kind; what is found in
folders."""

import csv
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from xml.etree import ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
SUFFIX = os.path.basename(PANJ)[len("panj"):]
CLASS, EXAMPLE = os.path.join(ROOT, "panj-class"), os.path.join(ROOT, "adapters", "class", "example")
REFEREE, JAIL = (os.path.join(ROOT, name + SUFFIX) for name in ("panj-referee", "panj-jail"))
os.environ.update(PANJ=PANJ, PANJ_REFEREE=REFEREE, PANJ_JAIL=JAIL)
MEMORY = ("--memory", "0") if SUFFIX else ()  # a sanitizer wants all addresses there are
LEFT = "/tmp/panj-class-was-here"
WALLS = os.path.exists(JAIL) and subprocess.run([JAIL, "walls"], capture_output=True, check=False).returncode == 0


def run_class(*words):
    return subprocess.run([sys.executable, CLASS, *words], capture_output=True, text=True, timeout=300, check=False)


def processes_with(text):
    """Command lines of processes in which the text stands."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                line = file.read().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in line and int(pid) != os.getpid():
            found.append(line)
    return found


def files_of(folder):
    return sorted(os.path.relpath(os.path.join(at, file), folder) for at, _, files in os.walk(folder) for file in files)


def write(path, text, executable=False):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o755 if executable else 0o644)


@unittest.skipUnless(os.path.exists(CLASS) and os.path.exists(REFEREE), "the programs are not built")
class Room(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.folder, self.out = os.path.join(room.name, "class"), os.path.join(room.name, "out")

    def marks(self):
        with open(os.path.join(self.out, "marks.csv"), encoding="utf-8", newline="") as file:
            return {row["name"]: row for row in csv.DictReader(file)}

    def games(self):
        """(first, second, result, verdict, reason) of all games."""
        with sqlite3.connect(os.path.join(self.out, "class.db")) as database:
            return list(database.execute(
                "SELECT one.name, two.name, result, verdict, reason FROM game"
                " JOIN engine one ON one.id = first JOIN engine two ON two.id = second"))


class Example(Room):
    @unittest.skipUnless(WALLS, "this machine cannot put up all walls")
    def test_the_eight(self):
        if os.path.exists(LEFT):
            os.remove(LEFT)
        shutil.copytree(os.path.join(EXAMPLE, "hand"), self.folder, ignore=shutil.ignore_patterns("__pycache__"))
        before = files_of(self.folder)
        run = run_class(self.folder, "--out", self.out, "--st", "0.5", "--house", "random", "--concurrency", "12", "--quiet", "--review", "2",
                        "--memory", "256")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertNotIn("says:", run.stderr)  # an agent's prints go to its log, and its seat is silent
        self.check_games()
        self.check_marks()
        self.check_pages()
        self.assertEqual(files_of(self.folder), before)
        self.assertFalse(os.path.exists(LEFT))
        self.assertEqual(processes_with(self.out), [])
        with open(os.path.join(self.out, "logs", "prints.txt"), encoding="utf-8") as file:
            self.assertIn("bestmove a1\nbestmove a1\n", file.read())

    # How each loses its games; the others lose none so.
    HOSTILE = {"hangs": ("time", "no bestmove"), "dies": ("crash", "killed by signal 9"), "eats": ("protocol", "MemoryError"),
               "forks": ("protocol", "BlockingIOError"), "calls": ("protocol", "PermissionError"),
               "writes": ("protocol", "PermissionError")}

    def check_games(self):
        games = self.games()
        self.assertEqual(len(games), 9 * 8)
        for first, second, result, verdict, reason in games:
            with self.subTest(first=first, second=second, verdict=verdict, reason=reason):
                self.assertIn(result, ("1-0", "0-1"))
                loser = second if result == "1-0" else first
                if verdict == "rules":
                    self.assertIn(loser, ("honest", "prints", "panj-random"))
                elif verdict not in ("time", "stall"):  # a busy machine may be late with anything
                    self.assertEqual(verdict, self.HOSTILE[loser][0])
                    self.assertIn(self.HOSTILE[loser][1], reason)
        refused = [reason for *_, reason in games if "MemoryError" in reason]
        self.assertGreater(len(refused), 8)  # it is refused at once, whatever the machine is at

    def check_marks(self):
        marks = self.marks()
        self.assertEqual(set(marks), set(self.HOSTILE) | {"honest", "prints"})
        for name, row in marks.items():
            lost = sum(int(row[fault]) for fault in ("illegal", "time", "stall", "crash", "protocol"))
            self.assertEqual(int(row["games"]), 16)
            self.assertEqual(lost, int(row["losses"]) if name in self.HOSTILE else lost)
            self.assertEqual(float(row["mark"]), round(100 * float(row["points"]) / 16, 1))
            better = [other for other in marks.values() if float(other["points"]) > float(row["points"])]
            self.assertEqual(int(row["place"]), 1 + len(better))
        self.assertGreater(float(marks["honest"]["mark"]), 70)
        suites = {suite.get("name"): suite for suite in ElementTree.parse(os.path.join(self.out, "marks.xml")).iter("testsuite")}
        self.assertEqual(set(suites), set(marks))
        for name in self.HOSTILE:
            self.assertEqual((suites[name].get("tests"), suites[name].get("failures")), ("2", "2"))


    def check_pages(self):
        students = os.path.join(self.out, "students")
        self.assertEqual(sorted(os.listdir(students)), sorted(name + ".html" for name in self.marks()))
        for name, row in self.marks().items():
            with open(os.path.join(students, name + ".html"), encoding="utf-8") as file:
                page = file.read()
            self.assertEqual(page.count("<details>"), int(row["gave away"]))
            self.assertLessEqual(int(row["gave away"]), int(row["moves judged"]))
        self.assertGreater(int(self.marks()["prints"]["moves judged"]), 0)
        with open(os.path.join(self.out, "index.html"), encoding="utf-8") as file:
            self.assertEqual(len(re.findall("href='students/", file.read())), 8)
        self.assertTrue(os.path.exists(os.path.join(self.out, "class.html")))


SLEEPS = "import time\ndef get_move(*all):\n    print('asked', flush=True)\n    time.sleep(900)\n"

SIGHT = """
def in_sight(cards):
    varys = next(card.get_location() for card in cards if card.get_name() == "Varys")
    places = [card.get_location() for card in cards if card.get_location() != varys]
    return [at for at in places if at // 6 == varys // 6 or at % 6 == varys % 6]
"""

SECOND_PHASE = """
import random
from utils.sight import in_sight

def get_move(cards, player1, player2, companion_cards, choose_companion):
    if not choose_companion:
        return random.choice(in_sight(cards))
    name = random.choice(list(companion_cards))
    houses = [card.get_location() for card in cards if card.get_name() != "Varys"]
    answer = [name] + random.sample(houses, min(companion_cards[name]["Choice"], 2))
    return answer + [next(other for other in companion_cards if other != name)] if name == "Jaqen" else answer
"""


HAND = "def get_move(cards, player1, player2):\n    return 0\n"
KONANE = "class Mine:\n    def initialize(self, side):\n        pass\n    def getMove(self, board):\n        return []\n"


class Kinds(Room):
    """An agent of each kind plays its games to the end."""

    def play(self, *words):
        run = run_class(self.folder, "--out", self.out, "--st", "0.5", "--quiet", "--review", "1", "--concurrency", "4", *MEMORY, *words)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def no_faults(self, *names):
        for name in names:
            self.assertEqual(self.marks()[name]["first fault"], "")

    def test_konane_and_ugi(self):
        shutil.copytree(os.path.join(EXAMPLE, "konane"), self.folder)
        with open(os.path.join(self.folder, "mobile.py"), encoding="utf-8") as file:
            file_of_course = file.read() + "\ngame.playNGames(2, SimplePlayer(8), 1)\n"
        write(os.path.join(self.folder, "as in the course.py"), "import sys\nsys.setrecursionlimit(2000)\n" + file_of_course)
        write(os.path.join(self.folder, "cid", "konane.py"), "class Player:\n    pass\n" + KONANE)
        write(os.path.join(self.folder, "cid", "minimax.py"), "from konane import Player\n" + file_of_course)
        write(os.path.join(self.folder, "engine"), f"#!/bin/sh\nexec {PANJ}\n", executable=True)
        self.play("--game", "konane rows=4 cols=4", "--house", "first")
        self.assertEqual({name: row["kind"] for name, row in self.marks().items()},
                         {"as-in-the-course": "konane", "cid": "konane", "engine": "ugi", "mobile": "konane"})
        self.assertEqual({row["games"] for row in self.marks().values()}, {"8"})
        if not SUFFIX:  # a sanitizer finds that it is watched, and may end the engine with an error
            self.no_faults(*self.marks())

    def test_the_same_command_goes_on_but_not_with_other_agents(self):
        write(os.path.join(self.folder, "ann.py"), HAND)
        write(os.path.join(self.folder, "bob.py"), HAND)
        self.play("--house", "")
        first = self.games()
        self.play("--house", "")
        self.assertEqual(self.games(), first)
        write(os.path.join(self.folder, "bob.py"), HAND + "# better\n")
        run = run_class(self.folder, "--out", self.out, "--st", "0.5", "--house", "", *MEMORY)
        self.assertEqual((run.returncode, self.games()), (2, first))
        self.assertIn("has games of other versions of bob:", run.stderr)

    def test_who_hands_in_what_is_no_python_loses_by_that(self):
        write(os.path.join(self.folder, "ann.py"), HAND)
        write(os.path.join(self.folder, "\u0639\u0644\u06cc.py"), HAND.replace(":", "", 1))
        write(os.path.join(self.folder, "Zoe\u0308", "agent.py"), HAND + "    return 1 1\n")
        write(os.path.join(self.folder, "Zoe\u0308", "utils.py"), "def (\n")
        self.play("--house", "")
        names = {"ann", "\u0639\u0644\u06cc", "Zo\u00eb"}
        self.assertEqual(set(self.marks()), names)
        self.assertEqual(set(os.listdir(os.path.join(self.out, "students"))), {name + ".html" for name in names})
        for name in names - {"ann"}:
            self.assertIn("SyntaxError", self.marks()[name]["first fault"])
            self.assertEqual(self.marks()[name]["protocol"], self.marks()[name]["losses"])

    def test_it_is_stopped_and_nothing_goes_on(self):
        write(os.path.join(self.folder, "ann.py"), SLEEPS)
        write(os.path.join(self.folder, "bob.py"), SLEEPS)
        process = subprocess.Popen([sys.executable, CLASS, self.folder, "--out", self.out, "--st", "600", "--house", "", *MEMORY])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        log = os.path.join(self.out, "logs", "ann.txt")
        self.until(lambda: os.path.exists(log) and os.path.getsize(log) > 0)
        process.terminate()
        self.assertEqual(process.wait(60), 1)
        self.until(lambda: not processes_with(self.out))

    def until(self, happens):
        """Within a minute."""
        for _ in range(6000):
            if happens():
                return
            time.sleep(0.01)
        self.fail("it does not happen")

    def test_the_second_phase_with_the_courses_modules(self):
        course = os.path.join(os.path.dirname(self.folder), "given out")
        write(os.path.join(course, "utils", "sight.py"), SIGHT)
        write(os.path.join(self.folder, "ann.py"), SECOND_PHASE)
        write(os.path.join(self.folder, "bob", "agent.py"), SECOND_PHASE)
        self.play("--game", "hand companions=on", "--house", "random", "--rounds", "2", "--with", course)
        self.no_faults("ann", "bob")
        self.assertEqual([row["games"] for row in self.marks().values()], ["8", "8"])

    @unittest.skipUnless(WALLS, "a network of its own is needed")
    def test_gems_alone(self):
        shutil.copytree(os.path.join(EXAMPLE, "gems"), self.folder)
        self.play("--game", "gems size=6x6 gems=4 turns=12", "--house", "random", "--rounds", "2")
        self.no_faults("greedy", "walks")
        self.assertIn("before it connected", self.marks()["never"]["first fault"])
        self.assertEqual(self.marks()["never"]["points"], "0")
        self.assertEqual(self.marks()["greedy"]["games"], "6")  # two maps, three others

    @unittest.skipUnless(WALLS, "a network of its own is needed")
    def test_gems_with_slips(self):
        os.mkdir(self.folder)
        shutil.copy(os.path.join(EXAMPLE, "gems", "greedy.py"), self.folder)
        self.play("--game", "gems size=6x6 gems=4 turns=12 slip=course", "--house", "random", "--rounds", "2")
        self.no_faults("greedy")
        self.assertEqual(self.marks()["greedy"]["games"], "2")

    @unittest.skipUnless(WALLS, "a network of its own is needed")
    def test_gems_together(self):
        shutil.copytree(os.path.join(EXAMPLE, "gems"), self.folder, ignore=shutil.ignore_patterns("never.py"))
        self.play("--game", "gems size=6x6 gems=4 turns=12 players=2", "--house", "random")
        self.no_faults("greedy", "walks")
        self.assertEqual([row["games"] for row in self.marks().values()], ["4", "4"])


class Folders(Room):
    """Who is in a folder; nothing is played, since the tournament has nobody to play."""

    def refusal(self, *words):
        run = run_class(self.folder, "--out", self.out, *words)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        return run.stderr

    def test_what_is_no_agent_is_said(self):
        write(os.path.join(self.folder, "broken.py"), "def move(:\n")
        write(os.path.join(self.folder, "notes.txt"), "hello\n")
        write(os.path.join(self.folder, "empty", "readme"), "")
        write(os.path.join(self.folder, "pipes", "agent.py"), HAND)
        os.mkfifo(os.path.join(self.folder, "pipes", "data"))
        write(os.path.join(self.folder, "two", "one.py"), HAND)
        write(os.path.join(self.folder, "two", "other.py"), HAND)
        said = self.refusal()
        for words in ("broken.py is left out: no get_move", "notes.txt is left out: no get_move",
                      "empty is left out: no agent in it", "two is left out: several agents (one.py, other.py)", "pipes is left out: ",
                      "no agent in "):
            self.assertIn(words, said)

    def test_two_games_need_a_word(self):
        write(os.path.join(self.folder, "ann.py"), HAND)
        write(os.path.join(self.folder, "bob.py"), KONANE)
        self.assertIn("--game is needed", self.refusal())
        self.assertIn("bob.py is left out: plays konane, not hand", self.refusal("--game", "hand", "--house", "nobody"))

    def test_no_folder(self):
        self.assertIn("is no folder", self.refusal())

    def test_a_house_that_nobody_knows(self):
        write(os.path.join(self.folder, "ann.py"), HAND)
        self.assertIn("--house knows seed", self.refusal("--house", "level11"))


if __name__ == "__main__":
    unittest.main()

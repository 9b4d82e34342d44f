"""panj-class: the example's eight agents, seven of them hostile, as one class; what is found in folders; agents of each
kind; the boards of the seats beside the engine's; what is said of moves beside brute force."""

import csv
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
SUFFIX = os.path.basename(PANJ)[len("panj"):]
CLASS, EXAMPLE = os.path.join(ROOT, "panj-class"), os.path.join(ROOT, "adapters", "class", "example")
REFEREE, JAIL = (os.path.join(ROOT, name + SUFFIX) for name in ("panj-referee", "panj-jail"))
sys.path.insert(0, CLASS)
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
        run = run_class(self.folder, "--out", self.out, "--st", "0.5", "--house", "random", "--concurrency", "12", "--quiet", "--review", "2")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
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
                elif verdict != "time":  # a busy machine may be late with anything, and memory takes its time
                    self.assertEqual(verdict, self.HOSTILE[loser][0])
                    self.assertIn(self.HOSTILE[loser][1], reason)

    def check_marks(self):
        marks = self.marks()
        self.assertEqual(set(marks), set(self.HOSTILE) | {"honest", "prints"})
        for name, row in marks.items():
            lost = sum(int(row[fault]) for fault in ("illegal", "time", "stall", "crash", "protocol"))
            self.assertEqual(int(row["games"]), 16)
            self.assertEqual(lost, int(row["losses"]) if name in self.HOSTILE else lost)
            self.assertEqual(float(row["mark"]), round(100 * float(row["points"]) / 16, 1))
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


class Kinds(Room):
    """An agent of each kind plays its games to the end."""

    def play(self, *words):
        run = run_class(self.folder, "--out", self.out, "--st", "0.5", "--quiet", "--concurrency", "4", *MEMORY, *words)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def no_faults(self, *names):
        for name in names:
            self.assertEqual(self.marks()[name]["first fault"], "")

    def test_konane_and_ugi(self):
        shutil.copytree(os.path.join(EXAMPLE, "konane"), self.folder)
        with open(os.path.join(self.folder, "mobile.py"), encoding="utf-8") as file:
            course = "import sys\nsys.setrecursionlimit(2000)\n" + file.read() + "\ngame.playNGames(2, SimplePlayer(8), 1)\n"
        write(os.path.join(self.folder, "as in the course.py"), course)
        write(os.path.join(self.folder, "engine"), f"#!/bin/sh\nexec {PANJ}\n", executable=True)
        self.play("--game", "konane rows=4 cols=4", "--house", "first", "--rounds", "2")
        self.assertEqual({name: row["kind"] for name, row in self.marks().items()},
                         {"as-in-the-course": "konane", "engine": "ugi", "mobile": "konane"})
        self.assertEqual({row["games"] for row in self.marks().values()}, {"12"})
        if not SUFFIX:  # a sanitizer finds that it is watched, and may end the engine with an error
            self.no_faults(*self.marks())

    @unittest.skipUnless(WALLS, "a network of its own is needed")
    def test_gems_alone(self):
        shutil.copytree(os.path.join(EXAMPLE, "gems"), self.folder)
        self.play("--game", "gems size=6x6 gems=4 turns=12", "--house", "random", "--rounds", "2")
        self.no_faults("greedy", "walks")
        self.assertIn("before it connected", self.marks()["never"]["first fault"])
        self.assertEqual(self.marks()["never"]["points"], "0")
        self.assertEqual(self.marks()["greedy"]["games"], "6")  # two maps, three others

    @unittest.skipUnless(WALLS, "a network of its own is needed")
    def test_gems_together(self):
        shutil.copytree(os.path.join(EXAMPLE, "gems"), self.folder, ignore=shutil.ignore_patterns("never.py"))
        self.play("--game", "gems size=6x6 gems=4 turns=12 players=2", "--house", "random")
        self.no_faults("greedy", "walks")
        self.assertEqual([row["games"] for row in self.marks().values()], ["4", "4"])


class Boards(unittest.TestCase):
    """The rules of a seat against the engine's, over random games."""

    def play(self, game, board, check):
        from panj_class.panj import Engine

        rng = random.Random(7)
        with Engine([PANJ], game) as engine:
            for number in range(12):
                engine.newgame(game, **({"seed": number + 1} if game == "hand" else {}))
                table = board(engine.query("fen").split())
                while engine.query("turn") != "none":
                    move = rng.choice(engine.legal())
                    engine.play(move)
                    table.play(move)
                    check(table, engine.query("fen").split())

    def test_hand(self):
        from panj_class import hand

        def check(table, fen):
            other = hand.Table(fen)
            self.assertEqual((table.cells, table.side, table.counts, table.holders),
                             (other.cells, other.side, other.counts, other.holders))
            self.assertEqual("".join(table.cells), re.sub(r"\d", lambda gap: "." * int(gap.group()), fen[0]).replace("/", ""))

        self.play("hand", hand.Table, check)

    def test_konane(self):
        from panj_class import konane

        def check(table, fen):
            rows = re.sub(r"\d+", lambda gap: "." * int(gap.group()), fen[0]).upper().split("/")
            self.assertEqual((["".join(row) for row in table.rows], table.side + 1), (rows, int(fen[1])))

        self.play("konane", konane.Table, check)


class Judgements(unittest.TestCase):
    """What is said of a move, beside a search of the whole game with the seat's own rules."""

    FEN = "VS1U2/1GS3/U1L1S1/G2L2/1S1T2/6 1 0000000 0000000 -------"

    def legal(self, table):
        varys = table.cells.index("V")
        return [table.word(at) for at, letter in enumerate(table.cells)
                if letter not in ".V" and (at // 6 == varys // 6 or at % 6 == varys % 6)]

    def wins(self, fen, moves):
        """Whether the player on move wins."""
        from panj_class import hand

        table = hand.Table(fen.split())
        for move in moves:
            table.play(move)
        legal = self.legal(table)
        if not legal:
            held = [table.holders.count(side) for side in "12"]
            winner = next(holder for holder in table.holders if holder != "-") if held[0] == held[1] else "12"[held[1] > held[0]]
            return winner == "12"[table.side]
        return any(not self.wins(fen, [*moves, move]) for move in legal)

    def test_every_move_of_a_position(self):
        from panj_class import hand, review, store
        from panj_class.panj import Engine

        table = hand.Table(self.FEN.split())
        self.assertTrue(self.wins(self.FEN, []))
        seen = set()
        with Engine([PANJ], "hand") as engine:
            for played in self.legal(table):
                game = store.Game(1, 1, ("a", "b"), self.FEN, "1-0", "rules", "", "", [played], [1])
                judged = review.judge_game(engine, game, 1)
                loses = self.wins(self.FEN, [played])
                self.assertEqual(judged.judged, 1)
                self.assertEqual(any(move.outcome_lost for move in judged.moves), loses, played)
                for move in judged.moves:
                    self.assertFalse(self.wins(self.FEN, [move.better]))
                seen.add(loses)
        self.assertEqual(seen, {True, False})

    def test_points_and_ends(self):
        from panj_class.panj import Score
        from panj_class.review import compare

        win, loss, draw = (1000, 0, 0), (0, 0, 1000), (0, 1000, 0)
        for best, played, gave, end in (
                (Score("pts", 3, "proven", win), Score("pts", 1, "proven", win), True, False),
                (Score("pts", 1, "proven", win), Score("pts", 1, "proven", win), False, False),
                (Score("pts", 1, "proven", win), Score("mate", 9, "proven"), False, False),
                (Score("mate", 3), Score("mate", 9), False, False),
                (Score("mate", 9), Score("mate", -3), True, True),
                (Score("pts", 0, "proven", draw), Score("pts", 0, "proven", loss), True, True),
                (Score("pts", 284, "proven"), Score("pts", 283, "proven"), True, False)):
            self.assertEqual(compare(best, played), (gave, end), (best, played))


class Cost(unittest.TestCase):
    def test_it_prints_figures(self):
        run = run_class("cost", os.path.join(EXAMPLE, "hand", "honest.py"))
        self.assertEqual(run.returncode, 0, run.stderr)
        figures = re.fullmatch(r"(\d+) moves: own time ([\d.]+) ms a move; beyond it [\d.]+ ms \(median\), [\d.]+ \(mean\), "
                               r"of processor (-?[\d.]+) with the start of the process\n", run.stdout)
        self.assertIsNotNone(figures, run.stdout)
        self.assertGreaterEqual(int(figures.group(1)), 300)
        self.assertLess(float(figures.group(3)), 1)
        self.assertEqual(run_class("cost", "/nowhere.py").returncode, 2)


HAND = "def get_move(cards, player1, player2):\n    return 0\n"
KONANE = "class Mine:\n    def initialize(self, side):\n        pass\n    def getMove(self, board):\n        return []\n"


class Folders(Room):
    """Who is in a folder; nothing is played, since the tournament has nobody to play."""

    def refusal(self, *words):
        run = run_class(self.folder, "--out", self.out, *words)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        return run.stderr

    def test_what_is_no_agent_is_said(self):
        write(os.path.join(self.folder, "broken.py"), "def get_move(:\n")
        write(os.path.join(self.folder, "notes.txt"), "hello\n")
        write(os.path.join(self.folder, "empty", "readme"), "")
        write(os.path.join(self.folder, "two", "one.py"), HAND)
        write(os.path.join(self.folder, "two", "other.py"), HAND)
        said = self.refusal()
        for words in ("broken.py is left out: broken.py: invalid syntax", "notes.txt is left out: no get_move",
                      "empty is left out: no agent in it", "two is left out: several agents (one.py, other.py)",
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


@unittest.skipUnless(WALLS, "this machine cannot put up all walls")
class Walls(unittest.TestCase):
    """panj-jail alone: what a program within can and cannot do."""

    def jailed(self, code, *words):
        """What a line of Python comes to: its value, or the name of what it raises."""
        program = f"import os\ntry:\n    print({code})\nexcept BaseException as error:\n    print(type(error).__name__)\n"
        run = subprocess.run([JAIL, *words, sys.executable, "-S", "-c", program], capture_output=True, text=True, timeout=60, check=False)
        return run.stdout.strip() or f"status {run.returncode} {run.stderr.strip()}"

    def test_one_process(self):
        self.assertEqual(self.jailed("os.fork()"), "BlockingIOError")
        self.assertEqual(self.jailed("os.posix_spawn('/bin/true', ['true'], {})"), "BlockingIOError")
        self.assertEqual(self.jailed("os.fork() >= 0", "processes=many").count("True"), 2)

    def test_threads_are_no_processes(self):
        self.assertEqual(self.jailed("(lambda t: (t.start(), t.join()))(__import__('threading').Thread(target=int))"), "(None, None)")

    def test_nobody_else_is_signalled(self):
        self.assertEqual(self.jailed("os.kill(os.getppid(), 0)"), "PermissionError")
        self.assertEqual(self.jailed("os.kill(-1, 0)"), "PermissionError")
        self.assertEqual(self.jailed("os.kill(os.getpid(), 0)"), "None")

    def test_no_network(self):
        self.assertEqual(self.jailed("__import__('socket').socket()"), "PermissionError")
        self.assertEqual(self.jailed("__import__('socket').socketpair() and 1"), "1")

    def test_a_network_of_its_own(self):
        alone = "[s.create_connection(s.create_server(('127.0.0.1', 0)).getsockname()) for s in [__import__('socket')]] and 1"
        self.assertIn(self.jailed(alone, "network=own"), ("1", "ConnectionRefusedError"))
        self.assertEqual(self.jailed("__import__('socket').create_connection(('192.0.2.1', 9), 5)", "network=own"), "OSError")
        self.assertEqual(self.jailed("__import__('socket').socket(1)", "network=own"), "PermissionError")

    def test_memory(self):
        self.assertEqual(self.jailed("len(bytearray(300 << 20))", "memory=256"), "MemoryError")
        self.assertEqual(self.jailed("len(bytearray(300 << 20))", "memory=2048"), str(300 << 20))

    def test_files(self):
        with tempfile.TemporaryDirectory() as room:
            work, other = os.path.join(room, "work"), os.path.join(room, "other")
            write(os.path.join(work, "own"), "mine")
            write(os.path.join(other, "theirs"), "not mine")
            there, within = os.path.join(other, "theirs"), f"work={work}"
            self.assertEqual(self.jailed("open('new', 'w').write('x') and sorted(os.listdir())", within), "['new', 'own']")
            self.assertEqual(self.jailed(f"open({there!r}).read()", within), "not mine")
            for code in (f"open({there!r}, 'a')", f"os.remove({there!r})", f"os.rename({there!r}, 'here')", f"os.truncate({there!r}, 0)",
                         f"os.mkdir({there!r} + 'x')", f"os.chmod({there!r}, 0)", "open('/dev/shm/panj-jail', 'w')"):
                self.assertEqual(self.jailed(code, within), "PermissionError", code)
            self.assertEqual(self.jailed(f"open({there!r}).read()", within, f"hide={other}"), "PermissionError")
            self.assertEqual(self.jailed(f"os.listdir({other!r})", within, f"hide={room}"), "PermissionError")
            self.assertEqual(self.jailed("open('own').read()", within, f"hide={room}"), "mine")
            self.assertEqual(self.jailed("open('large', 'wb').write(bytes(2 << 20))", within, "file=1"), "OSError")
            with open(there, encoding="utf-8") as file:
                self.assertEqual(file.read(), "not mine")

    def test_bad_words(self):
        quiet = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}  # LSan cannot look from within
        for words, status in ((("memory=x", "true"), 2), (("network=some", "true"), 2), ((), 2), (("processes=one",), 2),
                              (("memory=0", "./nope"), 127), (("memory=0", "/"), 126), (("work=/nope", "true"), 125), (("true",), 0), (("false",), 1)):
            run = subprocess.run([JAIL, *words], env=quiet, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(run.returncode, status, (words, run.stderr))


if __name__ == "__main__":
    unittest.main()

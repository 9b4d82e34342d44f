"""The house as an inspection sees it: no function too long, asserts enough, one cast of names, nothing twice."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OTHER_BUILD = re.compile(r"-(debug|asan|ubsan|tsan|cov|fuzz)$")  # of the same programs


class House(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.done = subprocess.run([sys.executable, os.path.join(ROOT, "tests", "inspect")], capture_output=True, text=True)

    def test_an_inspection_finds_nothing(self):
        self.assertEqual(self.done.returncode, 0, self.done.stdout + self.done.stderr)

    def test_it_looked_at_the_games(self):
        self.assertGreaterEqual(len(glob.glob(os.path.join(ROOT, "src", "games", "*", "game.c"))), 5)
        row = next(line for line in self.done.stdout.splitlines() if line.startswith("src/games"))
        self.assertGreater(int(row.split()[2]), 10000)


class Programs(unittest.TestCase):
    """What all programs of the house have in common."""

    NAMES = sorted(os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "panj*"))
                   if os.access(path, os.X_OK) and os.path.isfile(path) and not OTHER_BUILD.search(path))
    QUIET = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}

    def run_one(self, name, word, sink):
        return subprocess.run([os.path.join(ROOT, name), word], stdout=sink, stderr=subprocess.PIPE, text=True,
                              check=False, env=dict(self.QUIET, COLUMNS="80"))

    def test_help_fits_80_columns(self):
        self.assertIn("panj", self.NAMES)
        for name in self.NAMES:
            done = self.run_one(name, "--help", subprocess.PIPE)
            self.assertEqual(done.returncode, 0, name)
            self.assertEqual([line for line in done.stdout.splitlines() if len(line) > 79], [], name)

    def test_what_cannot_be_written_is_an_error(self):
        for name in self.NAMES:
            for word in ("--help", "--version"):
                with open("/dev/full", "w", encoding="utf-8") as full:
                    done = self.run_one(name, word, full)
                told = f"{name}: writing: No space left on device\n"
                self.assertEqual((done.returncode, done.stderr), (1, told), word)


class Pages(unittest.TestCase):
    """The files, names and targets that the pages for maintainers speak of exist. GAME stands for each game."""

    PAGES = ["CONTRIBUTING.md", "src/README.md", "tests/README.md", *glob.glob("src/games/*/SOLVER.md", root_dir=ROOT)]
    PLACES = ("", "src", "src/*", "src/games/*", "protocol", "tests", "tests/*")
    FILE = re.compile(r"[\w./*-]+\.(?:c|h|py|md|txt|def)|[\w.-]+(?:/[\w.-]*)+")
    NAME = re.compile(r"([a-z][a-z0-9]*_\w+|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:\(\))?")
    TAG = re.compile(r"(?:struct|enum|union) \w+")
    TARGET = re.compile(r"make ([\w-]+)(?: .*)?")
    EXAMPLES = ("module_verb_object",)

    @classmethod
    def setUpClass(cls):
        paths = [path for floor in ("src", "protocol", "adapters", "tests") for ending in ("c", "h", "def", "py")
                 for path in glob.glob(os.path.join(ROOT, floor, "**", f"*.{ending}"), recursive=True)]
        cls.names = {os.path.splitext(os.path.basename(path))[0] for path in paths}
        cls.tags = set()
        for path in (path for path in paths if not path.endswith("test_house.py")):
            with open(path, encoding="utf-8") as source:
                text = source.read()
            cls.names.update(re.findall(r"\w+", text))
            cls.tags.update(cls.TAG.findall(text))
        with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as makefile:
            cls.targets = set(re.findall(r"^([\w-]+):", makefile.read(), re.M))

    def exists(self, quoted):
        """Whether what stands in backticks is there, as far as it is of a kind that can be looked up."""
        file, name, target = (kind.fullmatch(quoted) for kind in (self.FILE, self.NAME, self.TARGET))
        if file:
            return any(glob.glob(os.path.join(ROOT, place, quoted.replace("GAME", "*"))) for place in self.PLACES)
        if self.TAG.match(quoted):
            return self.TAG.match(quoted)[0].replace("GAME_", "gems_") in self.tags
        if name:
            return name[1] in self.EXAMPLES or any(re.sub("^GAME_", one, name[1]) in self.names for one in ("gems_", "GEMS_"))
        return not target or target[1] in self.targets

    def test_what_a_page_names_is_there(self):
        for page in self.PAGES:
            with open(os.path.join(ROOT, page), encoding="utf-8") as text:
                plain = re.sub(r"```.*?```", "", text.read(), flags=re.S)
            missing = [quoted for quoted in re.findall(r"`([^`\n]+)`", plain) if not self.exists(quoted)]
            with self.subTest(page):
                self.assertEqual(missing, [])

    def test_what_is_gone_is_missed(self):
        for quoted in ("src/gone.c", "konane_gone()", "struct gone_struct", "struct landing", "GONE_MAX", "make gone"):
            self.assertFalse(self.exists(quoted), quoted)


class Builds(unittest.TestCase):
    """A row of RESULTS names the build that it was measured by: one that everybody can check out."""

    def git(self, *words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False)

    def missing(self, text):
        words = set(re.findall(r"\b[0-9a-f]{7}\b", text))
        named = [word for word in words if re.search("[a-f]", word) and re.search("[0-9]", word)]
        return [word for word in named if self.git("merge-base", "--is-ancestor", word, "HEAD").returncode != 0]

    def test_every_build_is_in_the_history(self):
        if self.git("rev-parse", "--is-shallow-repository").stdout.strip() != "false":
            self.skipTest("the whole history is not here")
        self.assertEqual(self.missing("one of no history, 0000abc, and one that is no build, 1234567"), ["0000abc"])
        for path in glob.glob(os.path.join(ROOT, "tests", "bench", "**", "*.md"), recursive=True):
            with open(path, encoding="utf-8") as file, self.subTest(path=path):
                self.assertEqual(self.missing(file.read()), [])


class Constants(unittest.TestCase):
    """A row `NAME` | value of a solver's page, or `NAME` value, says what the game's code says."""

    NAME = r"`([A-Z][A-Z0-9_]{2,})`"
    NUMBER = re.compile(r"([\d.,]*\d)( MiB)?")
    CODE = re.compile(r"[\d.()<>+*e -]+")

    def told(self, line):
        """(name, value) of what a row tells; a cell may hold several, with blanks behind the commas."""
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 4:
            return []
        pairs = re.findall(self.NAME + r" ([\d.,]*\d)", cells[1])
        pairs += zip(re.findall(self.NAME, cells[1]), cells[2].split(", "))
        found = [(name, self.NUMBER.fullmatch(value)) for name, value in pairs]
        return [(name, float(value[1].replace(",", "")) * (2**20 if value[2] else 1)) for name, value in found if value]

    def said(self, name, code):
        """The values that the code gives this name."""
        written = re.findall(rf"\b{name}\s*=\s*([^,;}}\n/]+)", code)
        plain = [re.sub(r"(?<=\d)(?:U?L{0,2}|f)\b", "", value).strip() for value in written]
        return [float(eval(value)) for value in plain if self.CODE.fullmatch(value)]

    def wrong(self, lines, code):
        return [(name, value) for line in lines for name, value in self.told(line) if value not in self.said(name, code)]

    def test_the_pages_say_what_the_code_says(self):
        count = 0
        for page in glob.glob(os.path.join(ROOT, "src", "games", "*", "SOLVER.md")):
            code = ""
            for path in glob.glob(os.path.join(os.path.dirname(page), "*.[ch]")):
                with open(path, encoding="utf-8") as source:
                    code += source.read()
            with open(page, encoding="utf-8") as text:
                lines = text.readlines()
            count += sum(len(self.told(line)) for line in lines)
            with self.subTest(page):
                self.assertEqual(self.wrong(lines, code), [])
        self.assertGreater(count, 15)

    def test_what_is_wrong_is_noticed(self):
        code = "enum { FAR = 10000, NEAR_MOST = 1 << 4 };\nstatic const double HALF = 0.5;\n"
        self.assertEqual(self.wrong(["| `FAR`, `NEAR_MOST` | 10,000, 16 | tried |", "| `HALF` 0.5, often | | |"], code), [])
        self.assertEqual(self.wrong(["| `FAR`, `NEAR_MOST` | 10,000, 17 | |", "| `HALF` 0.6 | | |", "| `GONE` | 3 | |"], code),
                         [("NEAR_MOST", 17), ("HALF", 0.6), ("GONE", 3)])


class Layers(unittest.TestCase):
    """tests/layers, in a copy of the floors, sees what is put there."""

    HARMLESS = [("src/game.c", "/* konane in a comment */")]
    WRONG = [(file, line, "names a game")
             for file in ("src/game.c", "src/base/text.c", "src/search/best.c", "src/solve/effort.c", "src/picture/grid.c",
                          "protocol/go.c", "protocol/commands.def")
             for line in ('static const char *name = "hand";', "extern const struct game konane_game;")]
    WRONG += [(file, f'#include "{name}"', f"includes {name}")
              for file, name in (("src/game.c", "protocol/session.h"), ("src/picture/grid.c", "games/gems/gems.h"),
                                 ("src/games/hand/eval.c", "games/gems/gems.h"), ("protocol/go.c", "adapters/wire/wire.h"),
                                 ("adapters/referee/clock.c", "protocol/session.h"))]
    WRONG += [("src/picture/grid.c", 'void speak(void) { puts("x"); }', "neither prints")]

    def found_with(self, lines):
        """What is said of a copy in which each (file, line, ...) stands at the end of its file."""
        with tempfile.TemporaryDirectory() as room:
            for floor in ("src", "protocol", "adapters"):
                shutil.copytree(os.path.join(ROOT, floor), os.path.join(room, floor),
                                ignore=shutil.ignore_patterns("node_modules", "page", "*.md", "*.json"))
            os.mkdir(os.path.join(room, "tests"))
            shutil.copy(os.path.join(ROOT, "tests", "layers"), os.path.join(room, "tests"))
            for file, line, *_ in lines:
                with open(os.path.join(room, file), "a", encoding="utf-8") as source:
                    source.write(line + "\n")
            return subprocess.run([os.path.join(room, "tests", "layers")], capture_output=True, text=True,
                                  check=False).stdout.splitlines()

    def test_nothing_is_found_as_it_is(self):
        self.assertEqual(self.found_with(self.HARMLESS), [])

    def test_each_fault_is_found(self):
        found = self.found_with(self.WRONG)
        for file, line, why in self.WRONG:
            self.assertTrue(any(one.startswith(f"{file}:") and why in one for one in found), (file, line, found))


if __name__ == "__main__":
    unittest.main()

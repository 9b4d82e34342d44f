"""The engines of the chapter "An engine in 30 lines": PROTOCOL.md quotes the files, and they reach the level they claim."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXAMPLES = os.path.join(ROOT, "adapters", "conform", "example")
CONFORM = [sys.executable, os.path.join(ROOT, "adapters", "conform", "conform.py"), "--jobs", "4"]


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def level_of(command, level):
    done = subprocess.run(CONFORM + ["--level", level] + command, capture_output=True, text=True)
    return done.stdout.splitlines()[-1] + ("" if done.returncode == 0 else "\n" + done.stdout)


class Examples(unittest.TestCase):
    def test_they_are_as_short_as_they_are_said_to_be(self):
        lines = {name: read(EXAMPLES, name).count("\n") for name in ("player.py", "engine.py")}
        self.assertLessEqual(lines["player.py"], 30)
        self.assertIn(f"takes {lines['engine.py']} lines", read(ROOT, "PROTOCOL.md"))

    def test_the_page_quotes_the_files(self):
        page = read(ROOT, "PROTOCOL.md")
        quoted = re.findall(r"```(?:python|c)\n(.*?)```", page[page.index("\n## An engine in 30 lines"):page.index("\n## Game records")], re.S)
        files = [read(EXAMPLES, name) for name in ("player.py", "engine.py", "engine.c")]
        self.assertEqual(quoted, files)
        self.assertLessEqual(len(files[0].splitlines()), 30)

    def test_python_plays(self):
        self.assertRegex(level_of([sys.executable, os.path.join(EXAMPLES, "player.py")], "L0"), "level reached: L0$")

    def test_python_is_referee_grade(self):
        self.assertRegex(level_of([sys.executable, os.path.join(EXAMPLES, "engine.py")], "L1"), "level reached: L1$")

    def test_c_is_referee_grade(self):
        compiler = shlex.split(os.environ.get("CC", shutil.which("cc") or "gcc"))
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "engine")
            subprocess.run([*compiler, "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror",
                            os.path.join(EXAMPLES, "engine.c"), "-o", program], check=True)
            self.assertRegex(level_of([program], "L1"), "level reached: L1$")


if __name__ == "__main__":
    unittest.main(verbosity=2)

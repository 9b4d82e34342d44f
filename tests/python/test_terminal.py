"""At a terminal. One command is answered in words; panj-referee: the live line keeps to one row, also when the window
is made narrower, and does not write over a person's prompt."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
REFEREE = os.path.join(os.path.dirname(PANJ), os.path.basename(PANJ).replace("panj", "panj-referee", 1))


class Screen:
    """What a terminal of so many columns shows, as rows; just enough of one for a line that is written over."""

    def __init__(self, columns):
        self.columns, self.rows, self.row, self.column = columns, [""], 0, 0

    def shrink(self, columns):
        """Rows that are too long break, as in any terminal that keeps its text."""
        rows = []
        for at, row in enumerate(self.rows):
            pieces = [row[i : i + columns] for i in range(0, len(row), columns)] or [""]
            rows += pieces
            if at == self.row:
                self.row, self.column = len(rows) - 1, len(pieces[-1])
        self.columns, self.rows = columns, rows

    def put(self, text):
        for piece in re.findall(r"\x1b\[\d*[AJK]|\r|\n|[^\x1b\r\n]", text):
            if piece == "\r":
                self.column = 0
            elif piece == "\n":
                self.row += 1
                self.column = 0
            elif piece.endswith("A") and piece[0] == "\x1b":
                self.row = max(0, self.row - int(piece[2:-1] or 1))
            elif piece[0] == "\x1b":
                self.rows[self.row] = self.rows[self.row][: self.column]
                if piece.endswith("J"):
                    del self.rows[self.row + 1 :]
            else:
                if self.column == self.columns:
                    self.row, self.column = self.row + 1, 0
                while len(self.rows) <= self.row:
                    self.rows.append("")
                row = self.rows[self.row].ljust(self.column)
                self.rows[self.row] = row[: self.column] + piece + row[self.column + 1 :]
                self.column += 1
            while len(self.rows) <= self.row:
                self.rows.append("")

    def count(self, pattern):
        return sum(bool(re.search(pattern, row)) for row in self.rows)


@unittest.skipUnless(os.path.exists(REFEREE), "panj-referee is not built")
class Terminal(unittest.TestCase):
    def start(self, *words, columns=80):
        self.master, slave = pty.openpty()
        self.resize(columns)
        self.process = subprocess.Popen([REFEREE, "-arbiter", f"cmd={PANJ}", *words], stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.addCleanup(self.finish)
        return Screen(columns)

    def finish(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def read(self, seconds, until=None):
        text, end = "", time.monotonic() + seconds
        while time.monotonic() < end and not (until and until in text):
            if select.select([self.master], [], [], 0.05)[0]:
                try:
                    text += os.read(self.master, 65536).decode()
                except OSError:
                    break
        return text

    def test_a_narrower_window_keeps_one_live_line(self):
        engine = ("nodes=20000", f"cmd={PANJ}")
        screen = self.start("-engine", *engine, "name=one", "-engine", *engine, "name=two", "-rounds", "1000", columns=100)
        screen.put(self.read(20, until="left  "))
        screen.put(self.read(0.6))
        screen.put(self.read(5, until="left  "))  # the next line is a while away: none is under way at the old width
        self.assertEqual(screen.count(r"/2000 games"), 1)
        self.resize(40)
        screen.shrink(40)
        screen.put(self.read(1.5))
        self.assertEqual(screen.count(r"/2000 games"), 1, screen.rows)
        self.assertTrue(all(len(row) <= 40 for row in screen.rows))

    def test_a_person_sees_no_live_line(self):
        self.start("-engine", "person", "name=Me", "-engine", f"cmd={PANJ}", "depth=2", "name=Easy", "-games", "1")
        text = self.read(20, until="resign): ")
        text += self.read(1)
        self.assertTrue(text.endswith("Me, player 1 (a move, help, resign): "), text[-200:])
        self.assertNotIn("games  ", text)
        os.write(self.master, b"resign\n")
        self.assertIn("Easy has won: Me gave up", self.read(20, until="gave up"))
        self.assertEqual(self.process.wait(20), 0)


class OneCommand(unittest.TestCase):
    """A person reads words where a pipe has the protocol."""

    def at_a_terminal(self, *words):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        child = subprocess.Popen([PANJ, *words], stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "NO_COLOR": "1"})
        os.close(slave)
        shown = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:  # the other side is gone
                break
            if not piece:
                break
            shown += piece
        os.close(master)
        return child.wait(), shown.decode().replace("\r\n", "\n")

    def test_games_and_help(self):
        status, shown = self.at_a_terminal("games")
        self.assertEqual(status, 0)
        self.assertIn("  konane: Konane\n", shown)
        self.assertIn("    rows=1..26, 8 if not said, in newgame\n        rows of the board\n", shown)
        self.assertNotIn("game konane", shown)
        status, shown = self.at_a_terminal("help", "go")
        self.assertEqual(status, 0)
        self.assertTrue(shown.startswith("  go [LIMIT ...]: search; ends with bestmove\n"), shown)
        self.assertTrue(all(len(line) <= 80 for line in shown.splitlines()))

    def test_an_error_is_told_and_has_a_status(self):
        status, shown = self.at_a_terminal("perft", "x")
        self.assertEqual(status, 2)
        self.assertNotIn("bad_argument", shown)

    def test_a_pipe_has_the_protocol(self):
        done = subprocess.run([PANJ, "games"], capture_output=True, text=True)
        self.assertTrue(done.stdout.startswith("game konane title Konane\n"))


if __name__ == "__main__":
    unittest.main()

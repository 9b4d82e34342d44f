#!/usr/bin/env python3
"""Draws adapters/console/console.svg: what a terminal shows of a short session with ./panj.

    adapters/console/picture.py >adapters/console/console.svg
"""
import os
import pty
import re
import select
import subprocess
import sys
import time
from xml.sax.saxutils import escape

ROWS, COLUMNS = 30, 82
SESSION = ["new hand seed=7", "level 6", "auto 2", "a2", "go depth 11"]
COLOURS = {31: "#e06c75", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2", 37: "#dcdfe4"}
PLAIN, GROUND = "#c8ccd4", "#1e222a"
WIDTH, HEIGHT, MARGIN = 8.4, 17, 12


class Screen:
    """As much of a terminal as panj and readline use."""

    def __init__(self):
        self.lines = [[]]
        self.column = 0
        self.style = ()

    def put(self, character):
        line = self.lines[-1]
        line.extend([(" ", ())] * (self.column + 1 - len(line)))
        line[self.column] = (character, self.style)
        self.column += 1

    def set_style(self, numbers):
        for number in numbers:
            self.style = () if number == 0 else self.style + (number,)

    def feed(self, text):
        for token in re.findall(r"\x1b\[[?0-9;]*[a-zA-Z]|.", text, re.S):
            if token == "\n":
                self.lines.append([])
                self.column = 0
            elif token == "\r":
                self.column = 0
            elif token == "\b":
                self.column -= 1
            elif token.startswith("\x1b[") and token.endswith("m"):
                self.set_style([int(number or 0) for number in token[2:-1].split(";")])
            elif token.startswith("\x1b[") and token.endswith("K"):
                del self.lines[-1][self.column:]
            elif token >= " ":
                self.put(token)


def run_session():
    """The bytes that panj writes while the session is typed, each line after the prompt before it."""
    master, slave = pty.openpty()
    os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", INPUTRC="/dev/null", COLUMNS=str(COLUMNS), LINES=str(ROWS),
                      XDG_STATE_HOME="/nonexistent")
    os.environ.pop("NO_COLOR", None)
    subprocess.run(["stty", "rows", str(ROWS), "cols", str(COLUMNS)], stdin=slave, check=True)
    panj = subprocess.Popen(["./panj"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
    shown = b""
    for line in SESSION + [None]:
        quiet = time.monotonic()
        while time.monotonic() - quiet < 1.5:
            if select.select([master], [], [], 0.1)[0]:
                shown += os.read(master, 65536)
                quiet = time.monotonic()
        if line is not None:
            os.write(master, line.encode() + b"\r")
    panj.kill()
    panj.wait()
    return shown.decode()


def style_of(numbers):
    attributes = {"fill": PLAIN}
    for number in numbers:
        if number in COLOURS:
            attributes["fill"] = COLOURS[number]
        elif number == 1:
            attributes["font-weight"] = "bold"
        elif number == 2:
            attributes["opacity"] = ".55"
        elif number == 7:
            attributes["fill"] = GROUND
    return attributes


def draw_run(row, column, text, numbers):
    """One run of the same style; only what is seen."""
    left = MARGIN + WIDTH * column
    if 7 in numbers:
        print(f'<rect x="{left:.1f}" y="{MARGIN + HEIGHT * row - 6}" width="{WIDTH * len(text):.1f}" '
              f'height="{HEIGHT}" fill="{PLAIN}"/>')
    attributes = " ".join(f'{name}="{value}"' for name, value in style_of(numbers).items())
    for words in re.finditer(r"\S+( \S+)*", text):  # wider gaps are places, not blanks
        print(f'<text x="{left + WIDTH * words.start():.1f}" y="{MARGIN + HEIGHT * row + 7}" {attributes} '
              f'textLength="{WIDTH * len(words.group()):.1f}">{escape(words.group())}</text>')


def draw_line(row, cells):
    column = 0
    while column < len(cells):
        end = column
        while end < len(cells) and cells[end][1] == cells[column][1]:
            end += 1
        draw_run(row, column, "".join(character for character, _ in cells[column:end]), cells[column][1])
        column = end


def main():
    screen = Screen()
    screen.feed(run_session())
    texts = ["".join(character for character, _ in line) for line in screen.lines]
    first = next(row for row, text in enumerate(texts) if text.endswith("> " + SESSION[1]))
    lines = screen.lines[first:]
    width, height = round(2 * MARGIN + WIDTH * COLUMNS), 2 * MARGIN + HEIGHT * len(lines)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
          f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">')
    print("<title>panj at a terminal: a game of Hand of the King</title>")
    print(f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>')
    for row, cells in enumerate(lines):
        draw_line(row, cells)
    print("</svg>")


if __name__ == "__main__":
    sys.exit(main())

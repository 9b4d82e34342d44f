#!/usr/bin/env python3
"""Checks a proof of Konane that panj has written, with nothing but the rules.

    verify_konane.py FILE [PART PARTS]

Each answer is checked by itself, so of a large proof one may check a part, the first is 1 of PARTS: the proof stands if
every part does. Written from the page PROTOCOL.md ("Proofs of Konane") alone, so that a proof need not be believed because the program
that found it says so. Exit status: 0 the proof stands, 1 it does not, 2 wrong usage.
"""

import bisect
import mmap
import struct
import sys

HEADING = 512
ANSWER = struct.Struct("<QH")
SEARCH = 250  # positions that may be opened to see a win for which the file has no answer


class Refuted(Exception):
    """Why the file proves nothing."""


class Board:
    """Cells are numbered row by row from the top left; a position is the set of cells that still have their stone."""

    def __init__(self, rows, cols, open_any):
        self.rows, self.cols, self.open_any = rows, cols, open_any
        self.cells = rows * cols
        self.full = (1 << self.cells) - 1
        self.colour = [(cell // cols + cell % cols) % 2 for cell in range(self.cells)]  # 0 black, 1 white
        self.rays = [[self.ray(cell, *step) for step in ((-1, 0), (0, 1), (1, 0), (0, -1))] for cell in range(self.cells)]

    def ray(self, cell, down, right):
        """The cells in one direction, nearest first."""
        row, col = cell // self.cols + down, cell % self.cols + right
        found = []
        while 0 <= row < self.rows and 0 <= col < self.cols:
            found.append(row * self.cols + col)
            row, col = row + down, col + right
        return found

    def first_removals(self):
        if self.open_any:
            return [cell for cell in range(self.cells) if self.colour[cell] == 0]
        row, col = self.rows // 2, self.cols // 2
        places = [(0, 0), (self.rows - 1, self.cols - 1), (row, col), (row - 1, col - 1)]
        cells = [row * self.cols + col for row, col in places if row >= 0 and col >= 0]
        return [cell for cell in dict.fromkeys(cells) if self.colour[cell] == 0]

    def second_removals(self, hole):
        """Beside the hole: right, down of the first cell; left, up of the last; else left, down, right, up."""
        up, right, down, left = self.rays[hole]
        rays = [right, down] if hole == 0 else [left, up] if hole == self.cells - 1 else [left, down, right, up]
        return [ray[0] for ray in rays if ray]

    def moves(self, stones, side):
        """Pairs of a move (from, to) and the stones behind it, in the order in which `query legal` lists them."""
        holes = self.full & ~stones
        if holes == 0:
            return [((cell, cell), stones & ~(1 << cell)) for cell in self.first_removals()] if side == 0 else []
        if holes & (holes - 1) == 0:
            hole = holes.bit_length() - 1
            return [((cell, cell), stones & ~(1 << cell)) for cell in self.second_removals(hole)] if side == 1 else []
        return list(self.jumps(stones, side))

    def jumps(self, stones, side):
        for cell in range(self.cells):
            if self.colour[cell] != side or not stones >> cell & 1:
                continue
            for ray in self.rays[cell]:
                left = stones & ~(1 << cell)
                for over, into in zip(ray[::2], ray[1::2]):
                    if not left >> over & 1 or left >> into & 1:
                        break
                    left &= ~(1 << over)
                    yield (cell, into), left | 1 << into


class Answers:
    """Where they lie in the file, ascending by their stones."""

    def __init__(self, data, count):
        self.data, self.places = data, range(count)

    def at(self, place):
        stones, move = ANSWER.unpack_from(self.data, HEADING + place * ANSWER.size)
        return stones, (move & 63, move >> 6)

    def stones_at(self, place):
        return self.at(place)[0]

    def __contains__(self, stones):
        place = bisect.bisect_left(self.places, stones, key=self.stones_at)
        return place < len(self.places) and self.stones_at(place) == stones


class Proof:
    def __init__(self, data):
        if len(data) < HEADING:
            raise Refuted("shorter than its heading")
        lines = data[:HEADING].rstrip(b"\0").decode("ascii", "replace").split("\n")
        if lines[0] != "panj proof 2 konane" or len(lines) != 5 or lines[4] != "":
            raise Refuted("no proof of Konane")
        said = dict(line.split(" ", 1) for line in lines[1:4] if " " in line)
        if set(said) != {"fen", "winner", "answers"} or said["winner"] not in ("1", "2") or not said["answers"].isdigit():
            raise Refuted("a damaged heading")
        self.fen, self.winner, self.count = said["fen"], int(said["winner"]) - 1, int(said["answers"])
        if len(data) != HEADING + self.count * ANSWER.size:
            raise Refuted("not the size of so many answers")
        self.board, self.root, self.side = read_fen(self.fen)
        self.answers = Answers(data, self.count)

    def check(self, part=1, parts=1):
        for place in self.answers.places[self.count * (part - 1) // parts:self.count * part // parts]:
            self.check_answer(place)
        if part > 1:
            return
        if self.side == self.winner:
            self.check_won(self.root)
        else:
            self.check_replies(self.root)

    def check_answer(self, place):
        stones, move = self.answers.at(place)
        if place > 0 and self.answers.stones_at(place - 1) >= stones:
            raise Refuted("answers that are not in order")
        if stones > self.board.full:
            raise Refuted("an answer off the board")
        behind = dict(self.board.moves(stones, self.winner)).get(move)
        if behind is None:
            raise Refuted("an answer that is no move")
        self.check_replies(behind)

    def check_replies(self, stones):
        """The loser is on move: the winner must be ready for all he can do."""
        for _, behind in self.board.moves(stones, 1 - self.winner):
            self.check_won(behind)

    def check_won(self, stones):
        if stones not in self.answers and not self.wins(stones, self.winner, [SEARCH]):
            raise Refuted("a reply without an answer")

    def wins(self, stones, side, budget):
        """Whether the side on move wins, by plain search; None when the budget of positions does not do."""
        budget[0] -= 1
        if budget[0] < 0:
            return None
        after = [behind for _, behind in self.board.moves(stones, side)]
        after.sort(key=lambda behind: len(self.board.moves(behind, 1 - side)))
        for behind in after:
            reply = self.wins(behind, 1 - side, budget)
            if not reply:
                return None if reply is None else True
        return False


def read_row(row):
    """None for a hole."""
    cells, digits = [], ""
    for sign in row + " ":
        if sign.isdigit():
            digits += sign
            continue
        cells += [None] * int(digits or 0)
        digits = ""
        if sign != " ":
            cells.append("bw".index(sign))
    return cells


def read_fen(fen):
    words = fen.split()
    try:
        rows = [read_row(row) for row in words[0].split("/")]
        side = int(words[1]) - 1 if len(words) > 1 else 0
        flags = words[2:]
    except (ValueError, IndexError):
        raise Refuted("a FEN that cannot be read") from None
    width = len(rows[0])
    if not 1 <= width <= 26 or not 1 <= len(rows) <= 26 or width * len(rows) > 64 or side not in (0, 1) \
            or any(len(row) != width for row in rows) or flags not in ([], ["open=any"], ["open=reference"]):
        raise Refuted("a FEN of no position")
    board = Board(len(rows), width, "open=any" in flags)
    stones = 0
    for cell, sign in enumerate(sign for row in rows for sign in row):
        if sign is None:
            continue
        if sign != board.colour[cell]:
            raise Refuted("a stone on a cell of the other colour")
        stones |= 1 << cell
    return board, stones, side


def read_share(words):
    """PART and PARTS; None: they are none."""
    if not words:
        return 1, 1
    if len(words) != 2 or not all(word.isdecimal() for word in words):
        return None
    part, parts = map(int, words)
    return (part, parts) if 1 <= part <= parts else None


def main():
    share = read_share(sys.argv[2:])
    if len(sys.argv) < 2 or share is None:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    sys.setrecursionlimit(10000)
    try:
        with open(sys.argv[1], "rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if file.read(1) else b""
        proof = Proof(data)
        proof.check(*share)
    except OSError as error:
        print(f"verify_konane: {error}", file=sys.stderr)
        return 2
    except Refuted as why:
        print(f"proof refuted: {why}")
        return 1
    of_whole = "" if share == (1, 1) else "part %d of %d of " % share
    print(f"proof verified {of_whole}p{proof.winner + 1}win with {proof.count} answers: {proof.fen}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

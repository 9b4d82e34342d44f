"""What panj keeps in files, read by what PROTOCOL.md says of them alone: a checker of Konane's proofs that shares no line
with panj says of each file what panj says of it, and Monopoly's tables are as described and right."""

import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
CHECKER = os.path.join(ROOT, "adapters", "python", "verify_konane.py")
sys.path.insert(0, os.path.dirname(CHECKER))

import verify_konane  # noqa: E402


def prove(folder, *lines):
    """The bytes of the proof that panj keeps."""
    path = os.path.join(folder, "proof")
    script = "\n".join(["newgame konane", *lines, "solve", "wait", "proof save", ""])
    said = subprocess.run([PANJ, "--store", path], input=script, capture_output=True, text=True).stdout
    assert "proof saved" in said, said
    with open(path, "rb") as file:
        return file.read()


def panj_verifies(folder, data):
    path = os.path.join(folder, "copy")
    with open(path, "wb") as file:
        file.write(data)
    done = subprocess.run([PANJ, "--game", "konane", "--store", path, "proof", "verify"], capture_output=True, text=True)
    return done.returncode == 0


def python_verifies(data):
    try:
        verify_konane.Proof(data).check()
    except verify_konane.Refuted:
        return False
    return True


class Rules(unittest.TestCase):
    """The checker's own rules, against panj's list of moves."""

    def test_moves(self):
        lines, fens = [], []
        for start in ("rows=1 cols=7 open=any", "rows=5 cols=1 open=any", "rows=5 cols=6", "rows=8 cols=8", "rows=3 cols=3 open=any"):
            said = subprocess.run([PANJ, "--game", "konane " + start], text=True, capture_output=True,
                                  input="query fen\n").stdout
            fens.append(said.split(" ", 1)[1].strip())
        chance = random.Random(5)
        for fen in list(fens):
            board, stones, side = verify_konane.read_fen(fen)
            for _ in range(12):
                moves = board.moves(stones, side)
                words = [write_move(board, *move) for move, _ in moves]
                lines.append((board, stones, side, " ".join([str(len(moves)), *words]), fen))
                if not moves:
                    break
                stones, side = chance.choice(moves)[1], 1 - side
        script = "".join(f"position fen {write_fen(board, stones, side)}\nquery legal\n" for board, stones, side, _, _ in lines)
        answers = subprocess.run([PANJ], input=script, text=True, capture_output=True).stdout.splitlines()
        self.assertEqual(len(answers), len(lines))
        for answer, (board, stones, side, legal, _) in zip(answers, lines):
            self.assertEqual(answer, f"response {legal}", write_fen(board, stones, side))


def write_move(board, start, end):
    cells = [start] if start == end else [start, end]
    return "".join(f"{chr(ord('a') + cell % board.cols)}{cell // board.cols + 1}" for cell in cells)


def write_fen(board, stones, side):
    rows = []
    for row in range(board.rows):
        cells = range(row * board.cols, (row + 1) * board.cols)
        signs = "".join("bw"[board.colour[cell]] if stones >> cell & 1 else "." for cell in cells)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), signs))
    return "/".join(rows) + f" {side + 1}" + (" open=any" if board.open_any else "")


class Proofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.data = prove(cls.folder.name, "newgame konane rows=5 cols=5", "position startpos moves a1")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_proofs_stand(self):
        self.assertTrue(python_verifies(self.data))
        for lines in (["newgame konane rows=1 cols=7 open=any"], ["newgame konane rows=4 cols=4"],
                      ["position fen bw1w1w/6/6/6/6/6 1"], ["newgame konane rows=4 cols=6"], ["newgame konane rows=5 cols=5", "position startpos moves c3"]):
            with self.subTest(lines=lines):
                self.assertTrue(python_verifies(prove(self.folder.name, *lines)))

    def test_the_program(self):
        path = os.path.join(self.folder.name, "proof.k")
        with open(path, "wb") as file:
            file.write(self.data)
        good = subprocess.run([sys.executable, CHECKER, path], capture_output=True, text=True)
        self.assertEqual(good.returncode, 0, good.stdout)
        self.assertRegex(good.stdout, r"^proof verified p[12]win with \d+ answers: \S+ 2\n$")
        os.truncate(path, len(self.data) - 1)
        bad = subprocess.run([sys.executable, CHECKER, path], capture_output=True, text=True)
        self.assertEqual((bad.returncode, bad.stdout[:15]), (1, "proof refuted: "))

    def test_the_program_checks_a_part(self):
        path = os.path.join(self.folder.name, "proof.k")
        check = lambda *words: subprocess.run([sys.executable, CHECKER, path, *words], capture_output=True, text=True)
        count, parts = (len(self.data) - 512) // 10, 4
        self.assertGreater(count, 4 * parts)
        bad = bytearray(self.data)
        bad[512 + 10 * (count // 2) + 8:512 + 10 * (count // 2) + 10] = b"\0\0"  # a removal, long after them
        for data, wrong in ((self.data, []), (bad, [parts // 2 + 1])):
            with open(path, "wb") as file:
                file.write(data)
            done = {part: check(str(part), str(parts)) for part in range(1, parts + 1)}
            self.assertEqual([part for part in done if done[part].returncode != 0], wrong)
            self.assertRegex(done[1].stdout, rf"^proof verified part 1 of 4 of p[12]win with {count} answers: \S+ 2\n$")
        self.assertEqual(done[parts // 2 + 1].stdout, "proof refuted: an answer that is no move\n")
        for words in (["0", "4"], ["5", "4"], ["1"], ["1", "x"], ["1", "2", "3"]):
            self.assertEqual(check(*words).returncode, 2, words)

    def test_what_is_wrong_is_refused_by_both(self):
        winner = self.data.index(b"winner ") + 7
        wrong = {"empty": b"", "cut": self.data[:-1], "longer": self.data + b"\0" * 10,
                 "another winner": self.data[:winner] + bytes([self.data[winner] ^ 3]) + self.data[winner + 1:],
                 "twice": self.data[:522] + self.data[512:],
                 "a move off the board": self.data[:521] + b"\xff" + self.data[522:]}
        for name, data in wrong.items():
            with self.subTest(name):
                self.assertFalse(python_verifies(data))
                self.assertFalse(panj_verifies(self.folder.name, data))

    def test_a_flipped_bit_is_judged_alike(self):
        chance, refused = random.Random(20), 0
        for _ in range(25):
            data = bytearray(self.data)
            data[chance.randrange(512, len(data))] ^= 1 << chance.randrange(8)
            verdict = python_verifies(bytes(data))
            self.assertEqual(verdict, panj_verifies(self.folder.name, bytes(data)))
            refused += not verdict
        self.assertGreater(refused, 20)


WORD = (1 << 64) - 1


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def chain(state, word):
    state = (state ^ word) * 0x9FB21C651E98DF25 & WORD
    return (state << 29 | state >> 35) & WORD


def checksum(data):
    states, whole = [1, 2, 3, 4], len(data) // 32 * 32
    for index, (word,) in enumerate(struct.iter_unpack("=Q", data[:whole])):
        states[index % 4] = chain(states[index % 4], word)
    for byte in data[whole:]:
        states[0] = chain(states[0], byte)
    total = mix(len(data))
    for state in states:
        total = mix(total ^ state)
    return total


class Tables(unittest.TestCase):
    """A reader of Monopoly's tables, and the rules beside it."""

    PRICES = [0, 20, 20, 30, 40, 0, 20, 20, 20, 20]  # in units of ten
    OWNABLE = [square for square, price in enumerate(PRICES) if price]
    REACH = 60

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tables")
            script = f"newgame monopoly\ntables build {10 * cls.REACH}\nwait\ntables save\n"
            subprocess.run([PANJ, "--store", path], input=script, capture_output=True, text=True, check=True)
            with open(path, "rb") as file:
                cls.data = file.read()
        cls.holdings = sorted(range(3 ** 8), key=lambda h: (cls.owned(h), h))
        cls.rank = {holding: rank for rank, holding in enumerate(cls.holdings)}
        cls.layers, at = [], 64
        for wealth in range(cls.REACH + 1):
            sizes = [100 * (wealth - cls.owned(h) - 1) for h in cls.holdings if cls.owned(h) + 2 <= wealth]
            cls.layers.append((at, sizes))
            at += 4 * sum(sizes)
        cls.end = at

    @classmethod
    def owner(cls, holding, square):
        return holding // 3 ** cls.OWNABLE.index(square) % 3

    @classmethod
    def owned(cls, holding):
        return sum(cls.PRICES[square] for square in cls.OWNABLE if cls.owner(holding, square))

    def value(self, holding, s, t, mine, his):
        if mine <= 0 or his <= 0:
            return float(mine > 0)
        start, sizes = self.layers[mine + his + self.owned(holding)]
        row = mine + his - 1
        cell = sum(sizes[:self.rank[holding]]) + (10 * s + t) * row + mine - 1
        return struct.unpack_from("=i", self.data, start + 4 * cell)[0] / 4294967294 + 0.5

    def after(self, holding, s, t, mine, his):
        """The chance of who has just acted: the other rolls now."""
        mirror = sum((0, 2, 1)[self.owner(holding, square)] * 3 ** index for index, square in enumerate(self.OWNABLE))
        return 0.0 if mine <= 0 else 1 - self.value(mirror, t, s, his, mine)

    def best(self, holding, s, t, mine, his):
        price = self.PRICES[s]
        if s == 5:
            return self.after(holding, s, t, mine - 20, his)
        if not price:
            return self.after(holding, s, t, mine, his)
        digit, owner = 3 ** self.OWNABLE.index(s), self.owner(holding, s)
        if owner == 2:
            return self.after(holding, s, t, mine - 10, his + 10)
        choices = [self.after(holding, s, t, mine, his)]
        if owner == 1:
            choices.append(self.after(holding - digit, s, t, mine + price * 9 // 10, his))
        elif mine > price:
            choices.append(self.after(holding + digit, s, t, mine - price, his))
        return max(choices)

    def test_head(self):
        magic, order, version, percent, width, reach, zero, size, layers, spare, head = struct.unpack_from("=8sIIiiiiQQQQ", self.data)
        self.assertEqual((magic, order, version, percent, width, reach, zero, spare),
                         (b"panjmono", 0x01020304, 1, 90, 4, self.REACH, 0, 0))
        self.assertEqual(len(self.data), self.end)
        self.assertEqual(size, self.end - 64)
        self.assertEqual(head, checksum(self.data[:56]))
        self.assertEqual(zero, 0)
        total = 0
        for start, sizes in self.layers:
            total = mix(total ^ checksum(self.data[start:start + 4 * sum(sizes)]))
        self.assertEqual(layers, total)

    def test_every_chance_is_that_of_best_play(self):
        chance, seen = random.Random(8), 0
        while seen < 300:
            holding = self.holdings[chance.randrange(len(self.holdings))]
            mine, his = chance.randrange(1, self.REACH), chance.randrange(1, self.REACH)
            if self.owned(holding) + mine + his > self.REACH:
                continue
            s, t = chance.randrange(10), chance.randrange(10)
            mean = sum(self.best(holding, (s + roll) % 10, t, mine, his) for roll in range(1, 7)) / 6
            self.assertAlmostEqual(self.value(holding, s, t, mine, his), mean, delta=2e-9)
            seen += 1


if __name__ == "__main__":
    unittest.main(verbosity=2)

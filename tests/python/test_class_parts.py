"""The parts of panj-class: the boards of its seats beside the engine's, the server that a program of Gems gets, what is said
of moves beside brute force, what a seat costs."""

import os
import random
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
SUFFIX = os.path.basename(PANJ)[len("panj"):]
CLASS, EXAMPLE = os.path.join(ROOT, "panj-class"), os.path.join(ROOT, "adapters", "class", "example")
JAIL, GEMS = (os.path.join(ROOT, name + SUFFIX) for name in ("panj-jail", "panj-gems"))
WALLS = os.path.exists(JAIL) and subprocess.run([JAIL, "walls"], capture_output=True, check=False).returncode == 0
sys.path.insert(0, CLASS)
os.environ.update(PANJ=PANJ, PANJ_JAIL=JAIL)


@unittest.skipUnless(WALLS and os.path.exists(GEMS), "a network of its own and panj-gems are needed")
class GemsWire(unittest.TestCase):
    """The server that a seat is, with panj's client of the course's server in it: both count the same score."""

    def play(self, words, seat=1):
        from panj_class.panj import Engine

        command = [JAIL, "network=own", "processes=many", "memory=0", sys.executable, CLASS, "seat", "gems", PANJ,
                   GEMS, "play", "127.0.0.1", "9921", "--engine", PANJ, "--timeout", "0.1", "--patience", "60"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        rng = random.Random(5)
        with Engine([PANJ], "gems") as engine:
            engine.newgame("gems", **words)
            start, moves = engine.query("fen"), []
            while engine.query("turn") != "none":
                turn = engine.query("turn")
                if turn == "chance":
                    moves.append(engine.roll())
                elif int(turn) == seat:
                    process.stdin.write(f"position fen {start} moves {' '.join(moves)}\ngo movetime 1000\n")
                    answer = process.stdout.readline().split()
                    self.assertEqual(answer[0], "bestmove", answer)
                    moves.append(answer[1])
                else:
                    moves.append(rng.choice(engine.legal()))
                engine.play(moves[-1])
            score = engine.query("score").split()
        _, said = process.communicate("quit\n", timeout=60)
        self.assertEqual(process.returncode, 0, said)
        return score, said

    def test_one_player(self):
        score, said = self.play({"map": "corridor", "turns": 15})
        self.assertIn(f"result score {score[0]}\n", said)

    def test_slips(self):
        score, said = self.play({"map": "corridor", "turns": 12, "slip": "course"})
        self.assertRegex(said, r"result score -?\d+\n")  # what its last action became the client is not told

    def test_two_players(self):
        for seat in (1, 2):
            _, said = self.play({"seed": 4, "size": "5x5", "gems": 3, "turns": 8, "players": 2}, seat)
            self.assertRegex(said, r"result score -?\d+ opponent -?\d+")

    def test_tables_of_slips(self):
        from panj_class.gems import ASKED, slips

        rows = [["0"] * 10 for _ in range(27)]
        for at, row in enumerate(rows):
            row[at % 9] = "1000000"
        rows[0] = ["250000", "0", "0", "0", "0", "0", "0", "0", "0", "750000"]
        table = slips("/".join(",".join(row) for row in rows))
        self.assertEqual(set(table), {"normal", "slider", "barbed", "teleport"})
        for kind, asked in table.items():
            self.assertEqual(len(asked), len(ASKED))
            for word, done in asked.items():
                self.assertEqual(len(done), 10)
                self.assertAlmostEqual(sum(done.values()), 1)
                self.assertTrue((kind, word) == ("normal", "UP") or (done[word] == 1 and isinstance(done[word], int)))
        self.assertEqual((table["normal"]["UP"]["UP"], table["normal"]["UP"]["TELEPORT"]), (0.25, 0.75))
        for asked in slips("course").values():
            for done in asked.values():
                self.assertAlmostEqual(sum(done.values()), 1)


class Boards(unittest.TestCase):
    """The rules of a seat against the engine's, over random games."""

    def play(self, game, board, check, **words):
        from panj_class.panj import Engine

        rng = random.Random(7)
        with Engine([PANJ], game) as engine:
            for number in range(12):
                engine.newgame(game, **({"seed": number + 1} if game == "hand" else {}), **words)
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

    def test_hand_with_companions(self):
        from panj_class import hand

        chosen = set()

        def check(table, fen):
            other = hand.Table(fen)
            self.assertTrue(other.second_phase)
            self.assertEqual((table.cells, table.side, table.counts, table.holders, sorted(table.companions), table.chooses),
                             (other.cells, other.side, other.counts, other.holders, sorted(other.companions), other.chooses))
            chosen.add(table.chooses)

        self.play("hand", hand.Table, check, companions="on")
        self.assertEqual(chosen, {True, False})

    def test_answers_of_the_second_phase(self):
        from panj_class.hand import Table

        class Number:
            def __init__(self, value):
                self.value = value

            def __index__(self):
                return self.value

            def __lt__(self, other):
                return self.value < other.value

        for answer, word in ((0, "a1"), (35, "f6"), (["Gendry"], "g"), (["Jon", 6], "ja2"), (["Ramsay", 35, 0], "ra1f6"),
                             (["Jaqen", 7, 1, "Sandor"], "qb1b2s"), (["Melisandre"], "m"), (("Sandor", 2), "sc1"),
                             (36, "36"), (None, "None"), ([], "[]"), (["Arya"], "['Arya']"), (["Jon", 99], "j99"),
                             (Number(7), "b2"), (["Ramsay", Number(8), Number(7)], "rb2c2")):
            self.assertEqual(Table.word(answer), word)

    def test_who_is_asked_what(self):
        from panj_class.hand import Table

        fen = "VS4/6/6/6/6/6 1 0000000 0000000 ------- GJ c".split()
        heard = []
        Table(fen).question(lambda cards, one, two: heard.append(len(cards)))()
        Table(fen).question(lambda *all: heard.append(all[3:]))()
        Table(fen).question(lambda cards, one, two, companions=None, chooses=False: heard.append((companions, chooses)))()
        six = ({"Gendry": {"Choice": 0}, "Jon": {"Choice": 1}}, True)
        self.assertEqual(heard, [2, six, six])
        first = Table("VS4/6/6/6/6/6 1 0000000 0000000 -------".split())
        with self.assertRaisesRegex(TypeError, "3 were given"):
            first.question(lambda cards: None)()
        for get_move in (lambda *all: heard.append(len(all)), lambda cards, one, two, six, chooses: heard.append(six)):
            first.question(get_move)()
        self.assertEqual(heard[3:], [3, {}])

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
    @staticmethod
    def cost(file):
        return subprocess.run([sys.executable, CLASS, "cost", file], capture_output=True, text=True, timeout=300, check=False)

    def test_it_prints_figures(self):
        run = self.cost(os.path.join(EXAMPLE, "hand", "honest.py"))
        self.assertEqual(run.returncode, 0, run.stderr)
        figures = re.fullmatch(r"(\d+) moves: own time ([\d.]+) ms a move; beyond it [\d.]+ ms \(median\), [\d.]+ \(mean\), "
                               r"of processor (-?[\d.]+) with the start of the process\n", run.stdout)
        self.assertIsNotNone(figures, run.stdout)
        self.assertGreaterEqual(int(figures.group(1)), 300)
        self.assertLess(float(figures.group(3)), 1)
        self.assertEqual(self.cost("/nowhere.py").returncode, 2)


if __name__ == "__main__":
    unittest.main()

"""The Python client and the ready players, against the engine and small stand-ins for the courses' programs."""

import contextlib
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "adapters", "python"))
os.environ["PANJ"] = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
os.environ["PANJ_MOVETIME"] = "5"

import angry_agent  # noqa: E402
import hand_agent  # noqa: E402
import hand_agent2  # noqa: E402
import konane_player  # noqa: E402
import monopoly_agent  # noqa: E402
import players  # noqa: E402
from panj import Engine, EngineDied, EngineError, EngineSilent, parse_info  # noqa: E402

GAMES = 20


def engine(**keywords):
    return Engine((os.environ["PANJ"],), **keywords)


def script(text):
    """An engine of a few lines of shell."""
    return ("sh", "-c", text)


class Client(unittest.TestCase):
    def test_a_game_is_played(self):
        with engine() as panj:
            panj.newgame("konane", rows=4, cols=4)
            self.assertEqual(panj.legal(), ["a1", "d4", "c3", "b2"])
            result = panj.go(depth=12)
            self.assertTrue(result.proven)
            self.assertEqual(result.score.kind, "mate")
            self.assertLess(result.score.value, 0)
            self.assertEqual(result.pv[0], result.bestmove)
            panj.play(result.bestmove)
            panj.undo()
            panj.position(moves=["a1", "b1"])
            self.assertEqual(panj.query("turn"), "1")
            self.assertEqual(panj.score(), [7, 7])

    def test_chance(self):
        with engine(game="monopoly", options={"Seed": 5}) as panj:
            self.assertEqual(panj.chance(), [(1 / 6, f"r{n}") for n in range(1, 7)])
            panj.play(panj.roll())
            self.assertEqual(panj.chance(), [])
            self.assertEqual(panj.go(movetime=20).score.kind, "wp")

    def test_an_error_is_raised_and_changes_nothing(self):
        with engine() as panj:
            with self.assertRaises(EngineError) as caught:
                panj.play("a1", "zz")
            self.assertEqual((caught.exception.code, caught.exception.details), ("illegal_move", "2 zz"))
            self.assertEqual(panj.query("ply"), "0")
            with self.assertRaises(EngineError):
                panj.go(depth="x")
            self.assertEqual(panj.query("ply"), "0")
            with self.assertRaises(ValueError):
                panj.play("a1\nquit")

    def test_options(self):
        with engine(options={"Hash": 4, "Ponder": True}) as panj:
            self.assertEqual(panj.query("option Hash"), "4")
            self.assertEqual(panj.query("option Ponder"), "true")
            self.assertIsNotNone(panj.go(depth=4).ponder)

    def test_a_dead_engine_raises(self):
        with self.assertRaises(EngineDied):
            Engine(script("exit 1"))
        with self.assertRaises(EngineDied):
            Engine(script("echo ugiok; exit 0"))
        panj = engine()
        panj._process.kill()
        with self.assertRaises(EngineDied):
            panj.query("ply")
        panj.close()

    def test_a_silent_engine_raises(self):
        began = time.monotonic()
        with self.assertRaises(EngineSilent):
            Engine(script("exec sleep 60"), timeout=0.3)
        self.assertLess(time.monotonic() - began, 10)

    def test_bounds_are_read(self):
        info = parse_info("info depth 3 seldepth 5 multipv 2 score pts -7 lowerbound wdl 1 2 3 nodes 9 nps 1 hashfull 0 time 4 pv a b")
        self.assertEqual((info.depth, info.multipv, info.nodes, info.time, info.pv), (3, 2, 9, 4, ["a", "b"]))
        self.assertEqual(tuple(info.score), ("pts", -7, "lowerbound", (1, 2, 3)))
        self.assertIsNone(parse_info("info string score 3"))

    def test_a_command_costs_little(self):
        with engine() as panj:
            panj.play("a1", "b1")
            used = time.process_time()
            for _ in range(500):
                panj.query("ply")
            used = time.process_time() - used
        print(f"a command costs {used / 500 * 1e6:.0f} microseconds of CPU here")
        self.assertLess(used / 500, 0.001)


# ---- stand-ins for the courses' programs: the same interface, rules of their own, a random opponent ----


class KonaneProgram:
    """The board of the course: rows of 'B', 'W', '.', jumps as [r1, c1, r2, c2]."""

    def __init__(self, size=8):
        self.board = [["BW"[(r + c) % 2] for c in range(size)] for r in range(size)]

    def jumps(self, side):
        size, found = len(self.board), []
        for r in range(size):
            for c in range(size):
                for dr, dc in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                    r2, c2 = r, c
                    while self.board[r][c] == side:
                        r2, c2 = r2 + 2 * dr, c2 + 2 * dc
                        if not (0 <= r2 < size and 0 <= c2 < size) or self.board[r2][c2] != ".":
                            break
                        if self.board[r2 - dr][c2 - dc] in (".", side):
                            break
                        found.append([r, c, r2, c2])
        return found

    def removals(self, side):
        size = len(self.board)
        holes = [(r, c) for r in range(size) for c in range(size) if self.board[r][c] == "."]
        if not holes:
            cells = [(0, 0), (size - 1, size - 1), (size // 2, size // 2), (size // 2 - 1, size // 2 - 1)]
        else:
            (r, c) = holes[0]
            cells = [(r + dr, c + dc) for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        return [[r, c, r, c] for r, c in cells if 0 <= r < size and 0 <= c < size and self.board[r][c] == side]

    def legal(self, side, ply):
        return self.removals(side) if ply < 2 else self.jumps(side)

    def make(self, move):
        r, c, r2, c2 = move
        side = self.board[r][c]
        dr, dc = (r2 > r) - (r2 < r), (c2 > c) - (c2 < c)
        self.board[r][c] = "."
        while (r, c) != (r2, c2):
            self.board[r + dr][c + dc] = "."
            r, c = r + 2 * dr, c + 2 * dc
        if move[:2] != move[2:]:
            self.board[r2][c2] = side


    def playNGames(self, n, p1, p2, show):
        """As the course's program plays a tournament: sides are swapped after each game."""
        p1.reset()
        p2.reset()
        first, second = p1, p2
        for _ in range(n):
            winner = self.playOneGame(first, second, show)
            (first if winner == "B" else second).won()
            (second if winner == "B" else first).lost()
            first, second = second, first
        return [p1.results(), p2.results()]

    def playOneGame(self, p1, p2, show):
        self.__init__(len(self.board))
        p1.initialize("B")
        p2.initialize("W")
        ply = 0
        while True:
            mover, side = (p1, p2)[ply % 2], "BW"[ply % 2]
            move = mover.getMove(self.board)
            if move == [] or move not in self.legal(side, ply):
                return "WB"[ply % 2]
            self.make(move)
            ply += 1


class FirstMovePlayer:
    """What a Player of the course is."""

    name, wins, losses = "first", 0, 0

    def __init__(self, program):
        self.program = program

    def initialize(self, side):
        self.side = side

    def getMove(self, board):
        holes = sum(row.count(".") for row in board)
        return (self.program.legal(self.side, holes) + [[]])[0]

    def won(self):
        self.wins += 1

    def lost(self):
        self.losses += 1

    def reset(self):
        self.wins = self.losses = 0

    def results(self):
        return f"{self.name} Wins:{self.wins} Losses:{self.losses}"


class Konane(unittest.TestCase):
    def test_the_program_runs_a_tournament(self):
        program, player = KonaneProgram(6), konane_player.PanjPlayer()
        results = program.playNGames(4, player, FirstMovePlayer(program), False)
        self.assertEqual(results, ["panj Wins:4 Losses:0", "first Wins:0 Losses:4"])
        player.reset()
        self.assertEqual(player.results(), "panj Wins:0 Losses:0")

    def test_games_against_random(self):
        won = 0
        for number in range(GAMES):
            rng, program, ply = random.Random(number), KonaneProgram(), 0
            mine = "BW"[number % 2]
            player = konane_player.PanjPlayer()
            player.initialize(mine)
            while True:
                side = "BW"[ply % 2]
                legal = program.legal(side, ply)
                move = player.getMove(program.board) if side == mine else (rng.choice(legal) if legal else [])
                if not legal:
                    self.assertEqual(move, [])
                    won += side != mine
                    break
                self.assertIn(move, legal)
                program.make(move)
                ply += 1
        self.assertGreaterEqual(won, GAMES * 9 // 10)


class Card:
    def __init__(self, house, name, location):
        self.house, self.name, self.location = house, name, location

    def get_house(self):
        return self.house

    def get_name(self):
        return self.name

    def get_location(self):
        return self.location


class Player:
    def __init__(self):
        self.cards = {house: [] for house in hand_agent.HOUSES}
        self.banners = {house: 0 for house in hand_agent.HOUSES}

    def get_cards(self):
        return self.cards

    def get_banners(self):
        return self.banners


class HandProgram:
    def __init__(self, rng):
        names = [house for house, count in zip(hand_agent.HOUSES, (8, 7, 6, 5, 4, 3, 2)) for _ in range(count)] + ["Varys"]
        rng.shuffle(names)
        self.cards = [Card(house, f"{house} {at}" if house != "Varys" else "Varys", at) for at, house in enumerate(names)]
        self.players = [Player(), Player()]

    def varys(self):
        return next(card for card in self.cards if card.house == "Varys").location

    def legal(self):
        v = self.varys()
        same = lambda at: at != v and (at // 6 == v // 6 or at % 6 == v % 6)
        return [card.location for card in self.cards if same(card.location)]

    def make(self, location, mover):
        v = self.varys()
        house = next(card for card in self.cards if card.location == location).house
        step = (1 if location > v else -1) * (1 if location // 6 == v // 6 else 6)
        passed = set(range(v + step, location + step, step))
        taken = [card for card in self.cards if card.location in passed and card.house == house]
        self.cards = [card for card in self.cards if card not in taken]
        next(card for card in self.cards if card.house == "Varys").location = location
        me, other = self.players[mover], self.players[1 - mover]
        me.cards[house] += taken
        if len(me.cards[house]) >= len(other.cards[house]):
            me.banners[house], other.banners[house] = 1, 0

    def winner(self):
        banners = [sum(player.banners.values()) for player in self.players]
        if banners[0] != banners[1]:
            return 0 if banners[0] > banners[1] else 1
        return next(seat for house in hand_agent.HOUSES for seat in (0, 1) if self.players[seat].banners[house])


class Hand(unittest.TestCase):
    def test_games_against_random(self):
        won = 0
        for number in range(GAMES):
            rng = random.Random(number)
            program, mover, mine = HandProgram(rng), 0, number % 2
            agent = (hand_agent, hand_agent2)[mine]
            while program.legal():
                legal = program.legal()
                chosen = agent.get_move(program.cards, *program.players) if mover == mine else rng.choice(legal)
                self.assertIn(chosen, legal)
                program.make(chosen, mover)
                mover = 1 - mover
            won += program.winner() == mine
        self.assertGreaterEqual(won, GAMES * 9 // 10)


class CompanionProgram(HandProgram):
    """The second phase: who takes a house's last card uses one of the companions in play."""

    def __init__(self, rng):
        super().__init__(rng)
        self.companions = {name: {} for name in hand_agent.COMPANIONS}
        self.due = False

    def places(self):
        return [card.location for card in self.cards if card.house != "Varys"]

    def uses(self):
        cards, everything = self.places(), [card.location for card in self.cards]
        pairs = lambda cells: [[a, b] for a in cells for b in cells if a < b]
        uses = {"Gendry": [[]], "Melisandre": [[]], "Jon": [[at] for at in cards], "Sandor": [[at] for at in cards],
                "Ramsay": pairs(everything),
                "Jaqen": [[*two, other] for two in pairs(cards) for other in self.companions if other != "Jaqen"]}
        return [[name, *use] for name in self.companions for use in uses[name]]

    def leave(self):
        needs = {"Gendry": 0, "Melisandre": 0, "Jon": 1, "Sandor": 1, "Ramsay": 2, "Jaqen": 3}
        if not self.legal():
            self.companions.pop("Melisandre", None)
        for name in [name for name in self.companions if needs[name] > len(self.places())]:
            del self.companions[name]
        if list(self.companions) == ["Jaqen"]:
            self.companions.clear()

    def count(self, house, number, mover):
        me, other = self.players[mover], self.players[1 - mover]
        me.cards[house] += [None] * number
        if len(me.cards[house]) >= len(other.cards[house]):
            me.banners[house], other.banners[house] = 1, 0

    def turn(self, choice, mover):
        """Plays a location or a use; who is to move then."""
        if not self.due:
            house = next(card for card in self.cards if card.location == choice).house
            self.make(choice, mover)
            self.leave()
            self.due = bool(self.companions) and all(card.house != house for card in self.cards)
            return mover if self.due else 1 - mover
        name, *rest = choice
        at = {card.location: card for card in self.cards}
        del self.companions[name]
        if name == "Gendry":
            self.count("Baratheon", 1, mover)
        elif name == "Jon":
            self.count(at[rest[0]].house, 2, mover)
        elif name == "Ramsay":
            at[rest[0]].location, at[rest[1]].location = rest[1], rest[0]
        elif name in ("Sandor", "Jaqen"):
            self.cards = [card for card in self.cards if card.location not in rest]
            if name == "Jaqen":
                del self.companions[rest[2]]
        self.leave()
        self.due = False
        return mover if name == "Melisandre" else 1 - mover


class HandCompanions(unittest.TestCase):
    def test_games_against_random(self):
        won, used = 0, set()
        for number in range(GAMES):
            rng = random.Random(number)
            program, mover, mine = CompanionProgram(rng), 0, number % 2
            agent = (hand_agent, hand_agent2)[mine]
            while program.due or program.legal():
                legal = program.uses() if program.due else program.legal()
                chosen = rng.choice(legal)
                if mover == mine:
                    chosen = agent.get_move(program.cards, *program.players, program.companions, program.due)
                    used.update(chosen[:1] if program.due else [])
                self.assertIn(chosen, legal)
                mover = program.turn(chosen, mover)
            won += program.winner() == mine
        self.assertGreaterEqual(won, GAMES * 9 // 10)
        self.assertTrue(used)

    def test_words_become_answers(self):
        for word, answer in (("a1", 0), ("f6", 35), ("g", ["Gendry"]), ("m", ["Melisandre"]), ("jc4", ["Jon", 20]),
                             ("sb1", ["Sandor", 1]), ("rc4d5", ["Ramsay", 20, 27]), ("qc4d5s", ["Jaqen", 20, 27, "Sandor"])):
            self.assertEqual(hand_agent.answer_of(word), answer)


class AngryProgram:
    """The grid and its scripted queen; an action that cannot be made passes."""

    STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))

    def __init__(self, rng):
        letters = ["T"] * 84 + ["E"] * 6 + ["P"] * 4 + ["R"] * 3 + ["S", "H", "Q"]
        rng.shuffle(letters)
        self.grid = [letters[at : at + 10] for at in range(0, 100, 10)]
        self.actions, self.over = 0, False

    def find(self, letter):
        return next(((r, row.index(letter)) for r, row in enumerate(self.grid) if letter in row), None)

    def at(self, cell):
        inside = 0 <= cell[0] < len(self.grid) and 0 <= cell[1] < len(self.grid[0])
        return self.grid[cell[0]][cell[1]] if inside else "#"

    def around(self, cell):
        return [(cell[0] + dr, cell[1] + dc) for dr, dc in self.STEPS]

    def legal(self):
        return [n for n, cell in enumerate(self.around(self.find("H"))) if self.at(cell) in "TEPS"]

    def move(self, letter, to):
        r, c = self.find(letter)
        self.grid[r][c] = "T"
        self.grid[to[0]][to[1]] = letter

    def distance(self, start):
        seen, edge, steps = {start}, [start], 0
        while edge:
            if any(self.at(cell) == "H" for cell in edge):
                return steps
            steps += 1
            edge = list({n for cell in edge for n in self.around(cell) if self.at(n) in "TH" and n not in seen})
            seen.update(edge)
        return None

    def make(self, action):
        self.move("H", self.around(self.find("H"))[action])
        self.actions += 1
        if self.find("S") is None or self.actions >= 150:
            self.over = True
            return
        options = [cell for cell in self.around(self.find("Q")) if self.at(cell) in "TH"]
        ranked = [(self.distance(cell), n) for n, cell in enumerate(options)]
        ranked = [entry for entry in ranked if entry[0] is not None]
        if ranked:
            self.move("Q", options[min(ranked)[1]])
        self.over = self.find("H") is None


class BirdProgram(AngryProgram):
    """The course's second game: hen, bird, queen; an action that cannot be made passes; 200 actions."""

    ENTERS = {"H": "TEPS", "B": "TQ", "Q": "TH"}

    def __init__(self, rows):
        self.grid, self.actions, self.over = [list(row) for row in rows], 0, False

    def legal(self, letter="H"):
        return [n for n, cell in enumerate(self.around(self.find(letter))) if self.at(cell) in self.ENTERS[letter]]

    def is_won(self):
        return self.find("S") is None or self.find("Q") is None

    def step(self, letter, action):
        if action in self.legal(letter):
            self.move(letter, self.around(self.find(letter))[action])
            self.actions += 1
        self.over = self.is_won()

    def answer(self):
        around = self.around(self.find("Q"))
        ways = [(self.distance(around[n]), n) for n in self.legal("Q")]
        ways = [way for way in ways if way[0] is not None]
        if ways:
            self.move("Q", around[min(ways)[1]])
        self.over = self.find("H") is None or self.actions >= 200

    @mock.patch.dict(os.environ, PANJ_MOVETIME="60000")  # a proof ends each of them long before
    def play(self):
        while not self.over:
            self.step("H", angry_agent.choose(self.grid, self.actions))
            if not self.over:
                self.step("B", angry_agent.choose_bird(self.grid, self.actions))
            if not self.over:
                self.answer()

    def score(self):
        left = "".join("".join(row) for row in self.grid)
        won = 250 * self.is_won() + 600 * ("Q" not in left)
        lost = 1000 * ("H" not in left or self.actions >= 200)
        return 200 * (8 - left.count("E")) - 200 * (8 - left.count("P")) - self.actions + won - lost


class Angry(unittest.TestCase):
    def test_games_with_a_bird(self):
        for seed in (3, 10, 18):
            with engine(game="angry") as panj:
                panj.newgame("angry", seed=seed, bird="on", queen="script")
                program, best = BirdProgram(panj.query("fen").split()[0].split("/")), panj.solve()
            program.play()
            self.assertTrue(best.proven)
            self.assertEqual(program.score(), best.score.value)

    def test_the_boards_of_the_course_with_a_bird(self):
        for name, score in (("bird-simple", 2410), ("bird-hard", 2368)):
            path = os.path.join(ROOT, "..", "shared", "data", "angry", f"{name}.txt")
            if not os.path.exists(path):
                self.skipTest(f"{path} is not there")
            with open(path, encoding="ascii") as file:
                program = BirdProgram(file.read().split())
            program.play()
            self.assertEqual(program.score(), score)

    def test_games_against_the_script(self):
        played = 0
        for number in range(3 * GAMES):
            program = AngryProgram(random.Random(number))
            if played == GAMES or not program.legal():
                continue
            played += 1
            while not program.over and program.legal():
                action = angry_agent.choose(program.grid, program.actions)
                self.assertIn(action, program.legal())
                program.make(action)
        self.assertEqual(played, GAMES)


class Monopoly(unittest.TestCase):
    PRICES = (0, 200, 200, 300, 400, 0, 200, 200, 200, 200)

    def legal(self, square, cash, owners, player):
        if square == 0:
            return ["DoNothing"]
        if square == 5:
            return ["tax"]
        if owners[square] is None:
            return ["buy", "DoNothing"] if cash[player] > self.PRICES[square] else ["DoNothing"]
        return ["sell", "DoNothing"] if owners[square] == player else ["rent"]

    def make(self, word, square, cash, owners, player):
        price = self.PRICES[square]
        if word == "buy":
            cash[player] -= price
            owners[square] = player
        elif word == "sell":
            cash[player] += price * 9 // 10
            owners[square] = None
        elif word == "rent":
            cash[player] -= 100
            cash[1 - player] += 100
        elif word == "tax":
            cash[player] -= 200

    def test_games_against_random(self):
        for number in range(GAMES):
            rng = random.Random(number)
            positions, cash, owners, player = [0, 0], [1000, 1000], [None] * 10, 0
            while min(cash) > 0:
                positions[player] = (positions[player] + rng.randint(1, 6)) % 10
                legal = self.legal(positions[player], cash, owners, player)
                mine = player == number % 2
                word = monopoly_agent.choose(positions, cash, owners, player) if mine else rng.choice(legal)
                self.assertIn(word, legal)
                self.make(word, positions[player], cash, owners, player)
                player = 1 - player


class WithoutEngine(unittest.TestCase):
    """An engine that is missing, dies or refuses: a legal move, and a word on stderr."""

    def setUp(self):
        players._leave()
        self.command, self.said = os.environ["PANJ"], io.StringIO()

    def tearDown(self):
        players._leave()
        os.environ["PANJ"] = self.command

    def fall_back(self, choose):
        answers = []
        for command, why in (("/no/such/engine", "cannot be started"), ("sh -c 'exit 3'", "gone|no more lines"),
                             ("sh -c 'echo ugiok; while read a; do echo error internal; done'", "internal")):
            os.environ["PANJ"], self.said = command, io.StringIO()
            with contextlib.redirect_stderr(self.said):
                answers.append(choose())
            self.assertRegex(self.said.getvalue(), f"^panj: .*({why}).*; playing ")
        self.assertEqual(answers, answers[:1] * 3)
        return answers[0]

    def test_konane(self):
        for ply in range(3):
            program = KonaneProgram(6)
            for at in range(ply):
                program.make(program.legal("BW"[at % 2], at)[0])
            player = konane_player.PanjPlayer()
            player.initialize("BW"[ply % 2])
            self.assertIn(self.fall_back(lambda: player.getMove(program.board)), program.legal("BW"[ply % 2], ply))

    def test_hand(self):
        for seed in range(5):
            program = HandProgram(random.Random(seed))
            chosen = self.fall_back(lambda: hand_agent.get_move(program.cards, *program.players))
            self.assertIn(chosen, program.legal())

    def test_hand_companions(self):
        for seed in range(12):
            rng = random.Random(seed)
            program, mover = CompanionProgram(rng), 0
            while not program.due and program.legal():
                mover = program.turn(rng.choice(program.legal()), mover)
            if program.due:
                chosen = self.fall_back(lambda: hand_agent.get_move(program.cards, *program.players, program.companions, True))
                self.assertIn(chosen, program.uses())

    def test_angry(self):
        for seed in range(5):
            program = AngryProgram(random.Random(seed))
            if program.legal():
                self.assertIn(self.fall_back(lambda: angry_agent.choose(program.grid, 0)), program.legal())
        for rows in (("HTB", "RTQ", "ESP"), ("HEB", "PTR", "SRQ")):
            program = BirdProgram(rows)
            word = self.fall_back(lambda: angry_agent.choose_bird(program.grid, 1))
            self.assertEqual([word], program.legal("B")[:1] or [0])

    def test_monopoly(self):
        for square, owners, word in ((1, {}, "DoNothing"), (1, {1: 1}, "rent"), (5, {}, "tax"), (0, {}, "DoNothing")):
            held = [owners.get(at) for at in range(10)]
            chosen = self.fall_back(lambda: monopoly_agent.choose([square, 3], [1000, 1000], held, 0))
            self.assertEqual(chosen, word)

    def test_copied_elsewhere_it_says_what_to_set(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(ROOT, "adapters", "python", "panj.py"), folder)
            environment = {**os.environ, "PATH": "/nowhere"}
            environment.pop("PANJ")
            run = subprocess.run([sys.executable, "-c", "from panj import Engine; Engine()"], cwd=folder, env=environment,
                                 capture_output=True, text=True, check=False)
            self.assertIn("panj cannot be started: No such file or directory; set $PANJ to the engine's command, "
                          "or put panj on the PATH", run.stderr)


class Install(unittest.TestCase):
    def test_pip_installs_the_folder(self):
        have = subprocess.run([sys.executable, "-c", "import pip, setuptools"], capture_output=True)
        if have.returncode != 0:
            self.skipTest("no pip or setuptools here")
        with tempfile.TemporaryDirectory() as target:
            copy = os.path.join(target, "source")
            subprocess.run(["cp", "-r", os.path.join(ROOT, "adapters", "python"), copy], check=True)
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
            done = subprocess.run(command + ["--target", os.path.join(target, "out"), copy], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(os.path.exists(os.path.join(target, "out", "panj.py")))


if __name__ == "__main__":
    unittest.main(verbosity=2)

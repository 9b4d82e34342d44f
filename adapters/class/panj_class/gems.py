"""The seat of a program that speaks the wire of the course's Gems server: that server for one player, and an engine
towards the referee.

The program connects to 127.0.0.1 port 9921 as it does in the course. The seat runs in a network of its own, so many of
them have that port at once. What the map looks like after each move an engine says, panj.
"""

import json
import os
import select
import socket
import subprocess
import sys
import time

from panj_class.panj import Engine

PORT, PATIENCE = 9921, 10.0  # seconds to connect and to confirm
WORDS = {"UP": "up", "DOWN": "down", "LEFT": "left", "RIGHT": "right", "UP_RIGHT": "upright", "UP_LEFT": "upleft",
         "DOWN_RIGHT": "downright", "DOWN_LEFT": "downleft", "NOOP": "noop"}


ASKED = ("up", "down", "left", "right", "upright", "upleft", "downright", "downleft", "noop")
WHOLE = 1000000  # the weights of a table in a FEN

# What becomes of an action in the course's table, slip=course; where nothing is said it is certain.
COURSE = {"up": {"up": .9, "upright": .1}, "down": {"down": .9, "downright": .1}, "left": {"left": .9, "noop": .1},
          "right": {"right": .9, "upleft": .1}, "upright": {"upright": .8, "up": .1, "right": .1},
          "upleft": {"upleft": .8, "up": .1, "left": .1}, "downright": {"downright": .8, "down": .1, "right": .1},
          "downleft": {"downleft": .8, "down": .1, "left": .1}}


def slips(text):
    """What `slip=` says, as the JSON greeting has it: {kind of cell: {asked: {done: chance}}}, all ten words in every row."""
    certain = {asked: {asked: 1} for asked in ASKED}
    kinds = {"normal": {**certain, **COURSE}, "slider": certain,
             "barbed": {asked: {asked: .5, "noop": .5} if asked != "noop" else {"noop": 1} for asked in ASKED},
             "teleport": {asked: {asked: .5, "teleport": .5} for asked in ASKED}}
    if text != "course":
        rows = [[int(number) / WHOLE for number in row.split(",")] for row in text.split("/")]
        for at, kind in enumerate(("normal", "barbed", "teleport")):
            kinds[kind] = {asked: dict(zip((*ASKED, "teleport"), row)) for asked, row in zip(ASKED, rows[9 * at :])}
    upper = {word: name for name, word in WORDS.items()} | {"teleport": "TELEPORT"}
    return {kind: {upper[asked]: {name: _number(row.get(word, 0)) for word, name in upper.items()} for asked, row in table.items()}
            for kind, table in kinds.items()}


def _number(chance):
    """Integers where it is certain: clients index them."""
    return int(chance) if chance in (0, 1) else chance


class AgentFailed(Exception):
    """What the program did wrong, in one line."""


def _listen():
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind(("127.0.0.1", PORT))
    door.listen(1)
    return door


class Wire:
    """The program, and the connection that it makes."""

    def __init__(self, command):
        self.door, self.peer = _listen(), None
        nothing = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=nothing, stdout=2)

    def accept(self):
        """Until it has connected; one that ends before that never will."""
        until = time.monotonic() + PATIENCE
        while not select.select([self.door], [], [], 0.05)[0]:
            if self.process.poll() is not None:
                raise AgentFailed(f"ended with status {self.process.returncode} before it connected")
            if time.monotonic() > until:
                raise AgentFailed(f"did not connect to port {PORT}")
        self.peer = self.door.accept()[0]
        self.peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, line):
        try:
            self.peer.sendall(line.encode() + b"\n")
        except OSError:
            raise AgentFailed("closed the connection") from None

    def receive(self, seconds=None):
        """What one segment holds, as the course's server reads."""
        if seconds is not None and not select.select([self.peer], [], [], seconds)[0]:
            raise AgentFailed("is silent")
        try:
            got = self.peer.recv(4096)
        except OSError:
            got = b""
        if not got:
            raise AgentFailed("closed the connection")
        return got.decode(errors="replace").strip()


class Map:
    """What is on the wire of a position: its FEN, and the gems of each kind that each player has taken."""

    def __init__(self, fen):
        self.gems = [[0] * 4, [0] * 4]
        self.read(fen)

    def read(self, fen):
        rows, side, turn, *rest = fen.split()
        self.rows, self.side, self.turn = rows.split("/"), int(side) - 1, int(turn.split(":")[0])  # 1:right, when a slip is due
        self.players = [word.split(":") for word in rest if ":" in word and "=" not in word]
        flags = dict(word.split("=", 1) for word in rest if "=" in word)
        self.turns, self.slip = int(flags.get("turns", 100)), flags.get("slip", "off")

    def cell(self, who):
        name = self.players[who][0]
        return int(name[1:]) - 1, ord(name[0]) - ord("a")

    def move(self, fen):
        """The mover may have taken a gem: where he is now there was one."""
        before, mover = self.rows, self.side
        self.read(fen)
        row, column = self.cell(mover)
        if before[row][column] in "1234":
            self.gems[mover][int(before[row][column]) - 1] += 1

    def greeting(self, who):
        """Plain text in the first phase, JSON where there are slips."""
        score = self.players[who][1]
        if self.slip != "off":
            return json.dumps({"height": len(self.rows), "width": len(self.rows[0]), "character": "AB"[who], "id": who + 1,
                               "score": int(score), "max_turn_count": self.turns, "agent_count": len(self.players),
                               "probabilities": slips(self.slip)})
        return f"{len(self.rows)} {len(self.rows[0])} {'AB'[who]} {who + 1} {score} {self.turns} {len(self.players)} "

    def line(self):
        numbers = [self.turn, *[player[1] for player in self.players]]
        numbers += [count for who in range(len(self.players)) for count in self.gems[who]]
        on = {}
        for who in range(len(self.players)):
            on[self.cell(who)] = on.get(self.cell(who), "") + "AB"[who]
        cells = [letter + on.get((r, c), "") for r, row in enumerate(self.rows) for c, letter in enumerate(row)]
        return " " + " ".join(map(str, numbers + cells))


class Seat:
    """One game."""

    def __init__(self, command, rules):
        self.wire, self.rules = Wire(command), rules
        self.map, self.fen, self.moves, self.greeted = None, "", [], False

    def position(self, words):
        at = words.index("moves") if "moves" in words else len(words)
        fen, moves = " ".join(words[1:at]), words[at + 1 :]
        if self.map is None or fen != self.fen or moves[: len(self.moves)] != self.moves:
            self.rules.command(f"position fen {fen}")
            self.map, self.fen, self.moves = Map(self.rules.query("fen")), fen, []
        for move in moves[len(self.moves) :]:
            self.rules.command(f"play {move}")
            self.map.move(self.rules.query("fen"))
        self.moves = moves

    def greet(self):
        """Before its first move; it has been started long before."""
        self.wire.accept()
        self.wire.send(self.map.greeting(self.map.side))
        said = self.wire.receive(PATIENCE)
        if said != "CONFIRM":
            raise AgentFailed(f"says {said[:40]!r} in place of CONFIRM")
        self.greeted = True

    def go(self):
        """Whatever is none of the nine words is NOOP, as in the course."""
        if not self.greeted:
            self.greet()
        self.wire.send(self.map.line())
        said = self.wire.receive()
        if said not in WORDS:
            print(f"seat: {said[:80]!r} is NOOP", file=sys.stderr)
        return WORDS.get(said, "noop")


def _answer(seat, word, rest):
    if word == "ugi":
        return "id name gems client\nugiok\n"
    if word == "isready":
        return "readyok\n"
    if word == "position":
        seat.position(rest)
    if word == "go":
        return f"bestmove {seat.go()}\n"
    return "" if word in ("position", "uginewgame", "stop", "ponderhit", "debug", "setoption") else f"error unknown_command {word[:40]}\n"


def run(engine, command):
    """One game, then the end: a seat is started for each."""
    with Engine([engine], game="gems") as rules:
        seat = Seat(command, rules)
        for line in sys.stdin:
            word, *rest = line.split() or ["#"]
            if word in ("quit", "#"):
                break
            try:
                answer = _answer(seat, word, rest)
            except AgentFailed as why:
                os.write(1, f"error agent_failed {why}\n".encode())
                return 1
            os.write(1, answer.encode())
        if seat.wire.peer is not None:
            seat.wire.send("finish!")
    return 0

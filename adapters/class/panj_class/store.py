"""The referee's store, read: its games with their moves."""

import sqlite3
from dataclasses import dataclass, field

POINTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


@dataclass
class Game:
    """`movers` says of each move who made it: 1, 2, 0 the dice, None the opening."""

    id: int
    round: int
    players: tuple  # names; one of them in a game for one
    start: str
    result: str
    verdict: str
    reason: str
    score: str
    moves: list = field(default_factory=list)
    movers: list = field(default_factory=list)

    def points(self, name):
        """Of a game for two, None if it is void."""
        points = POINTS.get(self.result)
        return points[self.players.index(name)] if points else None


GAMES = """
SELECT game.id, round, one.name, two.name, start, result, verdict, reason, score FROM game
JOIN engine one ON one.id = first LEFT JOIN engine two ON two.id = second ORDER BY game.id"""


def read(path):
    """(the name of the game, all games in their order)."""
    games = {}
    with sqlite3.connect(path) as database:
        game = database.execute("SELECT game FROM match").fetchone()[0]
        for number, round_, one, two, *rest in database.execute(GAMES):
            games[number] = Game(number, round_, (one,) if two is None else (one, two), *rest)
        for number, word, mover in database.execute("SELECT game, word, mover FROM move ORDER BY game, ply"):
            games[number].moves.append(word)
            games[number].movers.append(mover)
    return game.split()[0], list(games.values())

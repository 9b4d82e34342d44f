"""What moves gave away, by exact values: the engine solves a position before a move, and again with that move alone.

It works backwards from the end of a game, where positions are small, and stops where it finds no proof any more. The
budget is nodes, not time, so that the same store gives the same pages.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from panj_class import programs
from panj_class.panj import Engine, EngineDied, EngineError, EngineSilent

NODES = 200000    # for each of the two proofs
OPEN_IN_A_ROW = 2  # positions without a proof, then the rest of the game is left alone


@dataclass
class Move:
    """One that a student made, and what is proven about it."""

    ply: int
    played: str
    worth: str = ""
    better: str = ""
    better_worth: str = ""
    outcome_lost: bool = False  # a win became a draw or a loss, or a draw a loss
    picture: str = ""

    def gave(self):
        return bool(self.better)


@dataclass
class Review:
    """One game of a student: the moves that were judged, in the order in which they were made."""

    game: object
    judged: int
    moves: list  # those that gave something away


def outcome(score):
    """1 a win of the mover, 0 a draw, -1 a loss; None where points alone are counted."""
    if score.wdl:
        return 1 if score.wdl[0] == 1000 else -1 if score.wdl[2] == 1000 else 0
    return (score.value > 0) - (score.value < 0) if score.kind == "mate" else None


def is_exact(result):
    """How long a win takes is a bound, that it is one is proven."""
    return result.score is not None and (result.proven or result.score.kind == "mate")


def words(score):
    """A value for people."""
    points = f"{score.value} point{'s' * (abs(score.value) != 1)}" if score.kind == "pts" else f"{score.value / 10000:.2f} %" if score.kind == "wp" else ""
    end = {1: "win", 0: "draw", -1: "loss", None: ""}[outcome(score)]
    return ", ".join(part for part in (end, points) if part)


def compare(best, played):
    """(something was given away, the outcome too)."""
    ends = outcome(best), outcome(played)
    if None not in ends and ends[0] != ends[1]:
        return True, True
    same_kind = best.kind == played.kind != "mate"
    return same_kind and played.value < best.value, False


def judge(engine, game, ply):
    """None: no proof was found. Else what is known of the move at this ply, counted from 1."""
    played = game.moves[ply - 1]
    engine.position(game.start, game.moves[: ply - 1])
    move, best = Move(ply, played), engine.go(nodes=NODES)
    if best.bestmove == played or len(engine.legal()) < 2:
        return move if is_exact(best) or len(engine.legal()) < 2 else None
    if not is_exact(best):
        return None
    own = engine.go(nodes=NODES, searchmoves=[played])
    if not is_exact(own):
        return None
    worse, move.outcome_lost = compare(best.score, own.score)
    if worse:
        move.better, move.worth, move.better_worth = best.bestmove, words(own.score), words(best.score)
        move.picture = "\n".join(line[len("display"):].removeprefix(" ") for line in engine.command("display"))
    return move


def judge_game(engine, game, seat):
    """Of the moves of one player, 1 or 2."""
    judged, gave, unknown = 0, [], 0
    for ply in range(len(game.moves), 0, -1):
        if game.movers[ply - 1] != seat:
            continue
        move = judge(engine, game, ply)
        unknown = 0 if move else unknown + 1
        if unknown == OPEN_IN_A_ROW:
            break
        judged += move is not None
        gave += [move] if move and move.gave() else []
    return Review(game, judged, gave[::-1])


def choose(games, name, most):
    """What is looked at of a student: games that were played to their end, lost ones first."""
    own = [game for game in games if name in game.players and game.verdict == "rules"]
    return sorted(own, key=lambda game: (game.points(name), game.id))[:most]


def _review_student(game, games, name, most):
    chosen = choose(games, name, most)
    if not chosen:
        return []
    with Engine([programs.find("panj")], game, {"Threads": 1, "Hash": 64}, timeout=120) as engine:
        return [judge_game(engine, one, one.players.index(name) + 1) for one in chosen]


def run(game, games, names, most, at_once):
    """{name: [Review]}; a student of whom nothing can be proven has none."""
    def one(name):
        try:
            return _review_student(game, games, name, most)
        except (EngineDied, EngineError, EngineSilent) as why:
            print(f"panj-class: the moves of {name} were not judged: {why}")
            return []

    with ThreadPoolExecutor(max_workers=at_once) as pool:
        return dict(zip(names, pool.map(one, names)))

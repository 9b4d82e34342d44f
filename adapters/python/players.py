"""What the ready players share: one engine for the whole program, started when it is first needed."""

from __future__ import annotations

import atexit
import os
import sys
from typing import Callable, Optional

from panj import Engine, EngineDied, EngineError, EngineMissing, EngineSilent

_engine: Optional[Engine] = None


def movetime() -> int:
    """Milliseconds a move, from $PANJ_MOVETIME."""
    return int(os.environ.get("PANJ_MOVETIME", "500"))


def _ask(game: str, fen: str) -> str:
    global _engine
    if _engine is None:
        _engine = Engine(game=game)
    if _engine.query("game") != game:
        _engine.newgame(game)
    _engine.position(fen)
    return _engine.go(movetime=movetime()).bestmove


def _leave() -> None:
    """The engine goes; the next move starts another."""
    global _engine
    if _engine is not None:
        _engine.close()
    _engine = None


atexit.register(_leave)


def best_move(game: str, fen: str, otherwise: Callable[[], str]) -> str:
    """The move that the engine chooses in this position, or `otherwise()`, a legal one, if it cannot: then stderr says why."""
    try:
        return _ask(game, fen)
    except (EngineDied, EngineError, EngineMissing, EngineSilent) as error:
        _leave()
        word = otherwise()
        print(f"panj: {error} ({game}, {fen}); playing {word}", file=sys.stderr)
        return word

"""What the ready players share: one engine for the whole program, started when it is first needed."""

from __future__ import annotations

import atexit
import os
from typing import Optional

from panj import Engine

_engine: Optional[Engine] = None


def movetime() -> int:
    """Milliseconds a move, from $PANJ_MOVETIME."""
    return int(os.environ.get("PANJ_MOVETIME", "500"))


def best_move(game: str, fen: str) -> str:
    """The move that the engine chooses in this position."""
    global _engine
    if _engine is None:
        _engine = Engine(game=game)
        atexit.register(_engine.close)
    if _engine.query("game") != game:
        _engine.newgame(game)
    _engine.position(fen)
    return _engine.go(movetime=movetime()).bestmove

"""For the measurements in Python: the client that stands in adapters/python, and limits as a person writes them."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "adapters" / "python"))
from panj import Engine, EngineError  # noqa: E402

__all__ = ["Engine", "EngineError", "limits_of"]


def limits_of(go):
    """What stands behind `go`, as Engine.go() takes it."""
    words = go.split()
    return {name: int(number) for name, number in zip(words[::2], words[1::2])}

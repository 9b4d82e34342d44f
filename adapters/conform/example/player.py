"""A player for a heap of 13 stones: take one, two or three in turn; who takes the last one wins."""
import sys

stones, side, waits = 13, 1, False  # waits: a search that only stop ends
for line in sys.stdin:
    name, *words = line.split() or ["#"]
    answers = {"p1turn": str(stones > 0 and side == 1).lower(), "gameover": str(stones == 0).lower(),
               "result": "none" if stones else f"p{3 - side}win", "turn": side if stones else "none", "chance": 0,
               "legal": " ".join([str(min(stones, 3)), "t1", "t2", "t3"][:min(stones, 3) + 1])}
    if name == "ugi":
        print("id name heap\nid author anybody\nid protocol 2\nid levels L0\nugiok")
    elif name == "isready":
        print("readyok")
    elif name in ("position", "uginewgame", "newgame"):
        stones, side = 13, 1
        for move in words[words.index("moves") + 1:] if "moves" in words else []:
            stones, side = stones - int(move[1]), 3 - side
    elif name == "play":
        stones, side = stones - int(words[0][1]), 3 - side
    elif name == "query":
        print("response", answers[words[0]])
    elif name == "go" and ("infinite" in words or "ponder" in words):
        waits = True
    elif name == "go" or (name in ("stop", "ponderhit", "quit") and waits):
        print(f"bestmove t{stones % 4 or 1}")  # leaves a multiple of four, if that can be
        waits = False
    sys.stdout.flush()
    if name == "quit":
        break

"""An engine for a heap of 13 stones: take one, two or three in turn; who takes the last one wins."""
import re
import sys

at = START = (13, 1, 0)  # stones, whose turn, plies made
thinking = False         # a search that only stop ends
FLAG = {"p1turn": lambda stones, side: stones > 0 and side == 1, "gameover": lambda stones, side: stones == 0}
FACT = {"result": lambda stones, side: "none" if stones else f"p{3 - side}win", "turn": lambda stones, side: side if stones else "none",
        "legal": lambda stones, side: " ".join([str(min(stones, 3))] + legal(stones)), "fen": lambda stones, side: f"{stones} {side}",
        "score": lambda stones, side: "0 0", "reason": lambda stones, side: "none" if stones else "taken", "chance": lambda stones, side: 0}

def legal(stones):
    return [f"t{n}" for n in range(1, min(stones, 3) + 1)]

def play(place, moves):
    for index, move in enumerate(moves, 1):
        if move not in legal(place[0]):
            raise ValueError(f"illegal_move {index} {move}")
        place = (place[0] - int(move[1]), 3 - place[1], place[2] + 1)
    return place

def position(words):
    fen, moves = words[1:], []
    if "moves" in words:
        fen, moves = words[1:words.index("moves")], words[words.index("moves") + 1:]
    if words[:1] == ["fen"] and not re.fullmatch(r"(\d|1[0-3]) [12]", " ".join(fen)):
        raise ValueError("bad_fen stones and side")
    return play((int(fen[0]), int(fen[1]), 0) if words[:1] == ["fen"] else START, moves)

def go(words):
    for index, word in enumerate(words):
        if word == "searchmoves":
            for move in words[index + 1:]:
                play(at, [move])
        elif word not in ("infinite", "ponder") and not re.match(r"t?\d", word):
            number = words[index + 1] if index + 1 < len(words) else ""
            if not re.fullmatch(r"-?\d{1,18}" if re.match("p.time", word) else r"\d{1,18}", number):
                raise ValueError(f"{'bad' if number else 'missing'}_argument go {word} {number}".strip())
    if not at[0]:
        raise ValueError("game_over no stone is left")
    return "infinite" in words or "ponder" in words or stop()

def stop():
    print(f"info depth 1 seldepth 1 multipv 1 score cp 0 nodes 1 nps 0 hashfull 0 time 0 pv t{at[0] % 4 or 1}")
    print(f"info nodes 1 nps 0 time 0\nbestmove t{at[0] % 4 or 1}")  # leaves a multiple of four, if that can be

def obey(name, words):
    global at, thinking
    if name in ("position", "play", "go", "newgame", "uginewgame", "setoption") and thinking:
        raise ValueError(f"busy {name}")
    if name == "ugi":
        print("id name heap\nid author anybody\nid protocol 2\nid levels L0 L1\nugiok")
    elif name == "isready":
        print("readyok")
    elif name in ("newgame", "uginewgame", "position", "play"):
        at = {"position": position, "play": lambda moves: play(at, moves)}.get(name, lambda words: START)(words)
    elif name == "go":
        thinking = go(words)
    elif name in ("stop", "ponderhit", "quit"):
        thinking = stop() if thinking else False
    elif name == "setoption":
        raise ValueError(f"option_unknown {words[1]}" if len(words) > 1 else "missing_argument setoption takes name NAME")
    elif name == "query" and words and words[0] in ("ply", *FLAG, *FACT):
        fact = FLAG.get(words[0], FACT.get(words[0], lambda *place: at[2]))(*at[:2])
        print("response", str(fact).lower() if words[0] in FLAG else fact)
    elif name == "query":
        raise ValueError("unknown_query " + words[0] if words else "missing_argument query takes NAME")
    else:
        raise ValueError(f"unknown_command {name}")

for line in sys.stdin.buffer:
    words = line.decode(errors="replace").split()
    try:
        if len(line.rstrip(b"\r\n")) > 4 << 20 or b"\0" in line:
            raise ValueError("bad_byte NUL" if b"\0" in line else "line_too_long more than 4 MiB")
        if words and not words[0].startswith("#"):
            obey(words[0].lower(), words[1:])
    except ValueError as error:
        print("error", error)
    sys.stdout.flush()
    if words[:1] == ["quit"]:
        break
else:
    obey("stop", [])

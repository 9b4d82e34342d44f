"""panj as player 1 of the course's Hand of the King, both phases.

get_move(cards, player1, player2) answers a location; get_move(cards, player1, player2, companion_cards, choose_companion)
answers a location, or if choose_companion is true ["Jon", location], ["Ramsay", a, b], ["Jaqen", a, b, "Gendry"], ["Gendry"].
"""

from __future__ import annotations

from players import best_move

HOUSES = ["Stark", "Greyjoy", "Lannister", "Targaryen", "Baratheon", "Tyrell", "Tully"]
LETTERS = dict(zip(HOUSES, "SGLTBYU"))
WIDTH = 6
COMPANIONS = {"Gendry": "G", "Jon": "J", "Melisandre": "M", "Jaqen": "Q", "Ramsay": "R", "Sandor": "S"}


def _rows(cards) -> str:
    cells = ["1"] * (WIDTH * WIDTH)
    for card in cards:
        varys = "Varys" in (card.get_house(), card.get_name())
        cells[card.get_location()] = "V" if varys else LETTERS[card.get_house()]
    rows = ["".join(cells[at : at + WIDTH]) for at in range(0, WIDTH * WIDTH, WIDTH)]
    for digit in range(WIDTH, 1, -1):
        rows = [row.replace("1" * digit, str(digit)) for row in rows]
    return "/".join(rows)


def _count(player, house: str) -> int:
    cards = player.get_cards()
    if isinstance(cards, dict):
        held = cards.get(house, 0)
        return held if isinstance(held, int) else len(held)
    return sum(card.get_house() == house for card in cards)


def _holds(player, house: str) -> bool:
    banners = player.get_banners()
    return bool(banners.get(house, 0)) if isinstance(banners, dict) else house in banners


def _in_play(companion_cards) -> list[str]:
    names = {card if isinstance(card, str) else card.get_name() for card in companion_cards}
    return [name for name in COMPANIONS if name in names]


def fen_of(cards, player1, player2, side: int, companion_cards=None, choose_companion: bool = False) -> str:
    """The state of the course's program as a FEN."""
    counts = ["".join(f"{_count(player, house):x}" for house in HOUSES) for player in (player1, player2)]
    holders = ""
    for house in HOUSES:
        holders += "1" if _holds(player1, house) else "2" if _holds(player2, house) else "-"
    fen = f"{_rows(cards)} {side} {counts[0]} {counts[1]} {holders}"
    if companion_cards is None:
        return fen
    letters = "".join(COMPANIONS[name] for name in _in_play(companion_cards)) or "-"
    return f"{fen} {letters} {'c' if choose_companion else 'm'} companions=on"


def _location(cell: str) -> int:
    return (int(cell[1]) - 1) * WIDTH + ord(cell[0]) - ord("a")


def answer_of(word: str):
    """A word of panj as the course's program takes it: a location, or a companion and what it is used for."""
    if word[1:].isdigit():
        return _location(word)
    names = {letter.lower(): name for name, letter in COMPANIONS.items()}
    cells, other = (word[1:-1], [names[word[-1]]]) if word[0] == "q" else (word[1:], [])
    return [names[word[0]], *(_location(cells[at : at + 2]) for at in range(0, len(cells), 2)), *other]


def choose(cards, player1, player2, side: int, companion_cards=None, choose_companion: bool = False):
    """What panj plays: the location of the card that it names, counted from 0 in reading order, or a companion."""
    fen = fen_of(cards, player1, player2, side, companion_cards, choose_companion)
    if choose_companion:
        return answer_of(best_move("hand", fen, lambda: some_companion(cards, companion_cards)))
    return answer_of(best_move("hand", fen, lambda: some_card(cards)))


def some_companion(cards, companion_cards) -> str:
    """The first companion in play that can be used, on the first cards."""
    cells = sorted(card.get_location() for card in cards if "Varys" not in (card.get_house(), card.get_name()))
    words = [chr(ord("a") + at % WIDTH) + str(at // WIDTH + 1) for at in cells[:2]]
    names = _in_play(companion_cards)
    others = [COMPANIONS[name].lower() for name in names if name != "Jaqen"]
    uses = {"Gendry": ["g"], "Melisandre": ["m"], "Jon": [f"j{word}" for word in words[:1]],
            "Sandor": [f"s{word}" for word in words[:1]], "Ramsay": ["r" + "".join(words)] * (len(words) - 1),
            "Jaqen": [f"q{''.join(words)}{other}" for other in others] * (len(words) - 1)}
    return next(use for name in names for use in uses[name])


def some_card(cards) -> str:
    """The farthest card in sight of Varys, in his row or column, on one side of him."""
    varys = next(card.get_location() for card in cards if "Varys" in (card.get_house(), card.get_name()))
    places = [card.get_location() for card in cards if card.get_location() != varys]
    right = [at for at in places if at // WIDTH == varys // WIDTH and at > varys]
    left = [at for at in places if at // WIDTH == varys // WIDTH and at < varys]
    below = [at for at in places if at % WIDTH == varys % WIDTH and at > varys]
    above = [at for at in places if at % WIDTH == varys % WIDTH and at < varys]
    at = max(right or below or [min(left or above or [varys])])
    return chr(ord("a") + at % WIDTH) + str(at // WIDTH + 1)


def get_move(cards, player1, player2, companion_cards=None, choose_companion=False):
    """For the first player."""
    return choose(cards, player1, player2, 1, companion_cards, choose_companion)

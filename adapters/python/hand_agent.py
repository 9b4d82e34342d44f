"""panj as player 1 of the course's Hand of the King: get_move(cards, player1, player2) -> location."""

from __future__ import annotations

from players import best_move

HOUSES = ["Stark", "Greyjoy", "Lannister", "Targaryen", "Baratheon", "Tyrell", "Tully"]
LETTERS = dict(zip(HOUSES, "SGLTBYU"))
WIDTH = 6


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


def fen_of(cards, player1, player2, side: int) -> str:
    """The state of the course's program as a FEN."""
    counts = ["".join(str(_count(player, house)) for house in HOUSES) for player in (player1, player2)]
    holders = ""
    for house in HOUSES:
        holders += "1" if _holds(player1, house) else "2" if _holds(player2, house) else "-"
    return f"{_rows(cards)} {side} {counts[0]} {counts[1]} {holders}"


def choose(cards, player1, player2, side: int) -> int:
    """The location of the card that panj names, counted from 0 in reading order."""
    word = best_move("hand", fen_of(cards, player1, player2, side), lambda: some_card(cards))
    return (int(word[1:]) - 1) * WIDTH + ord(word[0]) - ord("a")


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


def get_move(cards, player1, player2) -> int:
    """For the first player."""
    return choose(cards, player1, player2, 1)

"""Wants all memory, and so much at once that it is refused before it has written to any."""


def get_move(cards, player1, player2):
    held = []
    while True:
        held.append(bytearray(2 << 30))

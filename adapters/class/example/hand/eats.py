"""Wants all memory."""


def get_move(cards, player1, player2):
    held = []
    while True:
        held.append(bytearray(64 << 20))

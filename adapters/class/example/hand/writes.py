"""Leaves a file outside of its folder, and looks into the store."""

import os


def get_move(cards, player1, player2):
    with open("notes.txt", "a", encoding="utf-8") as own:  # this is allowed
        own.write("a move\n")
    with open("/tmp/panj-class-was-here", "w", encoding="utf-8") as other:
        other.write(os.getcwd())
    return -1

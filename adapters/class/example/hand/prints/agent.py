"""Says what a referee listens for, then plays. A folder of several files is an agent too."""

from strategy import best

print("bestmove a1")


def get_move(cards, player1, player2):
    for _ in range(100):
        print("bestmove a1", flush=True)
    return best(cards)

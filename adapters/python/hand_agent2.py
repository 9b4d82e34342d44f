"""panj as player 2 of the course's Hand of the King: the program does not tell the seat, so it is a module of its own."""

from hand_agent import choose


def get_move(cards, player1, player2) -> int:
    """For the second player."""
    return choose(cards, player1, player2, 2)

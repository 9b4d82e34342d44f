"""panj as player 2 of the course's Hand of the King: the program does not tell the seat, so it is a module of its own."""

from hand_agent import choose


def get_move(cards, player1, player2, companion_cards=None, choose_companion=False):
    """For the second player."""
    return choose(cards, player1, player2, 2, companion_cards, choose_companion)

"""panj as a player of the course's Monopoly: choose(positions, cash, owners, player) -> word."""

from players import best_move

TAX = 5
NOT_OWNABLE = (0, TAX)


def choose(positions, cash, owners, player: int) -> str:
    """`positions` and `cash` are pairs, `owners` ten of None, 0 and 1, `player` (0 or 1) has just landed.

    The answer is "buy", "sell", "rent", "tax" or "DoNothing".
    """
    squares = ""
    for square, owner in enumerate(owners):
        squares += "-" if square in NOT_OWNABLE else "." if owner is None else str(owner + 1)
    fen = f"{squares} {player + 1} d {positions[0]} {cash[0]} {positions[1]} {cash[1]}"
    square = positions[player]
    owner = owners[square]
    forced = "tax" if square == TAX else "rent" if owner is not None and owner != player else "pass"
    word = best_move("monopoly", fen, lambda: forced)
    return "DoNothing" if word == "pass" else word

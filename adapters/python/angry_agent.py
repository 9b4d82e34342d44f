"""panj as the hen of the course's Angry against its scripted queen: choose(grid, num_actions) -> 0..3."""

from players import best_move

ACTIONS = {"up": 0, "down": 1, "left": 2, "right": 3}


def choose(grid, num_actions: int) -> int:
    """`grid` is a list of rows of letters, `num_actions` how many have been made. 0..3 is up, down, left, right.

    When the hen cannot move any action is as good: the program passes it over.
    """
    rows = "/".join("".join(row) for row in grid)
    return ACTIONS.get(best_move("angry", f"{rows} 1 {num_actions} queen=script"), 0)

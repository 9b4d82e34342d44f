"""panj as the hen of the course's Angry against its scripted queen: choose(grid, num_actions) -> 0..3."""

from players import best_move

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ACTIONS = {"up": 0, "down": 1, "left": 2, "right": 3}


def choose(grid, num_actions: int) -> int:
    """`grid` is a list of rows of letters, `num_actions` how many have been made. 0..3 is up, down, left, right.

    When the hen cannot move any action is as good: the program passes it over.
    """
    rows = "/".join("".join(row) for row in grid)
    return ACTIONS.get(best_move("angry", f"{rows} 1 {num_actions} queen=script", lambda: some_action(grid)), 0)


def some_action(grid) -> str:
    """One that can be made, if any can: onto ground, an egg, a pig, the slingshot."""
    at = next(((r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == "H"), (-9, -9))
    for word, (dr, dc) in STEPS.items():
        r, c = at[0] + dr, at[1] + dc
        if 0 <= r < len(grid) and 0 <= c < len(grid[r]) and grid[r][c] in "TEPS":
            return word
    return "up"

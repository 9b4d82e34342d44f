"""panj as player 1 of the course's Angry against its scripted queen: choose(grid, num_actions) -> 0..3 for the hen, and
where there is a bird choose_bird(grid, num_actions) -> 0..3 for her."""

from players import best_move

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ACTIONS = {"up": 0, "down": 1, "left": 2, "right": 3}


def choose(grid, num_actions: int) -> int:
    """`grid` is a list of rows of letters, `num_actions` how many have been made. 0..3 is up, down, left, right.

    When the hen cannot move any action is as good: the program passes it over.
    """
    return _choose(grid, num_actions, "", lambda: some_action(grid, "H", "TEPS"))


def choose_bird(grid, num_actions: int) -> int:
    """The bird's action, after the hen's has been made on `grid` and counted."""
    return _choose(grid, num_actions, " mover=bird", lambda: some_action(grid, "B", "TQ"))


def _choose(grid, num_actions: int, mover: str, otherwise) -> int:
    rows = "/".join("".join(row) for row in grid)
    return ACTIONS.get(best_move("angry", f"{rows} 1 {num_actions} queen=script{mover}", otherwise), 0)


def some_action(grid, who: str, enters: str) -> str:
    """One that can be made, if any can: onto a cell that she who moves enters."""
    at = next(((r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == who), (-9, -9))
    for word, (dr, dc) in STEPS.items():
        r, c = at[0] + dr, at[1] + dc
        if 0 <= r < len(grid) and 0 <= c < len(grid[r]) and grid[r][c] in enters:
            return word
    return "up"

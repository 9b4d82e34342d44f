"""panj as a player of the course's Konane program: a class with initialize(side) and getMove(board)."""

from __future__ import annotations

from players import best_move


def fen_of(board, side: str) -> str:
    """The board, a list of rows of 'B', 'W' and '.', as a FEN."""
    rows = []
    for row in board:
        text, holes = "", 0
        for cell in list(row) + [""]:
            if cell == ".":
                holes += 1
                continue
            text += (str(holes) if holes else "") + cell.lower()
            holes = 0
        rows.append(text)
    return "/".join(rows) + (" 1" if side == "B" else " 2")


def word_of(cells) -> str:
    """[3, 2, 7, 2] -> c4c8, a jump; a removal names its cell twice: [0, 0, 0, 0] -> a1."""
    names = [chr(ord("a") + column) + str(row + 1) for row, column in (cells[:2], cells[2:])]
    return names[0] if names[0] == names[1] else "".join(names)


def cells_of(move: str) -> list:
    """The way back. Row first, both from 0."""
    cells, at = [], 0
    while at < len(move):
        end = at + 1
        while end < len(move) and move[end].isdigit():
            end += 1
        cells += [int(move[at + 1 : end]) - 1, ord(move[at]) - ord("a")]
        at = end
    return cells if len(cells) == 4 else cells * 2


STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def _removals(board, side: str) -> list:
    """The first two plies: a corner or the middle for the first player, beside the hole for the second."""
    rows, columns = len(board), len(board[0])
    holes = [(r, c) for r in range(rows) for c in range(columns) if board[r][c] == "."]
    near = [(r + dr, c + dc) for r, c in holes for dr, dc in STEPS]
    middle = [(r, c) for r in (rows // 2 - 1, rows // 2) for c in (columns // 2 - 1, columns // 2)]
    corners = [(r, c) for r in (0, rows - 1) for c in (0, columns - 1)]
    cells = near if holes else corners + middle
    return [[r, c, r, c] for r, c in cells if 0 <= r < rows and 0 <= c < columns and board[r][c] == side]


def _jumps(board, side: str) -> list:
    """Every jump of one step."""
    found = []
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            for dr, dc in STEPS:
                r2, c2 = r + 2 * dr, c + 2 * dc
                inside = 0 <= r2 < len(board) and 0 <= c2 < len(row)
                if cell == side and inside and board[r2][c2] == "." and board[r + dr][c + dc] not in (".", side):
                    found.append([r, c, r2, c2])
    return found


def some_moves(board, side: str) -> list:
    """Legal moves, all of them but jumps of several steps; none: the game is lost."""
    holes = sum(list(row).count(".") for row in board)
    return _removals(board, side) if holes < 2 else _jumps(board, side)


class PanjPlayer:
    """Put it where the course's program builds its players: it has all that a Player there has."""

    def __init__(self, name: str = "panj"):
        self.name, self.side, self.wins, self.losses = name, "B", 0, 0

    def initialize(self, side: str) -> None:
        """`side` is 'B' or 'W'."""
        self.side = side

    def getMove(self, board) -> list:
        """[r1, c1, r2, c2]; a removal names its cell twice; [] when there is no move."""
        moves = some_moves(board, self.side)
        if not moves:
            return []
        return cells_of(best_move("konane", fen_of(board, self.side), lambda: word_of(moves[0])))

    def won(self) -> None:
        """The program says so after a game."""
        self.wins += 1

    def lost(self) -> None:
        """The program says so after a game."""
        self.losses += 1

    def reset(self) -> None:
        """Forgets the games so far."""
        self.wins = self.losses = 0

    def results(self) -> str:
        """One line for the end of a tournament."""
        return f"{self.name} Wins:{self.wins} Losses:{self.losses}"

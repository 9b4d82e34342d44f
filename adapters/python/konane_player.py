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


def cells_of(move: str) -> list:
    """a1 -> [0, 0, 0, 0], a removal; c4c8 -> [3, 2, 7, 2], a jump. Row first, both from 0."""
    cells, at = [], 0
    while at < len(move):
        end = at + 1
        while end < len(move) and move[end].isdigit():
            end += 1
        cells += [int(move[at + 1 : end]) - 1, ord(move[at]) - ord("a")]
        at = end
    return cells if len(cells) == 4 else cells * 2


def may_move(board, side: str) -> bool:
    """Whether the side has a jump, or a removal is due."""
    holes = sum(row.count(".") if isinstance(row, str) else list(row).count(".") for row in board)
    if holes < 2:
        return True
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            for dr, dc in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                landing = (r + 2 * dr, c + 2 * dc)
                inside = 0 <= landing[0] < len(board) and 0 <= landing[1] < len(row)
                if cell == side and inside and board[landing[0]][landing[1]] == ".":
                    if board[r + dr][c + dc] not in (".", side):
                        return True
    return False


class PanjPlayer:
    """Put it where the course's program builds its players."""

    name = "panj"

    def initialize(self, side: str) -> None:
        """`side` is 'B' or 'W'."""
        self.side = side

    def getMove(self, board) -> list:
        """[r1, c1, r2, c2]; a removal names its cell twice; [] when there is no move."""
        if not may_move(board, self.side):
            return []
        return cells_of(best_move("konane", fen_of(board, self.side)))

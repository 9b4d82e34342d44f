"""A player of the course's Konane that leaves its opponent the fewest moves, as a class with initialize and getMove."""

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class MobilityPlayer:
    """As in the course: the size of the board, and how deep to look, which it does not."""

    def __init__(self, size, depthLimit):
        self.size, self.limit, self.side = size, depthLimit, "B"

    def initialize(self, side):
        self.side = side

    def inside(self, *cells):
        return all(0 <= cell < self.size for cell in cells)

    def removals(self, board, side):
        """The first two plies."""
        size = self.size
        holes = [(r, c) for r in range(size) for c in range(size) if board[r][c] == "."]
        cells = [(r + dr, c + dc) for r, c in holes for dr, dc in STEPS] if holes else [(0, 0), (size - 1, size - 1)]
        return [[r, c, r, c] for r, c in cells if self.inside(r, c) and board[r][c] == side]

    def jumps(self, board, side):
        """Of one step: never worse than what ends there on the way."""
        found = []
        for r in range(self.size):
            for c in range(self.size):
                for dr, dc in STEPS:
                    to = r + 2 * dr, c + 2 * dc
                    if board[r][c] == side and self.inside(*to) and board[to[0]][to[1]] == "." and board[r + dr][c + dc] not in (".", side):
                        found.append([r, c, *to])
        return found

    def after(self, board, move):
        r, c, r2, c2 = move
        board = [list(row) for row in board]
        board[r2][c2], board[r][c], board[(r + r2) // 2][(c + c2) // 2] = board[r][c], ".", "."
        return board

    def getMove(self, board):
        if sum(row.count(".") for row in board) < 2:
            return self.removals(board, self.side)[0]
        other = "WB"["BW".index(self.side)]
        return min(self.jumps(board, self.side), key=lambda move: len(self.jumps(self.after(board, move), other)))

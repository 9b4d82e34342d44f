"""The table of the course's Hand of the King: get_move(cards, player1, player2) -> location."""

HOUSES = ("Stark", "Greyjoy", "Lannister", "Targaryen", "Baratheon", "Tyrell", "Tully")
LETTERS = "SGLTBYU"
WIDTH = 6


class Card:
    """A card as the course's program has it."""

    def __init__(self, house, name, location):
        self.house, self.name, self.location = house, name, location

    def get_house(self):
        return self.house

    def get_name(self):
        return self.name

    def get_location(self):
        return self.location

    def set_location(self, location):
        self.location = location

    def __repr__(self):
        return f"Card({self.house}, {self.location})"


class Player:
    """A player as the course's program has it: cards are lists by house, banners 0 or 1 by house."""

    def __init__(self, agent=None):
        self.agent = agent
        self.cards = {house: [] for house in HOUSES}
        self.banners = dict.fromkeys(HOUSES, 0)

    def get_agent(self):
        return self.agent

    def get_cards(self):
        return self.cards

    def get_banners(self):
        return self.banners

    def add_card(self, card):
        self.cards[card.get_house()].append(card)

    def get_banner(self, house):
        self.banners[house] = 1

    def remove_banner(self, house):
        self.banners[house] = 0


def _cells(rows):
    """`2S3/...` as 36 letters, '.' for a gap."""
    cells = ""
    for sign in rows:
        cells += "" if sign == "/" else "." * int(sign) if sign.isdigit() else sign
    return list(cells)


def _numbers(digits):
    return [int(digit) for digit in digits]


class Table:
    """The state of a game, from the FEN through its moves."""

    skips = ()

    def __init__(self, fen):
        self.cells = _cells(fen[0])
        self.side = int(fen[1]) - 1 if len(fen) > 1 else 0
        self.counts = [_numbers(fen[2 + side]) if len(fen) > 2 + side else [0] * 7 for side in (0, 1)]
        self.holders = list(fen[4] if len(fen) > 4 else "-" * 7)

    def play(self, word):
        """Varys goes there and takes the cards of that house on his way."""
        varys, to = self.cells.index("V"), (int(word[1:]) - 1) * WIDTH + ord(word[0]) - ord("a")
        step = (1 if varys // WIDTH == to // WIDTH else WIDTH) * (1 if to > varys else -1)
        letter = self.cells[to]
        house, mine, other = LETTERS.index(letter), self.counts[self.side], self.counts[1 - self.side]
        for cell in range(varys + step, to + step, step):
            if self.cells[cell] == letter:
                self.cells[cell] = "."
                mine[house] += 1
        self.cells[varys], self.cells[to] = ".", "V"
        if mine[house] >= other[house]:
            self.holders[house] = str(self.side + 1)
        self.side = 1 - self.side

    @staticmethod
    def meet(module, _board):
        return module.get_move

    def cards(self):
        """New ones each time: what the agent does to them is its own affair."""
        return [Card("Varys", "Varys", at) if letter == "V" else Card(HOUSES[LETTERS.index(letter)], "", at)
                for at, letter in enumerate(self.cells) if letter != "."]

    def player(self, side):
        player = Player()
        for house, count, holder in zip(HOUSES, self.counts[side], self.holders):
            player.cards[house] = [Card(house, "", -1) for _ in range(count)]
            player.banners[house] = int(holder == str(side + 1))
        return player

    def question(self, get_move):
        cards, one, two = self.cards(), self.player(0), self.player(1)
        return lambda: get_move(cards, one, two)

    @staticmethod
    def word(answer):
        if isinstance(answer, int) and 0 <= answer < WIDTH * WIDTH:
            return chr(ord("a") + answer % WIDTH) + str(answer // WIDTH + 1)
        return str(answer)

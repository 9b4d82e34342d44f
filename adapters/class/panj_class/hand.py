"""The table of the course's Hand of the King: get_move(cards, player1, player2) -> location; and of its second phase,
get_move(cards, player1, player2, companion_cards, choose_companion) -> location, or ["Jon", location] where it chooses."""

HOUSES = ("Stark", "Greyjoy", "Lannister", "Targaryen", "Baratheon", "Tyrell", "Tully")
LETTERS = "SGLTBYU"
WIDTH = 6
BARATHEON = LETTERS.index("B")

# Name in the course, and how much is to be chosen.
COMPANIONS = {"G": ("Gendry", 0), "J": ("Jon", 1), "M": ("Melisandre", 0), "Q": ("Jaqen", 3), "R": ("Ramsay", 2),
              "S": ("Sandor", 1)}
LETTER_OF = {name: letter for letter, (name, _) in COMPANIONS.items()}


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


def _place(name):
    return (int(name[1:]) - 1) * WIDTH + ord(name[0]) - ord("a")


def _name(place):
    """Of a location, be it a number of Python's or numpy's; of anything else what it is, which is no move."""
    try:
        at = place.__index__()
    except AttributeError:
        return str(place)
    return chr(ord("a") + at % WIDTH) + str(at // WIDTH + 1) if 0 <= at < WIDTH * WIDTH else str(place)


class Table:
    """The state of a game, from the FEN through its moves."""

    skips = ()

    def __init__(self, fen):
        self.cells = _cells(fen[0])
        self.side = int(fen[1]) - 1 if len(fen) > 1 else 0
        self.counts = [_numbers(fen[2 + side]) if len(fen) > 2 + side else [0] * 7 for side in (0, 1)]
        self.holders = list(fen[4] if len(fen) > 4 else "-" * 7)
        self.second_phase = len(fen) > 6 and "=" not in fen[5] + fen[6]
        self.companions = [letter for letter in fen[5] if letter != "-"] if self.second_phase else []
        self.chooses = self.second_phase and fen[6] == "c"  # the player on move uses a companion

    def play(self, word):
        """Varys moves, and the last card of a house lets the same player choose; or a companion is used, and all but
        Melisandre end the turn."""
        again = self._use(word) if self.chooses else self._go(_place(word))
        self._let_go()
        self.chooses = not self.chooses and again and bool(self.companions)
        if not self.chooses and not (again and word == "m"):
            self.side = 1 - self.side

    def _go(self, to):
        """Varys goes there and takes the cards of that house on his way. True if it has none left on the board."""
        varys, letter = self.cells.index("V"), self.cells[to]
        step = (1 if varys // WIDTH == to // WIDTH else WIDTH) * (1 if to > varys else -1)
        taken = [cell for cell in range(varys + step, to + step, step) if self.cells[cell] == letter]
        for cell in taken:
            self.cells[cell] = "."
        self.cells[varys], self.cells[to] = ".", "V"
        self._gain(LETTERS.index(letter), len(taken))
        return letter not in self.cells

    def _gain(self, house, count):
        """The banner goes to whoever has taken as many as the other one holds."""
        mine, other = self.counts[self.side], self.counts[1 - self.side]
        mine[house] += count
        if mine[house] >= other[house]:
            self.holders[house] = str(self.side + 1)

    def _use(self, word):
        """A companion: `g`, `jc4`, `m`, `qc4d5s`, `rc4d5`, `sc4`. True if the same player goes on."""
        used, cells = word[0].upper(), [_place(word[at : at + 2]) for at in (1, 3) if word[at : at + 2]]
        self.companions.remove(used)
        if used == "G":
            self._gain(BARATHEON, 1)
        elif used == "J":
            self._gain(LETTERS.index(self.cells[cells[0]]), 2)
        elif used == "R":
            one, other = cells
            self.cells[one], self.cells[other] = self.cells[other], self.cells[one]
        elif used in "QS":
            for cell in cells:
                self.cells[cell] = "."
        if used == "Q":
            self.companions.remove(word[5].upper())
        return used == "M"

    def _let_go(self):
        """Companions that cannot be used any more leave, in this order."""
        varys, left = self.cells.index("V"), sum(cell not in ".V" for cell in self.cells)
        moves = any(cell not in ".V" and (at // WIDTH == varys // WIDTH or at % WIDTH == varys % WIDTH)
                    for at, cell in enumerate(self.cells))
        self.companions = [letter for letter in self.companions
                           if (letter != "M" or moves) and COMPANIONS[letter][1] <= left]
        if self.companions == ["Q"]:
            self.companions = []

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

    def companion_cards(self):
        return {COMPANIONS[letter][0]: {"Choice": COMPANIONS[letter][1]} for letter in self.companions}

    def question(self, get_move):
        """An agent of the first phase is asked as there, also in the second: it cannot choose, and loses when it has to.
        One of the second is asked as there in the first too."""
        arguments = [self.cards(), self.player(0), self.player(1), self.companion_cards(), self.chooses]
        code = getattr(get_move, "__code__", None)
        takes = code.co_argcount if code is not None and not code.co_flags & 4 else 0  # 0: with *arguments, anything
        five = takes != 3 if self.second_phase else takes > 3
        return lambda: get_move(*arguments[: 5 if five else 3])

    @staticmethod
    def word(answer):
        if not isinstance(answer, (list, tuple)) or not answer or answer[0] not in LETTER_OF:
            return _name(answer)
        letter, chosen = LETTER_OF[answer[0]].lower(), list(answer[1:])
        if letter in "qr" and all(hasattr(place, "__index__") for place in chosen[:2]):
            chosen[:2] = sorted(chosen[:2])  # a pair is listed once
        return letter + "".join(LETTER_OF[one].lower() if one in LETTER_OF else _name(one) for one in chosen)

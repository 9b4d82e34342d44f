"""Takes the most cards it can."""


def get_move(cards, player1, player2):
    house = {card.get_location(): card.get_house() for card in cards}
    varys = next(card.get_location() for card in cards if card.get_name() == "Varys")

    def taken(to):
        step = (1 if varys // 6 == to // 6 else 6) * (1 if to > varys else -1)
        return sum(house.get(at) == house[to] for at in range(varys + step, to + step, step))

    in_sight = [at for at in house if at != varys and (at // 6 == varys // 6 or at % 6 == varys % 6)]
    return max(in_sight, key=taken)

"""The nearest card."""


def best(cards):
    varys = next(card.get_location() for card in cards if card.get_name() == "Varys")
    places = [card.get_location() for card in cards if card.get_location() != varys]
    in_sight = [at for at in places if at // 6 == varys // 6 or at % 6 == varys % 6]
    return min(in_sight, key=lambda at: abs(at - varys))

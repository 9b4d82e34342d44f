"""The command line of panj-class."""

import sys


def _seat(words):
    """What the referee starts: GAME FILE for an agent in Python, gems ENGINE COMMAND... for a program of that wire."""
    if words[0] == "gems":
        from panj_class import gems

        return gems.run(words[1], words[2:])
    from panj_class import hand, konane, seat

    tables = {"hand": hand.Table, "konane": konane.Table}
    return seat.run(tables[words[0]], words[1])


def _cost(words):
    from panj_class import cost

    return cost.main(words)


def _class(words):
    from panj_class import tournament

    return tournament.main(words)


def main():
    """A seat is found without reading all the rest: one is started for every game."""
    words = sys.argv[1:]
    verbs = {"seat": _seat, "cost": _cost}
    verb = verbs.get(words[0]) if words else None
    sys.exit(verb(words[1:]) if verb else _class(words))

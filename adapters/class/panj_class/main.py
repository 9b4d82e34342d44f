"""The command line of panj-class."""

import os
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


def _tell(run, words):
    """The status, also where what is printed goes to a disk that is full."""
    try:
        status = run(words)
    except SystemExit as leaving:  # argparse, after --help and --version
        status = leaving.code
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"panj-class: writing: {error.strerror}", file=sys.stderr)
        status = status or 1
    return status


def main():
    """A seat is found without reading all the rest: one is started for every game."""
    words = sys.argv[1:]
    if words and words[0] == "seat":
        sys.exit(_seat(words[1:]))
    is_cost = bool(words) and words[0] == "cost"
    sys.exit(_tell(_cost if is_cost else _class, words[is_cost:]))

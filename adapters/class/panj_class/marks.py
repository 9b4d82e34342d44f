"""The store of a class read into marks: a line for each student, and two files that other programs read."""

import csv
import os
import sqlite3
from dataclasses import dataclass, field
from xml.etree import ElementTree

FAULTS = ("illegal", "time", "stall", "crash", "protocol")


@dataclass
class Mark:
    """What one student did in all games."""

    name: str
    kind: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    faults: dict = field(default_factory=lambda: dict.fromkeys(FAULTS, 0))
    first_fault: str = ""
    against: dict = field(default_factory=dict)  # opponent: [points, games]

    def percent(self):
        return 100 * self.points / self.games if self.games else 0.0


GAMES = """
SELECT one.name, two.name, game.result, game.verdict, game.reason FROM game
JOIN engine one ON one.id = game.first JOIN engine two ON two.id = game.second ORDER BY game.id"""

POINTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


def _count_game(mark, opponent, points, verdict, reason):
    mark.games += 1
    mark.points += points
    mark.wins, mark.draws, mark.losses = (
        mark.wins + (points == 1), mark.draws + (points == 0.5), mark.losses + (points == 0))
    if points == 0 and verdict in FAULTS:
        mark.faults[verdict] += 1
        mark.first_fault = mark.first_fault or f"{verdict}: {reason}"
    pair = mark.against.setdefault(opponent, [0.0, 0])
    pair[0], pair[1] = pair[0] + points, pair[1] + 1


def read(store, students):
    """The marks, best first. A void game counts for nobody."""
    marks = {student.name: Mark(student.name, student.kind) for student in students}
    with sqlite3.connect(store) as database:
        for first, second, result, verdict, reason in database.execute(GAMES):
            for name, other, points in zip((first, second), (second, first), POINTS.get(result, ())):
                if name in marks:
                    _count_game(marks[name], other, points, verdict, reason)
    return sorted(marks.values(), key=lambda mark: -mark.percent())


def _write_csv(path, marks, house):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["place", "name", "kind", "mark", "games", "wins", "draws", "losses", "points", *FAULTS,
                        *[f"against {name}" for name in house], "first fault"])
        for place, mark in enumerate(marks, 1):
            against = [f"{100 * pair[0] / pair[1]:.0f}" if pair else "" for pair in map(mark.against.get, house)]
            table.writerow([place, mark.name, mark.kind, f"{mark.percent():.1f}", mark.games, mark.wins, mark.draws,
                            mark.losses, f"{mark.points:g}", *mark.faults.values(), *against, mark.first_fault])


def _case(suite, name, what_failed):
    case = ElementTree.SubElement(suite, "testcase", classname=suite.get("name"), name=name)
    if what_failed:
        ElementTree.SubElement(case, "failure", message=what_failed)
    return bool(what_failed)


def _suite(root, mark, house):
    """Did it play by the rules, and does it hold its own against each engine of the house?"""
    suite = ElementTree.SubElement(root, "testsuite", name=mark.name)
    failures = _case(suite, "plays by the rules", mark.first_fault)
    for name in house:
        points, games = mark.against.get(name, (0, 0))
        failures += _case(suite, f"holds its own against {name}",
                          "" if 2 * points >= games else f"{points:g} of {games} points")
    suite.set("tests", str(1 + len(house)))
    suite.set("failures", str(failures))


def _write_xml(path, marks, house):
    root = ElementTree.Element("testsuites")
    for mark in marks:
        _suite(root, mark, house)
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def write(settings, students):
    """marks.csv and marks.xml; 0."""
    marks = read(os.path.join(settings.out, "class.db"), students)
    house = sorted({name for mark in marks for name in mark.against} - {mark.name for mark in marks})
    _write_csv(os.path.join(settings.out, "marks.csv"), marks, house)
    _write_xml(os.path.join(settings.out, "marks.xml"), marks, house)
    print(f"wrote {os.path.join(settings.out, 'marks.csv')}")
    return 0

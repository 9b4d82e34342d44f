"""The games of a class as marks: a line for each student, in two files that other programs read."""

import csv
from dataclasses import dataclass, field
from xml.etree import ElementTree

FAULTS = ("illegal", "time", "stall", "crash", "protocol")


@dataclass
class Mark:
    """What one student did in all games."""

    name: str
    kind: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    faults: dict = field(default_factory=lambda: dict.fromkeys(FAULTS, 0))
    first_fault: str = ""
    against: dict = field(default_factory=dict)  # opponent: [points, games]
    judged: int = 0                              # moves of which something is proven
    gave_away: int = 0                           # of them

    @property
    def games(self):
        return self.wins + self.draws + self.losses

    def percent(self):
        return 100 * self.points / self.games if self.games else 0.0

    def count(self, opponent, points):
        """One game against somebody, or in games for one one comparison."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        self.points += points
        pair = self.against.setdefault(opponent, [0.0, 0])
        pair[0], pair[1] = pair[0] + points, pair[1] + 1

    def count_fault(self, game):
        self.faults[game.verdict] += 1
        self.first_fault = self.first_fault or f"{game.verdict}: {game.reason}"


def _count_duel(marks, game):
    """A void game counts for nobody."""
    for name, other in (game.players, game.players[::-1]):
        points = game.points(name)
        if name not in marks or points is None:
            continue
        marks[name].count(other, points)
        if points == 0 and game.verdict in FAULTS:
            marks[name].count_fault(game)


def _own_score(game):
    """Of a game for one; whoever failed has less than anybody."""
    return float("-inf") if game.verdict in FAULTS or not game.score else float(game.score.split()[0])


def _count_alone(marks, game, others):
    """A game for one is compared with what each other made of the same start."""
    mark = marks.get(game.players[0])
    if mark is None or game.verdict == "void":
        return
    if game.verdict in FAULTS:
        mark.count_fault(game)
    for other in others:
        if other.round == game.round and other is not game and other.verdict != "void":
            mine, theirs = _own_score(game), _own_score(other)
            mark.count(other.players[0], 0.5 if mine == theirs else float(mine > theirs))


def of(students, games):
    """The marks, best first."""
    marks = {student.name: Mark(student.name, student.kind) for student in students}
    alone = [game for game in games if len(game.players) == 1]
    for game in games:
        if len(game.players) == 1:
            _count_alone(marks, game, alone)
        else:
            _count_duel(marks, game)
    return sorted(marks.values(), key=lambda mark: (-mark.percent(), mark.name))


def place(marks, mark):
    """Equal marks share one."""
    return 1 + sum(other.percent() > mark.percent() for other in marks)


def house_of(marks):
    """Who else played."""
    return sorted({name for mark in marks for name in mark.against} - {mark.name for mark in marks})


def write_csv(path, marks):
    """A line for each student, best first."""
    house = house_of(marks)
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["place", "name", "kind", "mark", "games", "wins", "draws", "losses", "points", *FAULTS,
                        *[f"against {name}" for name in house], "moves judged", "gave away", "first fault"])
        for mark in marks:
            against = [f"{100 * pair[0] / pair[1]:.0f}" if pair else "" for pair in map(mark.against.get, house)]
            table.writerow([place(marks, mark), mark.name, mark.kind, f"{mark.percent():.1f}", mark.games, mark.wins, mark.draws,
                            mark.losses, f"{mark.points:g}", *mark.faults.values(), *against, mark.judged,
                            mark.gave_away, mark.first_fault])


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


def write_xml(path, marks):
    """JUnit's form: a suite for each student, a case for each engine of the house."""
    root = ElementTree.Element("testsuites")
    for mark in marks:
        _suite(root, mark, house_of(marks))
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)

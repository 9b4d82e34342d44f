"""Who is in the folder: each file or folder in it is a student, and what it holds says how it plays."""

import ast
import os
import re
import unicodedata
from dataclasses import dataclass

HAND, KONANE, GEMS, UGI = "hand", "konane", "gems", "ugi"


class Unreadable(Exception):
    """Why nobody can say how this is to be played."""


@dataclass
class Student:
    """`file` counts from `folder`, which is the student's own, or the class's if the submission is one file."""

    name: str
    kind: str
    folder: str
    file: str
    alone: bool  # one file, not a folder

    def path(self):
        return os.path.join(self.folder, self.file)


def _tree(path):
    """None: it is not Python, and loses its games by what Python says of it."""
    with open(path, "rb") as file:
        try:
            return ast.parse(file.read())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _kind_by_sight(path):
    """Of a file that Python cannot read: what its author meant it to be."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if re.search(r"^def\s+get_move\b", text, re.MULTILINE):
        return HAND
    return KONANE if re.search(r"^\s+def\s+getMove\b", text, re.MULTILINE) else None


def kind_of_python(path):
    """hand, konane, or None for a script that is to be run. The code is read, not run."""
    tree = _tree(path)
    if tree is None:
        return _kind_by_sight(path)
    for part in tree.body:
        if isinstance(part, ast.FunctionDef) and part.name == "get_move":
            return HAND
        methods = {inner.name for inner in getattr(part, "body", []) if isinstance(inner, ast.FunctionDef)}
        if isinstance(part, ast.ClassDef) and "getMove" in methods:
            return KONANE
    return None


def _kind_of(path, game):
    """None: this file is no agent."""
    if not os.path.isfile(path):
        return None
    kind = kind_of_python(path) if path.endswith(".py") else None
    if kind is None and (os.access(path, os.X_OK) or (path.endswith(".py") and game == GEMS)):
        kind = GEMS if game == GEMS and not path.endswith(".ugi") else UGI
    return kind


def _imports(path):
    """Modules that a Python file names."""
    names = set()
    tree = _tree(path) if path.endswith(".py") else None
    for part in ast.walk(tree) if tree else ():
        if isinstance(part, ast.Import):
            names |= {alias.name for alias in part.names}
        elif isinstance(part, ast.ImportFrom):
            names.add(part.module)
    return names


def _without_helpers(folder, found):
    """A file that another of them imports, the course's konane.py say, is not the agent."""
    helpers = set().union(*(_imports(os.path.join(folder, file)) for file, _ in found))
    return [(file, kind) for file, kind in found if os.path.splitext(file)[0] not in helpers] or found


def _look_into(folder, game):
    """The one agent among a student's files; several: the one that is called like it."""
    kinds = [(file, _kind_of(os.path.join(folder, file), game)) for file in sorted(os.listdir(folder))]
    found = [(file, kind) for file, kind in kinds if kind]
    found = _without_helpers(folder, found)
    named = [pair for pair in found if re.match(r"(agent|player|main|run)\b", pair[0])] or found
    of_game = [pair for pair in named if pair[1] == game] or named
    if len(of_game) != 1:
        several = ", ".join(file for file, _ in of_game)
        raise Unreadable(f"several agents ({several}): call one agent.py" if several else "no agent in it")
    return of_game[0]


def _student(folder, entry, game):
    path, name = os.path.join(folder, entry), os.path.splitext(entry)[0]
    if os.path.isdir(path):
        file, kind = _look_into(path, game)
        return Student(entry, kind, path, file, False)
    kind = _kind_of(path, game)
    if kind is None:
        raise Unreadable("no get_move, no class with getMove, and not executable")
    return Student(name, kind, folder, entry, True)


def read(folder, game=""):
    """The students, and (entry, why) of what was passed over. `game` is the first word of the game, if it is known."""
    students, passed_over = [], []
    for entry in sorted(os.listdir(folder)):
        if entry.startswith((".", "_")):
            continue
        try:
            student = _student(folder, entry, game)
        except Unreadable as why:
            passed_over.append((entry, str(why)))
            continue
        if game and student.kind not in (UGI, game):
            passed_over.append((entry, f"plays {student.kind}, not {game}"))
            continue
        student.name = _free_name(student.name, {other.name for other in students})
        students.append(student)
    return students, passed_over


def _free_name(wanted, taken):
    """What can stand in a command, a file name and a table: letters and digits of any script."""
    name = re.sub(r"[^\w.-]+", "-", unicodedata.normalize("NFC", wanted)).strip("-.") or "student"
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def game_of(students):
    """The game that all play, "" if that cannot be said."""
    games = {student.kind for student in students} - {UGI}
    return games.pop() if len(games) == 1 else ""

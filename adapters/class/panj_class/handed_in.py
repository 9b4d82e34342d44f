"""What was handed in when the first game was played: games of another version must not be counted for this one."""

import hashlib
import json
import os


def _files(student):
    if student.alone:
        return [student.path()]
    return sorted(os.path.join(at, file) for at, _, files in os.walk(student.folder) for file in files
                  if os.path.isfile(os.path.join(at, file)))


def _digest(student):
    """Of names and contents."""
    digest = hashlib.sha256()
    for path in _files(student):
        digest.update(os.path.relpath(path, student.folder).encode() + b"\0")
        with open(path, "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def changed(out, students):
    """The names of those whose files are not what they were; what is there now is written down if nothing was."""
    path = os.path.join(out, "handed-in.json")
    now = {student.name: _digest(student) for student in students}
    if os.path.exists(os.path.join(out, "class.db")) and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            before = json.load(file)
        return [name for name in now if before.get(name) != now[name]]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(now, file, indent=1)
    return []

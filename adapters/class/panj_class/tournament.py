"""One class: who plays, the folders they play in, the referee's command line, and what is written afterwards."""

import argparse
import ctypes
import os
import shlex
import shutil
import signal
import subprocess
import sys

from panj_class import VERSION, handed_in, marks, pages, programs, review, roll, store

HOUSE = "seed,level2,level5,level8,panj"
MOVES = 150  # of one player, the most in any game
HOUSE_MARGIN = 60000  # milliseconds: the seed's agent looks as deep as it always does, and a busy machine is not its fault
GAMES_WITHOUT_SEED = ("gems",)


def _arguments(words):
    parser = argparse.ArgumentParser(
        prog="panj-class", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="a folder of students' agents as one tournament, and what is to be said of each",
        epilog="In FOLDER each file or folder is a student: Python with get_move (Hand), a\n"
               "Python class with initialize and getMove (Konane), a program that speaks the\n"
               "Gems wire or UGI.\n"
               "panj-class cost FILE prints what the seat of an agent in Python costs.")
    parser.add_argument("folder", metavar="FOLDER", help="the class")
    parser.add_argument("--game", metavar="WORDS", default="", help="game and variant as for newgame (what the agents play)")
    parser.add_argument("--st", metavar="SECONDS", type=float, default=1, help="for a move (1)")
    parser.add_argument("--margin", metavar="MS", type=int, default=1000, help="so late is still in time (1000)")
    parser.add_argument("--rounds", metavar="N", type=int, default=1, help="each pair plays so often from both sides (1)")
    parser.add_argument("--house", metavar="NAMES", default=HOUSE, help=f"seed, random, first, level1 to level10, panj ({HOUSE})")
    parser.add_argument("--out", metavar="FOLDER", help="what is written (FOLDER-class)")
    parser.add_argument("--with", metavar="FOLDER", dest="course", help="the course's own modules, which agents may import")
    parser.add_argument("--concurrency", metavar="N", type=int, default=os.cpu_count() or 1, help="games at once (CPUs)")
    parser.add_argument("--memory", metavar="MB", type=int, default=1024, help="address space of an agent (1024)")
    parser.add_argument("--review", metavar="GAMES", type=int, default=4, help="of each student, whose moves are judged (4)")
    parser.add_argument("--quiet", action="store_true", help="print no game, only the tables")
    parser.add_argument("--srand", metavar="N", type=int, default=1, help="seed of deals, maps and openings (1)")
    parser.add_argument("--openings", metavar="WORDS", help="as the referee's -openings, in place of the usual ones")
    parser.add_argument("-v", "--version", action="version", version=f"panj-class {VERSION}")
    settings = parser.parse_args(words)
    settings.folder = os.path.abspath(settings.folder)
    settings.course = settings.course and os.path.abspath(settings.course)
    settings.out = os.path.abspath(settings.out or settings.folder + "-class")
    return settings


class Refused(Exception):
    """What is wrong with what was asked for."""


def _work_folder(settings, student):
    return os.path.join(settings.out, "work", student.name)


def _lay_work_folder(settings, student):
    """A copy of what was handed in: that is what the agent sees and may change."""
    folder = _work_folder(settings, student)
    shutil.rmtree(folder, ignore_errors=True)
    if student.alone:
        os.makedirs(folder)
        shutil.copy(student.path(), folder)
    else:  # a link stays one: it may lead where the agent must not look
        shutil.copytree(student.folder, folder, symlinks=True)


def _lay(settings, student):
    """False if it cannot be copied: a pipe is among its files, say."""
    try:
        _lay_work_folder(settings, student)
    except (OSError, shutil.Error) as why:
        print(f"panj-class: {student.name} is left out: {why}", file=sys.stderr)
        return False
    return True


def _jail(settings, *words):
    """What stands before an agent's own command. Other agents and the store are nothing that it may read."""
    return [programs.find("panj-jail"), "loose", f"memory={settings.memory}", f"cpu={settings.cpu}", "work=.",
            f"hide={settings.folder}", f"hide={settings.out}", *words]


def _seat(*words):
    return [sys.executable, "-B", "-S", programs.here(), "seat", *words]


def _gems_command(settings, own):
    """The seat and the program share a network of their own; the program has walls of its own too."""
    outside = [programs.find("panj-jail"), "loose", "memory=0", "work=.", "network=own", "processes=many"]
    return outside + _seat("gems", programs.find("panj"), *_jail(settings, "network=open"), *own)


def _command(settings, student):
    own = [os.path.join(".", student.file)]
    if student.kind in (roll.HAND, roll.KONANE):
        return _jail(settings) + _seat(student.kind, student.file)
    if student.file.endswith(".py"):  # what its first line names may be a script that starts others
        own = [sys.executable, "-B", student.file]
    return _gems_command(settings, own) if student.kind == roll.GEMS else _jail(settings) + own


def _student_words(settings, student):
    log = os.path.join(settings.out, "logs", student.name + ".txt")
    return ["-engine", f"name={student.name}", "cmd=" + shlex.join(_command(settings, student)),
            f"dir={_work_folder(settings, student)}", f"stderr={log}", f"timemargin={settings.margin}", f"restart={'on' if student.kind == roll.GEMS else 'off'}",
            *([f"env.PYTHONPATH={settings.course}"] if settings.course else [])]


def _house_words(settings, name):
    """An engine of the house: what is said of the student is said beside these."""
    words = ["-engine", f"name={_house_name(name)}", f"cmd={shlex.quote(programs.find('panj'))}", f"timemargin={HOUSE_MARGIN}"]
    if name in ("seed", "random", "first"):
        return words + [f"option.Style={name}"]
    level = name[len("level"):] if name.startswith("level") else ""
    if level.isdigit() and 1 <= int(level) <= 10:
        return words + [f"option.Level={level}"]
    if name != "panj":
        raise Refused(f"--house knows seed, random, first, level1 to level10 and panj, not {name}")
    return words


def _house_name(name):
    return name if name == "panj" else f"panj-{name}"


def _house(settings, game):
    names = [name for name in settings.house.split(",") if name]
    return [name for name in names if not (name == "seed" and game in GAMES_WITHOUT_SEED)]


def _openings(settings, game):
    """Every round begins with a deal or a map of its own; Konane with two plies by lot."""
    if settings.openings is not None:
        return ["-openings", *settings.openings.split()] if settings.openings else []
    if game in ("hand", "gems"):
        return ["-openings", f"seeds={settings.srand}..{settings.srand + settings.rounds - 1}"]
    return ["-openings", "plies=2"] if game == "konane" else []


def _referee_words(settings, students):
    game = settings.game.split()[0]
    words = [programs.find("panj-referee"), "-game", *settings.game.split(), "-db", os.path.join(settings.out, "class.db")]
    words += ["-arbiter", f"cmd={shlex.quote(programs.find('panj'))}", "-each", f"st={settings.st:g}"]
    words += ["-rounds", str(settings.rounds), "-concurrency", str(settings.concurrency), "-srand", str(settings.srand)]
    words += ["-notryout", *(["-quiet"] if settings.quiet else []), *_openings(settings, game)]
    for student in students:
        words += _student_words(settings, student)
    for name in _house(settings, game):
        words += _house_words(settings, name)
    return words


def _prepare(settings):
    """The students, their folders laid."""
    if not os.path.isdir(settings.folder):
        raise Refused(f"{settings.folder} is no folder")
    game = settings.game.split()[0] if settings.game else ""
    students, passed_over = roll.read(settings.folder, game)
    for entry, why in passed_over:
        print(f"panj-class: {entry} is left out: {why}", file=sys.stderr)
    settings.game = settings.game or roll.game_of(students)
    if not settings.game and students:
        raise Refused("--game is needed: the agents do not say, or not all the same")
    _tell_walls()
    students = [student for student in students if _lay(settings, student)]
    os.makedirs(os.path.join(settings.out, "logs"), exist_ok=True)
    if not students:
        raise Refused(f"no agent in {settings.folder}")
    settings.cpu = _processor_seconds(settings, len(students) + len(_house(settings, settings.game.split()[0])))
    changed = handed_in.changed(settings.out, students)
    if changed:
        raise Refused(f"{settings.out} has games of other versions of {', '.join(changed)}: name another --out, or remove it")
    return students


def _die_with_us():
    """In the referee, before it begins: it is told to stop when we are killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def _processor_seconds(settings, entrants):
    """More than an agent can need that thinks when it is asked, in all its games by one process."""
    return int(2 * settings.rounds * entrants * MOVES * (settings.st + settings.margin / 1000)) + 60


def _tell_walls():
    """Where this machine cannot keep an agent in, its instructor should know."""
    jail = subprocess.run([programs.find("panj-jail"), "walls"], capture_output=True, text=True, check=False)
    for line in jail.stdout.splitlines():
        if not line.endswith(": yes"):
            print(f"panj-class: agents are not kept in by this machine: {line}", file=sys.stderr)


def _play(settings, students):
    """The referee's status. Ctrl-C at the terminal reaches it too; it keeps what is finished."""
    referee = subprocess.Popen(_referee_words(settings, students), preexec_fn=_die_with_us)
    signal.signal(signal.SIGTERM, lambda *_: referee.terminate())
    while True:
        try:
            return referee.wait()
        except KeyboardInterrupt:
            continue


def _judge(settings, game, games, found):
    """The moves that gave something away, in the marks and by student."""
    reviews = review.run(game, games, [mark.name for mark in found], settings.review, settings.concurrency)
    for mark in found:
        mark.judged = sum(one.judged for one in reviews[mark.name])
        mark.gave_away = sum(len(one.moves) for one in reviews[mark.name])
    return reviews


def _report(settings, students):
    """Marks and pages, of what is in the store."""
    path = os.path.join(settings.out, "class.db")
    game, games = store.read(path)
    found = marks.of(students, games)
    reviews = _judge(settings, game, games, found)
    os.makedirs(os.path.join(settings.out, "students"), exist_ok=True)
    for mark in found:
        pages.write_student(pages.student_path(settings.out, mark.name), mark, reviews[mark.name])
    marks.write_csv(os.path.join(settings.out, "marks.csv"), found)
    marks.write_xml(os.path.join(settings.out, "marks.xml"), found)
    pages.write_class(os.path.join(settings.out, "index.html"), found, os.path.basename(settings.folder))
    done = subprocess.run([programs.find("panj-referee"), "report", path, f"cmd={shlex.quote(programs.find('panj'))}"],
                          stdout=subprocess.DEVNULL, check=False)
    print(f"wrote {os.path.join(settings.out, 'index.html')}, marks.csv, marks.xml")
    return 0 if done.returncode == 0 else 1


def main(words):
    """0 done, 1 something failed or was stopped (the same command goes on), 2 wrong words."""
    settings = _arguments(words)
    try:
        students = _prepare(settings)
        status = _play(settings, students)
        return _report(settings, students) if status == 0 else 2 if status == 2 else 1
    except (Refused, FileNotFoundError) as why:
        print(f"panj-class: {why}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1

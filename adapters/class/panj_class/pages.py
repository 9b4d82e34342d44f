"""A page for each student, and one for the class."""

import os
from html import escape

from panj_class.marks import place

STYLE = """<style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid #8886}
td.n,th.n{text-align:right}pre{overflow-x:auto;line-height:1.2}details{margin:.4rem 0}.lost{color:#b00020;font-weight:600}
@media(prefers-color-scheme:dark){.lost{color:#ff8a80}}</style>"""


def _page(title, body):
    return (f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
            f"<title>{escape(title)}</title>{STYLE}<h1>{escape(title)}</h1>\n{body}\n</html>\n")


def _cell(text, number=False, head=False):
    tag = "th" if head else "td"
    return f"<{tag}{' class=n' if number else ''}>{text}</{tag}>"


def _table(head, rows):
    lines = ["<tr>" + "".join(_cell(escape(word), head=True) for word in head)]
    lines += ["<tr>" + "".join(_cell(cell) for cell in row) for row in rows]
    return "<table>" + "\n".join(lines) + "</table>"


def _marks_rows(mark):
    rows = [("mark", f"{mark.percent():.1f} %"), ("games", f"{mark.games}: {mark.wins} won, {mark.draws} drawn, {mark.losses} lost")]
    rows += [(f"lost by {fault}", str(count)) for fault, count in mark.faults.items() if count]
    if mark.first_fault:
        rows.append(("the first of them", mark.first_fault))
    return [(escape(key), escape(value)) for key, value in rows]


def _against(mark):
    return _table(("against", "points", "of"), [(escape(name), f"{points:g}", str(games))
                                                for name, (points, games) in sorted(mark.against.items())])


def _move(move):
    """One move that gave something away; the board is a click away."""
    lost = " class=lost" if move.outcome_lost else ""
    return (f"<details><summary>ply {move.ply}: {escape(move.played)}, <span{lost}>{escape(move.worth)}</span>; "
            f"better {escape(move.better)}, {escape(move.better_worth)}</summary><pre>{escape(move.picture)}</pre></details>")


def _review(review):
    game = review.game
    head = f"<h3>Game {game.id}: {escape(' - '.join(game.players))}, {game.result}</h3>"
    said = f"<p>{review.judged} moves judged, {len(review.moves)} gave something away.</p>"
    return head + said + "\n".join(map(_move, review.moves))


def write_student(path, mark, reviews):
    """What the student gets to see: the marks, and the moves that gave something away by exact values."""
    judged = "\n".join(map(_review, reviews)) or "<p>No game that was played to its end.</p>"
    body = _table(("", ""), _marks_rows(mark)) + "\n<h2>Moves</h2>\n" + judged + "\n<h2>Opponents</h2>\n" + _against(mark)
    with open(path, "w", encoding="utf-8") as file:
        file.write(_page(mark.name, body))


def write_class(path, marks, title):
    """The marks, each leading to the student's page; the store's own page is beside it."""
    rows = [(str(place(marks, mark)), f"<a href='students/{escape(mark.name)}.html'>{escape(mark.name)}</a>", f"{mark.percent():.1f}",
             f"{mark.wins}", f"{mark.draws}", f"{mark.losses}", str(sum(mark.faults.values())), str(mark.gave_away))
            for mark in marks]
    head = ("", "student", "mark", "won", "drawn", "lost", "of them by a fault", "moves that gave something away")
    body = _table(head, rows) + "\n<p><a href='class.html'>The games</a></p>"
    with open(path, "w", encoding="utf-8") as file:
        file.write(_page(title, body))


def student_path(out, name):
    return os.path.join(out, "students", name + ".html")

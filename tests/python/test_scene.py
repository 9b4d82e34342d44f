"""Scenes as another program meets them: every line is JSON, every legal move can be made by its clicks, and the
example page (adapters/web/example) draws all games from them."""

import glob
import json
import os
import random
import re
import shutil
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
SCALE = float(os.environ.get("PANJ_TEST_SCALE", "1"))
PLIES = max(5, int(60 * min(SCALE, 1)))

GROUNDS = {"floor", "wall", "door", "wire", "teleport", "square"}
PIECES = {"stone", "card", "figure", "gem", "key", "prize", "harm", "goal"}
PANELS = {"score", "count", "held", "offer", "progress", "note"}
BUTTONS = {"act", "pass", "die", "choice"}
HUES = {"red", "green", "yellow", "blue", "magenta", "cyan", "white", "black"}


class Engine:
    def __enter__(self):
        self.process = subprocess.Popen([PANJ], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line):
        self.say(line)
        answer = self.process.stdout.readline().rstrip("\n")
        assert answer.startswith("response "), answer
        return answer[len("response "):]


def starts():
    """Every start that the tests know, as lines for the engine."""
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "starts", "*.txt"))):
        game = os.path.basename(path)[:-len(".txt")]
        with open(path, encoding="utf-8") as file:
            for line in file:
                word, _, rest = line.strip().partition(" ")
                if word == "start":
                    yield game, f"newgame {game} {rest}"
                elif word == "fen":
                    yield game, f"newgame {game}\nposition {line.strip()}"


class Scenes(unittest.TestCase):
    def check_scene(self, scene, told):
        cells = scene["rows"] * scene["cols"] if scene["shape"] == "grid" else 2 * (scene["rows"] + scene["cols"]) - 4
        self.assertEqual(scene["scene"], 1)
        self.assertEqual(len(scene["cells"]), cells)
        self.assertEqual(scene["game"], told["game"])
        for key in ("turn", "result", "reason"):
            self.assertEqual(scene[key], told[key])
        self.assertEqual("end" in scene, scene["turn"] == "none")
        self.assertEqual(len(scene["players"]), int(told["players"]))
        names = [thing["name"] for thing in scene["things"]]
        self.assertEqual(len(set(names)), len(names), names)
        for thing in scene["things"]:
            self.assertIn(thing["kind"], GROUNDS | PIECES)
            self.assertIn(thing.get("hue", "red"), HUES)
            self.assertIn(thing.get("owner", 1), (1, 2))
        for ground in scene["cells"]:
            self.assertIn(scene["things"][ground]["kind"], GROUNDS)
        for cell, thing in scene["pieces"]:
            self.assertTrue(0 <= cell < cells)
            self.assertIn(scene["things"][thing]["kind"], PIECES)
        for mark in scene["marks"].values():
            self.assertTrue(mark and all(0 <= cell < cells for cell in mark))
        score = []
        for panel in scene["panels"]:
            self.assertIn(panel["kind"], PANELS)
            self.assertTrue(panel["items"])
            for item in panel["items"]:
                self.assertIn(item.get("player", 1), (1, 2))
                if "thing" in item:
                    scene["things"][item["thing"]]
            if panel["kind"] == "score":
                score += [item["value"] for item in panel["items"]]
        self.assertEqual(score, [int(number) for number in told["score"].split()])
        return cells

    def check_letters(self, scene, fen):
        """A grid's letters are the rows of the FEN: so a painter can edit a position."""
        if scene["shape"] != "grid":
            return
        letters = [scene["things"][ground]["fen"] for ground in scene["cells"]]
        for cell, thing in scene["pieces"]:
            letters[cell] = scene["things"][thing].get("fen", letters[cell])
        rows = ["".join(letters[at:at + scene["cols"]]) for at in range(0, len(letters), scene["cols"])]
        if "1" == scene["things"][0]["fen"]:
            rows = [re.sub("1+", lambda run: str(len(run.group())), row) for row in rows]
        self.assertEqual("/".join(rows), fen.split()[0])

    def check_moves(self, moves, cells, words):
        self.assertEqual([move["move"] for move in moves["moves"]], words)
        known = {button["button"] for button in moves["buttons"]}
        self.assertEqual(len(known), len(moves["buttons"]))
        used = set()
        for move in moves["moves"]:
            for step in move["path"]:
                if isinstance(step, int):
                    self.assertTrue(0 <= step < cells)
                else:
                    used.add(step)
            self.assertTrue(all(0 <= cell < cells for cell in move.get("takes", [])))
        self.assertEqual(used, known)
        for button in moves["buttons"]:
            self.assertIn(button["kind"], BUTTONS)
        paths = [tuple(move["path"]) for move in moves["moves"]]
        for one in paths:
            self.assertEqual([other for other in paths if other[:len(one)] == one], [one])

    def test_scenes_along_random_play(self):
        random.seed(11)
        games = set()
        with Engine() as engine:
            for game, start in starts():
                games.add(game)
                engine.say(start)
                for _ in range(PLIES):
                    told = {key: engine.ask(f"query {key}")
                            for key in ("game", "turn", "result", "reason", "players", "score", "legal", "chance")}
                    scene = json.loads(engine.ask("query scene"))
                    moves = json.loads(engine.ask("query scene moves"))
                    cells = self.check_scene(scene, told)
                    self.check_letters(scene, engine.ask("query fen"))
                    words = told["legal"].split()[1:]
                    if told["turn"] == "chance":
                        words = [pair.split("@")[1] for pair in told["chance"].split()[1:]]
                        self.assertEqual([f"{move['weight']}@{move['move']}" for move in moves["moves"]],
                                         told["chance"].split()[1:])
                    self.check_moves(moves, cells, words)
                    if not words:
                        break
                    last = random.choice(words)
                    engine.say(f"play {last}")
                    self.assertEqual(json.loads(engine.ask("query scene"))["last"], last)
        self.assertEqual(len(games), len(glob.glob(os.path.join(ROOT, "src", "games", "*", ""))))

    def test_the_scale_is_what_scores_are_of(self):
        scales = {"mate": "", "pts": "points", "wp": "chance"}
        searches = (("konane rows=4 cols=4", "solve"), ("gems turns=6", "solve"), ("angry queen=script", "solve"), ("monopoly\nplay r4", "go depth 2"))
        with Engine() as engine:
            for game, search in searches:
                engine.say(f"newgame {game}")
                scale = json.loads(engine.ask("query scene")).get("scale", "")
                engine.say(search)
                kinds = []
                for line in iter(engine.process.stdout.readline, ""):
                    kinds += re.findall(r" score (\w+) ", line)
                    if line.startswith("bestmove"):
                        break
                self.assertEqual(scale, scales[kinds[-1]], game)

    def test_the_scene_of_a_fen_read_again_is_the_same(self):
        with Engine() as engine:
            for game in ("konane", "hand", "gems players=2 map=duel", "angry", "monopoly dice=3"):
                engine.say(f"newgame {game}")
                for _ in range(8):
                    engine.say("play " + engine.ask("query legal").split()[1])
                scene = json.loads(engine.ask("query scene"))
                engine.say("position fen " + engine.ask("query fen"))
                again = json.loads(engine.ask("query scene"))
                del scene["last"]
                for mark in ("last", "taken"):
                    scene["marks"].pop(mark, None)
                self.assertEqual(scene, again)


@unittest.skipUnless(shutil.which("node"), "no node")
class Example(unittest.TestCase):
    """The page of PROTOCOL.md draws every game and finds every move by clicking."""

    script = """
const { choose, click, draw, place } = require(process.argv[1]);
const lines = require('fs').readFileSync(0, 'utf8').trim().split('\\n').map(line => JSON.parse(line));
for (let i = 0; i < lines.length; i += 2) {
  const [scene, moves] = [lines[i], lines[i + 1]];
  const places = new Set(scene.cells.map((_, k) => place(scene, k).join()));
  if (places.size !== scene.cells.length) throw Error('two cells in one place');
  const html = draw(scene, moves);
  for (const panel of scene.panels) if (!html.includes(`<p>${panel.name}: `)) throw Error(panel.name);
  if ((html.match(/class="cell /g) || []).length !== scene.cells.length) throw Error('cells');
  if (html.includes('undefined') || html.includes('NaN')) throw Error(html);
  for (const move of moves.moves) {
    let meant = choose(moves, []);
    for (const [k, step] of move.path.entries()) if (meant.clicked.length <= k) meant = click(moves, meant.clicked, step);
    if (meant.move !== move.move) throw Error(`${move.move} became ${meant.move}`);
    meant = choose(moves, []);
    for (const step of move.path) if (!meant.clicked.includes(step)) meant = click(moves, meant.clicked, step);
    if (meant.move !== move.move) throw Error(`${move.move} became ${meant.move}`);
  }
}
console.log(lines.length / 2);
"""

    def test_draws_and_clicks(self):
        random.seed(5)
        lines = []
        with Engine() as engine:
            for _, start in starts():
                engine.say(start)
                for _ in range(6):
                    moves = engine.ask("query scene moves")
                    lines += [engine.ask("query scene"), moves]
                    words = [move["move"] for move in json.loads(moves)["moves"]]
                    if not words:
                        break
                    engine.say("play " + random.choice(words))
        run = subprocess.run(
            ["node", "-e", self.script, os.path.join(ROOT, "adapters", "web", "example", "scene.js")],
            input="\n".join(lines), capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(run.stdout.strip(), str(len(lines) // 2), run.stderr)


if __name__ == "__main__":
    unittest.main()

"""The referee's page in a real browser, where there is one; without, only that it is written whole."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
REFEREE = os.path.join(os.path.dirname(PANJ), os.path.basename(PANJ).replace("panj", "panj-referee", 1))
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def referee(*words):
    return subprocess.run([REFEREE, *words], capture_output=True, text=True, timeout=120, check=False)


@unittest.skipUnless(os.path.exists(REFEREE), "panj-referee is not built")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        store = os.path.join(cls.room.name, "match.db")
        played = referee(
            "-arbiter", f"cmd={PANJ}", "-engine", f"cmd={PANJ}", "name=one", "-engine", f"cmd={PANJ}", "name=two",
            "-engine", "cmd=sh -c 'echo ugiok; read a; read b; echo readyok; read c'", "name=<bad>", "nodes=77", "tc=2/1:30+0.5",
            "-each", "depth=2", "-srand", "1234", "-game", "konane rows=4 cols=4", "-openings", "plies=2", "-rounds", "2", "-db", store,
        )
        assert played.returncode == 0, played.stderr
        reported = referee("report", store, f"cmd={PANJ}")
        assert reported.returncode == 0, reported.stderr
        cls.path = os.path.join(cls.room.name, "match.html")
        with open(cls.path, encoding="utf-8") as file:
            cls.text = file.read()

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    def seen(self, place="", width=1280):
        """The page as the browser has it after its scripts have run."""
        with tempfile.TemporaryDirectory() as profile:
            run = subprocess.run(
                [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                 f"--window-size={width},900", "--virtual-time-budget=2000", "--allow-file-access-from-files", "--dump-dom",
                 f"file://{self.path}{place}"],
                capture_output=True, text=True, timeout=120, check=False,
            )
        return run.stdout

    def element(self, dom, identity):
        found = re.search(rf'<(\w+)[^>]* id="{identity}"[^>]*>(.*?)</\1>', dom, re.S) or \
            re.search(rf'<(\w+) id="{identity}"[^>]*>(.*?)</\1>', dom, re.S)
        self.assertIsNotNone(found, identity)
        return found.group(2)

    def test_the_page_holds_its_files_whole(self):
        for name in ("style.css", "board.css", "viewer.html", "board.js", "viewer.js"):
            with open(os.path.join(ROOT, "adapters", "referee", "page", name), encoding="utf-8") as file:
                self.assertIn(file.read(), self.text)

    def test_the_scripts_name_no_game(self):
        games = os.listdir(os.path.join(ROOT, "src", "games"))
        for name in ("board.js", "viewer.js"):
            with open(os.path.join(ROOT, "adapters", "referee", "page", name), encoding="utf-8") as file:
                text = file.read()
            self.assertEqual([game for game in games if re.search(rf"\b{game}\b", text)], [])

    def test_scenes_come_whole_out_of_their_changes(self):
        """What the page keeps of a game is what the engine tells, ply by ply."""
        data = json.loads(re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', self.text, re.S).group(1))
        game = next(one for one in data["games"] if len(one["m"]) > 4)
        lines = ["newgame konane rows=4 cols=4", "position fen " + game["f"][0], "query scene"]
        for word in game["m"]:
            lines += ["play " + word, "query scene"]
        told = subprocess.run([PANJ], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
        told = [json.loads(line[len("response "):]) for line in told.splitlines() if line.startswith("response ")]
        text = lambda value: json.dumps(value, separators=(",", ":"))  # noqa: E731
        scene = json.loads(game["x"][0])
        scenes = [scene]
        for changes in game["x"][1:]:
            scene = dict(scene)
            for key, change in changes.items():
                if change is None:
                    del scene[key]
                    continue
                before = text(scene[key]) if key in scene else ""
                start, end, new = change
                scene[key] = json.loads(before[:start] + new + before[len(before) - end:])
            scenes.append(scene)
        self.assertEqual(scenes, told)

    def test_it_says_what_was_played(self):
        head = self.text[: self.text.index("<h2>Standings")]
        self.assertRegex(head, r"<h1>konane rows=4 cols=4: one, two, &lt;bad&gt;</h1>")
        self.assertRegex(head, r"<dt>played</dt><dd>20\d\d-\d\d-\d\d, \d\d:\d\d to \d\d:\d\d UTC")
        self.assertIn("<dt>games</dt><dd>12; 2 rounds, each encounter twice with sides swapped</dd>", head)
        self.assertIn("the start of the game, then 2 random plies; drawn with seed 1234", head)
        version = subprocess.run([PANJ, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        self.assertIn(f"</i>one</dt><dd>panj {version}; depth 2; <code>{PANJ}</code>", head)
        self.assertIn("says no name; 90 s for 2 moves and 0.5 s a move, depth 2, 77 nodes; <code>sh -c ", head)

    def test_incidents_come_first(self):
        incidents = self.text.index('<section class="incidents"><h2>8 incidents</h2>')
        self.assertLess(incidents, self.text.index("<dl"))
        self.assertIn('8 of the 8 games that &lt;bad&gt; lost: <b class="what">crash</b>', self.text)
        self.assertIn('<a href="#game3">game 3</a>', self.text)
        self.assertEqual(self.text.count('<code class="shell">printf '), 8)

    def test_no_mark_of_an_axis_is_repeated(self):
        charts = re.findall(r'<svg class="chart".*?</svg>', self.text, re.S)
        self.assertGreaterEqual(len(charts), 4)
        for chart in charts:
            for anchor in ("middle", "end"):
                marks = re.findall(rf'text-anchor="{anchor}">([^<]*)<', chart)
                self.assertEqual(len(marks), len(set(marks)), marks)

    @unittest.skipUnless(BROWSER, "no browser")
    def test_a_narrow_screen_does_not_scroll_sideways(self):
        narrow = os.path.join(self.room.name, "narrow.html")
        with open(narrow, "w", encoding="utf-8") as file:
            file.write(f'<iframe id="frame" src="match.html" width="500" height="900"></iframe><p id="width"></p>'
                       '<script>frame.onload = () => { const page = frame.contentDocument.documentElement;'
                       'width.textContent = page.scrollWidth + " of " + page.clientWidth; }</script>')
        path, self.path = self.path, narrow
        try:
            dom = self.seen()
        finally:
            self.path = path
        wide, room = self.element(dom, "width").split(" of ")
        self.assertEqual(wide, room)

    @unittest.skipUnless(BROWSER, "no browser")
    def test_shell_lines_can_be_copied(self):
        self.assertEqual(self.seen().count('<button class="copy">copy</button>'), 8)

    @unittest.skipUnless(BROWSER, "no browser")
    def test_a_link_opens_a_game_at_a_ply(self):
        dom = self.seen("#game2.3")
        self.assertIn("Game 2: two", self.element(dom, "title"))
        self.assertIn("ply 3: ", self.element(dom, "note"))
        self.assertEqual(self.element(dom, "list").count("<tr"), 12)
        self.assertEqual(len(re.findall(r'<a[^>]*class="[^"]*\bat\b', self.element(dom, "moves"))), 1)
        self.assertGreater(self.element(dom, "board").count("<"), 16)
        self.assertIn("stones: ", self.element(dom, "panels"))

    @unittest.skipUnless(BROWSER, "no browser")
    def test_the_curve_has_axes_and_a_legend(self):
        dom = self.seen()
        graph = self.element(dom, "graph")
        self.assertIn('class="zero"', graph)
        self.assertIn(">0</text>", graph)
        legend = self.element(dom, "graph-legend")
        self.assertIn("one", legend)
        self.assertIn("two", legend)


if __name__ == "__main__":
    unittest.main()

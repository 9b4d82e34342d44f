"""The referee's page in a real browser, where there is one; without, only that it is written whole."""

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
            "-each", "depth=2", "-game", "konane rows=4 cols=4", "-openings", "plies=2", "-rounds", "2", "-db", store,
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
                 f"--window-size={width},900", "--virtual-time-budget=2000", "--dump-dom",
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
        for name in ("style.css", "viewer.html", "board.js", "viewer.js"):
            with open(os.path.join(ROOT, "adapters", "referee", "page", name), encoding="utf-8") as file:
                self.assertIn(file.read(), self.text)

    @unittest.skipUnless(BROWSER, "no browser")
    def test_a_link_opens_a_game_at_a_ply(self):
        dom = self.seen("#game2.3")
        self.assertIn("Game 2: two", self.element(dom, "title"))
        self.assertIn("ply 3: ", self.element(dom, "note"))
        self.assertEqual(self.element(dom, "list").count("<tr"), 4)
        self.assertEqual(len(re.findall(r'<a[^>]*class="[^"]*\bat\b', self.element(dom, "moves"))), 1)
        self.assertGreater(self.element(dom, "board").count("<"), 16)

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

"""panj-web: pages and engines for friends, nothing for strangers, and nothing left behind."""

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
WEB = os.path.join(os.path.dirname(PANJ), os.path.basename(PANJ).replace("panj", "panj-web", 1))
REFEREE = os.path.join(os.path.dirname(PANJ), os.path.basename(PANJ).replace("panj", "panj-referee", 1))
SANITIZED = "-" in os.path.basename(PANJ)
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))

from own_make import own_make  # noqa: E402
from websocket import BINARY, Refused, Socket, frame  # noqa: E402


def descendants(pid):
    found = []
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
            for child in map(int, file.read().split()):
                found += [child] + descendants(child)
    except OSError:
        pass
    return found


def command_of(pid):
    try:
        with open("/proc/%d/comm" % pid) as file:
            return file.read().strip()
    except OSError:
        return ""


def resident_kb(pid):
    with open("/proc/%d/status" % pid) as file:
        return int(re.search(r"VmRSS:\s*(\d+)", file.read()).group(1))


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


class Server:
    def __init__(self, *words, engine=PANJ):
        # A sanitizer reserves far more addresses than any engine may have.
        words = ["--no-open", "--port", "0"] + ([] if engine is None else ["--engine", engine]) + (["--memory", "0"] if SANITIZED else []) + list(words)
        self.process = subprocess.Popen([WEB] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.port = int(re.search(r":(\d+)/", self.url).group(1))
        self.pid = self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.status = self.process.wait(20)
        self.errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        if self.errors:
            raise AssertionError(self.errors)

    def socket(self, **options):
        return Socket(self.port, **options)

    def engines(self):
        return [pid for pid in descendants(self.pid) if command_of(pid) == os.path.basename(PANJ)]

    def get(self, path="/", method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        answer.text = answer.read()
        connection.close()
        return answer


class Pages(unittest.TestCase):
    def test_every_answer_carries_the_policy(self):
        with Server() as server:
            for path, status in (("/", 200), ("/panj.js", 200), ("/none", 404)):
                answer = server.get(path)
                self.assertEqual(answer.status, status)
                policy = answer.getheader("content-security-policy")
                self.assertIn("default-src 'none'", policy)
                self.assertNotIn("unsafe-inline", policy)
                self.assertNotIn("'unsafe-eval'", policy)
                self.assertEqual(answer.getheader("cross-origin-opener-policy"), "same-origin")
                self.assertEqual(answer.getheader("cross-origin-embedder-policy"), "require-corp")
                self.assertEqual(answer.getheader("cross-origin-resource-policy"), "same-origin")
                self.assertEqual(answer.getheader("x-content-type-options"), "nosniff")

    def test_files_are_whole(self):
        with Server() as server:
            for name in os.listdir(os.path.join(ROOT, "adapters/web/page")):
                with open(os.path.join(ROOT, "adapters/web/page", name), "rb") as file:
                    self.assertEqual(server.get("/" + name).text, file.read(), name)

    def test_a_path_is_never_opened(self):
        with Server() as server:
            for path in ("/../Makefile", "/%2e%2e/Makefile", "//etc/passwd", "/built/panj.js", "/panj.js/", "/" + "a" * 3000):
                self.assertIn(server.get(path).status, (403, 404, 414), path[:20])

    def test_the_browser_is_opened(self):
        """The one that BROWSER names, under `make web` too."""
        with tempfile.TemporaryDirectory() as room:
            browser, seen = os.path.join(room, "browser"), os.path.join(room, "seen")
            with open(browser, "w", encoding="ascii") as file:
                file.write("#!/bin/sh\necho $1 >%s.new && mv %s.new %s\n" % (seen, seen, seen))
            os.chmod(browser, 0o755)
            command, alone = own_make("-s", "-C", ROOT, "--eval", "of-a-test: ; @exec '%s' --port 0 --engine '%s'" % (WEB, PANJ), "of-a-test")
            process = subprocess.Popen(command, env={**alone, "BROWSER": browser}, stdout=subprocess.PIPE, text=True, start_new_session=True)
            self.addCleanup(process.wait, 20)
            self.addCleanup(process.stdout.close)
            self.addCleanup(os.killpg, process.pid, signal.SIGTERM)
            url = process.stdout.readline()
            self.assertTrue(until(lambda: os.path.exists(seen)))
            with open(seen, encoding="ascii") as file:
                self.assertEqual(file.read(), url)

    def test_other_methods(self):
        with Server() as server:
            self.assertEqual(server.get("/", "DELETE").status, 405)

    def test_a_foreign_name_for_this_machine(self):
        with Server() as server:
            self.assertEqual(server.get("/", Host="evil.example:%d" % server.port).status, 403)
            self.assertEqual(server.get("/", Host="localhost:%d" % server.port).status, 200)


class Engines(unittest.TestCase):
    def test_lines_go_through_as_they_are(self):
        with Server() as server, server.socket() as page:
            page.send("newgame konane rows=4 cols=4")
            page.send("query fen")
            self.assertEqual(page.line(), "response bwbw/wbwb/bwbw/wbwb 1")
            page.send("mvoe a1")
            self.assertEqual(page.line(), "error unknown_command mvoe")
            page.send("# سلام")
            page.send("solve")
            self.assertEqual(page.await_word("bestmove"), "bestmove c3")

    def test_pieces_make_a_line(self):
        with Server() as server, server.socket() as page:
            page.raw.sendall(frame(b"isr", final=False))
            page.raw.sendall(frame(b"", opcode=0, final=False))
            page.raw.sendall(frame(b"eady", opcode=0))
            self.assertEqual(page.line(), "readyok")

    def test_as_long_as_is_allowed(self):
        with Server() as server, server.socket() as page:
            page.send("help " + "x" * (65536 - 5))
            self.assertTrue(page.line().startswith("error "))

    def test_caps(self):
        with Server("--hash", "64", "--threads", "2", "--tables", "32") as server, server.socket() as page:
            for option, value in (("Hash", 64), ("TableMB", 32)):
                page.send("query option " + option)
                self.assertEqual(page.line(), "response %d" % value)
            for line in ("setoption name Hash value 65", "SetOption  name\tHASH value 99999", "setoption name Hash value 1 2", "setoption name Hash value 0"):
                page.send(line)
                self.assertEqual(page.line(), "error option_value Hash at most 64 here", line)
            page.send("setoption name Threads value 3")
            self.assertEqual(page.line(), "error option_value Threads at most 2 here")
            page.send("setoption name Hash value 64")
            page.send("query option Hash")
            self.assertEqual(page.line(), "response 64")

    def test_no_file_and_little_memory(self):
        with Server() as server, server.socket() as page:
            page.send("proof save")
            self.assertTrue(page.line().startswith("error unsupported no file"))
            (engine,) = server.engines()
            with open("/proc/%d/limits" % engine) as file:
                limits = file.read()
            self.assertRegex(limits, r"Max file size +0 +0")
            self.assertLess(int(re.search(r"Max processes +(\d+) ", limits).group(1)), 1024 + (1 << 16))
            if not SANITIZED:
                self.assertRegex(limits, r"Max address space +%d " % (2048 << 20))

    @unittest.skipIf(SANITIZED, "a sanitizer reserves more")
    def test_what_may_be_asked_fits_in_its_memory(self):
        with Server("--threads", "8") as server, server.socket() as page:
            for name, value in (("Hash", 512), ("TableMB", 1024), ("Threads", 8)):
                page.send("setoption name %s value %d" % (name, value))
            for line in ("newgame konane", "newgame konane rows=6 cols=6", "newgame hand", "newgame gems", "newgame angry", "newgame monopoly"):
                page.send(line)
                page.send("play r1" if "monopoly" in line else "isready")
                page.send("go movetime 300")
                said = []
                while not said or not said[-1].startswith("bestmove"):
                    said.append(page.line())
                self.assertEqual([one for one in said if one.startswith("error") or "memory" in one], [], line)

    def test_no_more_lines_than_a_person_sends(self):
        with Server() as server, server.socket() as page:
            began = time.monotonic()
            for _ in range(512 + 64):
                page.send("isready")
            for _ in range(512 + 64):
                self.assertEqual(page.line(), "readyok")
            self.assertGreater(time.monotonic() - began, 0.8)

    def test_round_trip(self):
        with Server() as server, server.socket() as page:
            times = []
            page.send("newgame konane")
            for _ in range(51):
                began = time.perf_counter()
                page.send("query legal")
                page.line()
                times.append(time.perf_counter() - began)
            print("a round trip takes %.2f ms" % (1000 * sorted(times)[25]))
            self.assertLess(sorted(times)[25], 0.05)


class Strangers(unittest.TestCase):
    def test_only_the_own_page_gets_an_engine(self):
        with Server() as server:
            here = "127.0.0.1:%d" % server.port
            for options in (
                {"origin": "http://evil.example"},
                {"origin": "http://127.0.0.1"},
                {"origin": "null"},
                {"origin": ""},
                {"origin": "http://%s.evil.example" % here},
                {"host": "evil.example:%d" % server.port},
                {"path": "/"},
                {"path": "/engines"},
                {"protocol": None},
                {"protocol": "pipe"},
                {"protocol": "page"},
            ):
                with self.assertRaises(Refused, msg=str(options)):
                    server.socket(**options)
            self.assertEqual(server.engines(), [])
            server.socket(origin="http://" + here).raw.close()

    def test_what_is_no_line_closes(self):
        long_line = b"x" * 65537
        for bytes_sent, code in (
            (frame(long_line), 1009),
            (frame(b"isready", announced=4 << 20), 1009),
            (frame(long_line[:60000], final=False) + frame(long_line[:60000], opcode=0), 1009),
            (frame(b"isready\nquit"), 1008),
            (frame(b"isready\r"), 1008),
            (frame(b"is\0ready"), 1008),
            (frame(b"isready", opcode=BINARY), 1008),
        ):
            with Server() as server, server.socket() as page:
                page.raw.sendall(bytes_sent)
                with self.assertRaisesRegex(ConnectionError, "closed: %d" % code):
                    page.line()
                self.assertTrue(until(lambda: server.engines() == []))

    def test_more_than_there_are_engines(self):
        with Server("--engines", "2") as server, server.socket() as one, server.socket() as two:
            with server.socket() as three, self.assertRaisesRegex(ConnectionError, "no engine is free"):
                three.line()
            for page in (one, two):
                page.send("isready")
                self.assertEqual(page.line(), "readyok")
            one.raw.close()
            self.assertTrue(until(lambda: len(server.engines()) == 1))
            server.socket().raw.close()

    def test_the_token(self):
        with Server("--token", "open-sesame") as server:
            for path in ("/engine", "/engine?token=", "/engine?token=open-sesamf", "/engine?token=open-sesame1"):
                with self.assertRaises(Refused, msg=path):
                    server.socket(path=path)
            self.assertEqual(server.url.split("?")[1], "token=open-sesame")
            with server.socket(path="/engine?token=open-sesame", host="any.example:1") as page:
                page.send("isready")
                self.assertEqual(page.line(), "readyok")

    def test_searches_are_bounded_for_others(self):
        with Server("--token", "open-sesame", "--search", "1") as server:
            with server.socket(path="/engine?token=open-sesame") as page:
                page.send("newgame konane")
                for _ in range(2):
                    began = time.monotonic()
                    page.send("go infinite")
                    page.await_word("bestmove")
                    self.assertGreater(time.monotonic() - began, 0.8)

    def test_usage(self):
        for words in (["--listen", "0.0.0.0"], ["--token", "short"], ["--port", "x"], ["--what"], ["--engine"], ["--listen"]):
            done = subprocess.run([WEB] + words, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertTrue(done.stderr.startswith("panj-web: "))
        with Server() as server:
            taken = subprocess.run([WEB, "--no-open", "--port", str(server.port)], capture_output=True, text=True)
            self.assertEqual(taken.returncode, 1)
            self.assertIn("cannot listen", taken.stderr)


class Endings(unittest.TestCase):
    def test_whoever_vanishes_leaves_nothing(self):
        with Server() as server:
            page = server.socket()
            page.send("go infinite")
            page.line()
            self.assertEqual(len(server.engines()), 1)
            page.raw.close()
            self.assertTrue(until(lambda: descendants(server.pid) == []))

    def test_the_server_is_killed(self):
        server = Server()
        page = server.socket()
        page.send("go infinite")
        page.line()
        (engine,) = server.engines()
        server.process.send_signal(signal.SIGKILL)
        self.assertTrue(until(lambda: not os.path.exists("/proc/%d" % engine)))
        page.raw.close()
        server.__exit__()

    def test_the_engine_ends(self):
        with Server() as server:
            for how in ("quit", "kill"):
                with server.socket() as page:
                    page.send("isready")
                    page.line()
                    if how == "quit":
                        page.send("quit")
                    else:
                        os.kill(server.engines()[0], signal.SIGKILL)
                    with self.assertRaisesRegex(ConnectionError, "closed: 1001 the engine has ended"):
                        page.line()

    def test_there_is_no_engine(self):
        with Server("--engine", "/nonexistent/panj") as server, server.socket() as page:
            with self.assertRaisesRegex(ConnectionError, "the engine has ended"):
                page.line()

    @unittest.skipIf(SANITIZED, "the engine beside it is of another name")
    def test_the_engine_beside_it(self):
        with Server(engine=None) as server, server.socket() as page:
            page.send("isready")
            self.assertEqual(page.line(), "readyok")
        done = subprocess.run([WEB, "--help"], capture_output=True, text=True)
        self.assertIn("the engine (panj beside this program", done.stdout)

    def test_nobody_speaks(self):
        with Server("--idle", "1") as server, server.socket() as page:
            with self.assertRaises(ConnectionError):
                page.line()
            self.assertTrue(until(lambda: server.engines() == []))

    def test_a_clean_end(self):
        server = Server()
        with server:
            page = server.socket()
            page.send("isready")
            page.line()
        self.assertEqual(server.status, 0)
        page.raw.close()


@unittest.skipUnless(os.path.exists(REFEREE), "panj-referee is not built")
class Matches(unittest.TestCase):
    def setUp(self):
        self.room = tempfile.TemporaryDirectory()
        self.addCleanup(self.room.cleanup)
        self.store = os.path.join(self.room.name, "match.db")

    def command(self, *words):
        engines = ["-arbiter", "cmd=" + PANJ, "-engine", "cmd=" + PANJ, "name=one", "-engine", "cmd=" + PANJ, "name=<two>"]
        return [REFEREE] + engines + list(words) + ["-db", self.store]

    def play(self):
        played = subprocess.run(self.command("-each", "depth=1", "-game", "konane rows=4 cols=4", "-openings", "plies=2", "-rounds", "2"), capture_output=True, text=True)
        self.assertEqual(played.returncode, 0, played.stderr)

    def change(self, *sql):
        with sqlite3.connect(self.store) as store:
            for one in sql:
                store.execute(*one)
        store.close()

    def exported(self):
        told = subprocess.run([REFEREE, "export", self.store], capture_output=True, text=True, check=True).stdout
        return [json.loads(line) for line in told.splitlines()]

    def test_a_match_that_is_over(self):
        self.play()
        _, *games = self.exported()
        with open(self.store, "rb") as file:
            before = file.read()
        with Server("--match", self.store) as server:
            self.assertTrue(server.url.endswith("/?match"))
            answer = server.get("/match")
            self.assertEqual((answer.status, answer.getheader("content-type")), (200, "application/json"))
            told = json.loads(answer.text)
            self.assertEqual(told["live"], [])
            self.assertEqual(told["match"]["game"], "konane rows=4 cols=4")
            self.assertEqual([one["name"] for one in told["match"]["engines"]], ["one", "<two>"])
            for one in told["match"]["engines"]:
                won = sum(game["result"] == ("1-0" if game["first"] == one["name"] else "0-1") for game in games)
                self.assertEqual((one["won"], one["lost"], one["drawn"]), (won, len(games) - won, 0))
            self.assertEqual([one[0] for one in told["match"]["games"]], [4, 3, 2, 1])
            for game in games:
                told = json.loads(server.get("/match/%d" % game["id"]).text)
                plies = [line.split(" ") for line in told["plies"].split("\n")]
                self.assertEqual((told["start"], told["result"], [ply[0] for ply in plies]), (game["start"], game["result"], game["moves"]))
                self.assertEqual([ply[1] for ply in plies[:2]], ["-", "-"])
                for ply in plies[2:]:
                    self.assertIn(ply[1], "12")
                    self.assertIn(ply[2], ("cp", "mate"))
            for path in ("/match/0", "/match/5", "/match/x", "/match/1/", "/matches", "/match/-1"):
                self.assertEqual(server.get(path).status, 404, path)
        with open(self.store, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_who_may_watch(self):
        self.play()
        with Server() as server:
            self.assertEqual(server.get("/match").status, 404)
        with Server("--match", self.store) as server:
            self.assertEqual(server.get("/match", Host="evil.example:%d" % server.port).status, 403)
        with Server("--match", self.store, "--token", "open-sesame") as server:
            self.assertTrue(server.url.endswith("?token=open-sesame&match"))
            for path, status in (("/match", 404), ("/match?token=open-sesamf", 404), ("/match/1", 404), ("/match?token=open-sesame", 200)):
                self.assertEqual(server.get(path).status, status, path)

    def test_rows_that_nobody_keeps_are_old(self):
        self.play()
        row = "INSERT INTO live VALUES(?, 7, 0, 1, 'bwbw/wbwb/bwbw/wbwb 1', 'a1 1 cp -3 250000', 2, 5000000, NULL, ?, ?)"
        now = int(time.time() * 1000)
        self.change((row, (0, now - 3000, now)))
        with Server("--match", self.store) as server:
            (game,) = json.loads(server.get("/match").text)["live"]
            self.assertEqual((game["id"], game["plies"], game["turn"], game["clocks"]), (7, "a1 1 cp -3 250000", 2, [5000000, None]))
            self.assertGreaterEqual(game["age"], 2900)
            self.assertEqual(json.loads(server.get("/match/7").text)["result"], "*")
            self.change(("UPDATE live SET at = ?", (now - 60000,)))
            self.assertEqual(json.loads(server.get("/match").text)["live"], [])
            self.assertEqual(server.get("/match/7").status, 404)
            self.change(("DROP TABLE live", ()))
            self.assertEqual(json.loads(server.get("/match").text)["live"], [])

    def test_a_match_that_goes_on(self):
        """What is told of a game while it goes on is how the game in the store begins."""
        referee = subprocess.Popen(self.command("-each", "tc=60+1", "st=0.1", "-game", "konane", "-rounds", "1", "-games", "1"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(referee.wait, 60)
        self.addCleanup(referee.kill)
        self.assertTrue(until(lambda: os.path.exists(self.store) and subprocess.run([REFEREE, "export", self.store], capture_output=True).returncode == 0, 60))
        seen = []

        def look():
            live = json.loads(server.get("/match").text)["live"]
            if live and live[0]["plies"] and live[0]["plies"] not in seen:
                seen.append(live[0]["plies"])
                self.assertEqual((live[0]["id"], len(live[0]["clocks"])), (1, 2))
                self.assertTrue(all(0 < left < 3600e6 for left in live[0]["clocks"]))
            return referee.poll() is not None

        with Server("--match", self.store) as server:
            self.assertTrue(until(look, 120))
            self.assertEqual(json.loads(server.get("/match").text)["live"], [])
            whole = json.loads(server.get("/match/1").text)["plies"]
        self.assertGreaterEqual(len(seen), 2)
        for plies in seen:
            self.assertTrue(whole.startswith(plies), plies)

    def test_what_is_no_match(self):
        broken = os.path.join(self.room.name, "broken.db")
        with open(broken, "w", encoding="ascii") as file:
            file.write("no store " * 200)
        for path in (broken, os.path.join(self.room.name, "none.db"), os.devnull):
            done = subprocess.run([WEB, "--no-open", "--port", "0", "--match", path], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 1, path)
            self.assertTrue(done.stderr.startswith("panj-web: " + path), done.stderr)


class Floods(unittest.TestCase):
    def test_half_handshakes(self):
        with Server() as server:
            halves = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
            for number, half in enumerate(halves):
                half.sendall(b"GET /engine HTTP/1.1\r\nHost: x"[: number % 30])
            with server.socket() as page:
                page.send("isready")
                self.assertEqual(page.line(), "readyok")
            self.assertEqual(server.get().status, 200)
            for half in halves:
                half.settimeout(30)
                half.recv(1000)  # they are closed, not kept for ever
                half.close()

    def test_a_reader_that_does_not_read(self):
        with Server() as server, server.socket() as slow, server.socket() as other:
            slow.send("newgame gems map=wilds")
            slow.raw.setblocking(False)
            before = resident_kb(server.pid)
            sent = 0
            end = time.monotonic() + 3
            while time.monotonic() < end:
                try:
                    sent += slow.raw.send(frame(b"help") * 100)
                except BlockingIOError:
                    time.sleep(0.01)
            other.send("isready")
            self.assertEqual(other.line(), "readyok")
            self.assertLess(resident_kb(server.pid) - before, 4096 if not SANITIZED else 65536)
            self.assertGreater(sent, 1000)

    def hostile(self, server, number):
        """One of a thousand; what is returned stays open for a while."""
        kind = number % 4
        if kind == 0:
            with self.assertRaises(Refused):
                server.socket(origin="http://evil.example")
        elif kind == 1:
            with server.socket() as page:
                page.raw.sendall(frame(b"x", announced=4 << 20))
        elif kind == 2:
            half = socket.create_connection(("127.0.0.1", server.port))
            half.sendall(b"GET /engine HTTP/1.1\r\nHost: 127.0.0.1"[: 1 + number % 35])
            return half
        else:
            slow = server.socket().raw
            slow.sendall(frame(b"help") * 200)
            return slow
        return None

    def play(self, pages):
        for page in pages:
            page.send("query legal")
            page.send("play " + page.await_word("response").split()[2])
            page.send("go depth 3")
        for page in pages:
            page.send("play " + page.await_word("bestmove").split()[1])

    def stay(self, pages):
        """As a browser does by itself: whoever leaves a ping unanswered for a minute is given up."""
        for page in pages:
            page.send("isready")
        for page in pages:
            page.await_word("readyok")

    def test_many_players_among_a_thousand_hostile_ones(self):
        share = min(1.0, float(os.environ.get("PANJ_TEST_SCALE", "1")) / 4)  # all of it in make check-long
        players, strangers = max(4, int(200 * share)), max(20, int(1000 * share))
        with Server("--engines", str(players + 60)) as server:
            pages = [server.socket() for _ in range(players)]
            for page in pages:
                page.send("newgame konane rows=6 cols=6")
            self.play(pages)
            staying, memory = [], [resident_kb(server.pid)]
            for number in range(strangers):
                staying.append(self.hostile(server, number))
                if len(staying) == 100 or number == strangers - 1:
                    self.stay(pages)
                    self.play(pages[number % 7 :: 7])
                    for one in staying:
                        if one is not None:
                            one.close()
                    staying = []
                    memory.append(resident_kb(server.pid))
            print("%d games, %d hostile connections, KiB of memory: %s" % (players, strangers, memory))
            half = memory[len(memory) // 2]  # by now the server has met all kinds
            self.assertLess(memory[-1] - half, 2048 if not SANITIZED else 65536)
            self.assertLess(memory[-1] - memory[0], 16384 if not SANITIZED else 131072)
            self.assertTrue(until(lambda: len(server.engines()) == players, 60))
            self.play(pages)
            for page in pages:
                page.raw.close()
            self.assertTrue(until(lambda: descendants(server.pid) == [], 60))


if __name__ == "__main__":
    if not os.path.exists(WEB):
        print("no panj-web here: its library is missing")
        sys.exit(0)
    unittest.main()

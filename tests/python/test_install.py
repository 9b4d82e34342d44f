"""make install into an empty prefix: every program finds the engine from an empty folder, completion loads for each,
and make uninstall leaves nothing."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
from own_make import own_make  # noqa: E402
RELEASE = os.path.basename(os.environ.get("PANJ", "panj")) == "panj"


def make(target, prefix="", *variables, words=("-s",), setting="PREFIX"):
    command, environment = own_make(*words, "--no-print-directory", "-C", ROOT, target, f"{setting}={prefix}", *variables)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


@unittest.skipUnless(RELEASE and shutil.which("make"), "only the release build is installed")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        cls.prefix = os.path.join(cls.room.name, "prefix")
        cls.folder = os.path.join(cls.room.name, "empty")
        os.mkdir(cls.folder)
        installed = make("install", cls.prefix)
        assert installed.returncode == 0, installed.stderr

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    def path(self, *words):
        return os.path.join(self.prefix, *words)

    def programs(self):
        return sorted(os.listdir(self.path("bin")))

    def shell(self, command, path=True):
        """Runs a command line in the empty folder; without `path` the programs are not on the PATH."""
        environment = dict(os.environ)
        environment.pop("PANJ", None)
        if path:
            environment["PATH"] = self.path("bin") + os.pathsep + environment["PATH"]
        return subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=environment,
            capture_output=True, text=True, timeout=120, check=False,
        )

    def need(self, program):
        if program not in self.programs():
            self.skipTest(f"{program} is not built")

    def test_the_referee_finds_the_engine_beside_itself(self):
        self.need("panj-referee")
        match = "-engine panj-random -engine panj-first -game 'konane rows=4 cols=4' -rounds 1 -quiet"
        for path, program in ((True, "panj-referee"), (False, self.path("bin", "panj-referee"))):
            with self.subTest(path=path):
                run = self.shell(f"{program} {match}", path)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn("panj-random", run.stdout)

    def test_a_link_to_a_program_finds_the_engine(self):
        self.need("panj-referee")
        link = os.path.join(self.room.name, "linked-referee")
        os.symlink(self.path("bin", "panj-referee"), link)
        run = self.shell(f"{link} -engine panj-random -engine panj-first -game 'konane rows=4 cols=4' -quiet", False)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_the_server_finds_the_engine_beside_itself(self):
        self.need("panj-gems")
        server = self.path("bin", "panj-gems")
        run = self.shell(
            f"{server} serve --port 0 --once --turns 2 --map corridor >out & "
            "for i in {1..100}; do port=$(sed -n 's/.* port \\([0-9]*\\).*/\\1/p' out); [ -n \"$port\" ] && break; sleep .1; done; "
            f"{server} play 127.0.0.1 $port; wait; cat out", False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("finish", (run.stdout + run.stderr).lower())

    def test_an_engine_that_is_not_there_is_named(self):
        self.need("panj-referee")
        run = self.shell("panj-referee -arbiter cmd=./nope -engine panj -engine panj-first")
        self.assertEqual(run.returncode, 1)
        self.assertIn("./nope: cannot be started: No such file or directory", run.stderr)

    def test_completion_loads_for_every_program(self):
        folder = self.path("share", "bash-completion", "completions")
        for program in self.programs():
            with self.subTest(program=program):
                run = self.shell(f"source {os.path.join(folder, program)} && complete -p {program}")
                self.assertEqual(run.stdout, f"complete -F _panj {program}\n")
                words = self.shell(
                    f"source {os.path.join(folder, program)}; COMP_WORDS=({program} --) COMP_CWORD=1; _panj {program}; "
                    "printf '%s\\n' ${COMPREPLY[@]}")
                self.assertIn("--help", words.stdout.split())
                self.assertNotIn("-", words.stdout.split())
        for line, word in (("panj help ha", "hand"), ("panj --game ge", "gems"), ("panj-referee -game ge", "gems"),
                           ("panj-campaign run x --ver", "--verify"), ("panj-gems serve --onc", "--once")):
            if line.split()[0] in self.programs():
                words = self.shell(f"source {os.path.join(folder, 'panj')}; COMP_WORDS=({line}) COMP_CWORD={len(line.split()) - 1}; "
                                   f"_panj {line.split()[0]}; printf '%s\n' ${{COMPREPLY[@]}}")
                self.assertEqual(set(words.stdout.split()), {word}, line)

    def test_every_program_has_help_and_a_version(self):
        for program in self.programs():
            with self.subTest(program=program):
                for word in ("--help", "-h"):
                    self.assertEqual(self.shell(f"{program} {word}").returncode, 0, word)
                for word in ("--version", "-v"):
                    self.assertRegex(self.shell(f"{program} {word}").stdout,
                                     rf"^{program} \d+\.\d+\.\d+( \((protocol \d+|[0-9a-f]+(-dirty)?)\))?\n$")
                unknown = self.shell(f"{program} --nonsense .")
                self.assertNotEqual(unknown.returncode, 0)
                self.assertIn("--nonsense", unknown.stderr)

    def test_make_is_short_and_tells_its_settings(self):
        compiled = make("build/short/src/base/rng.o", "", "BUILD=short", words=())
        self.addCleanup(shutil.rmtree, os.path.join(ROOT, "build", "short"))
        self.assertEqual((compiled.returncode, compiled.stdout), (0, "  CC  src/base/rng.c\n"), compiled.stderr)
        told = make("help").stdout
        for setting in ("V=1", "JOBS=", "ARCH=", "BUILD=", "READLINE=0"):
            self.assertIn(f"\n  {setting}", told)

    def test_make_says_what_it_left_out(self):
        self.assertEqual(make("all").stderr.count("left out: panj-referee"), 0 if "panj-referee" in self.programs() else 1)
        run = make("all", "", "HEADER_referee=no_such_header.h")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("left out: panj-referee (apt install libsqlite3-dev)\n", run.stderr)

    def test_uninstall_leaves_nothing(self):
        prefix = os.path.join(self.room.name, "second")
        self.assertEqual(make("install", prefix).returncode, 0)
        for path in (("include", "panj", "wire.h"), ("share", "doc", "panj", "PROTOCOL.md")):
            self.assertTrue(os.path.exists(os.path.join(prefix, *path)))
        self.assertEqual(make("uninstall", prefix).returncode, 0)
        self.assertEqual(os.listdir(prefix), [])

    def test_the_prefix_may_be_written_small(self):
        planned = make("install", "/some/where", words=("-n",), setting="prefix").stdout
        self.assertIn("/some/where/bin", planned)
        self.assertNotIn("/usr/local", planned)

    def test_uninstall_leaves_what_is_not_ours(self):
        prefix = os.path.join(self.room.name, "third")
        self.assertEqual(make("install", prefix).returncode, 0)
        own = os.path.join(prefix, "bin", "other")
        with open(own, "w", encoding="utf-8"):
            pass
        self.assertEqual(make("uninstall", prefix).returncode, 0)
        self.assertTrue(os.path.exists(own))


if __name__ == "__main__":
    unittest.main()

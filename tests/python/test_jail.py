"""panj-jail: what a program within walls can do, and what it cannot."""

import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PANJ = os.path.abspath(os.environ.get("PANJ", os.path.join(ROOT, "panj")))
SUFFIX = os.path.basename(PANJ)[len("panj"):]
JAIL = os.path.join(ROOT, "panj-jail" + SUFFIX)
WALLS = os.path.exists(JAIL) and subprocess.run([JAIL, "walls"], capture_output=True, check=False).returncode == 0


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


@unittest.skipUnless(WALLS, "this machine cannot put up all walls")
class Walls(unittest.TestCase):
    """panj-jail alone: what a program within can and cannot do."""

    def jailed(self, code, *words):
        """What a line of Python comes to: its value, or the name of what it raises."""
        program = f"import os\ntry:\n    print({code})\nexcept BaseException as error:\n    print(type(error).__name__)\n"
        run = subprocess.run([JAIL, *words, sys.executable, "-S", "-c", program], capture_output=True, text=True, timeout=60, check=False)
        return run.stdout.strip() or f"status {run.returncode} {run.stderr.strip()}"

    def test_one_process(self):
        self.assertEqual(self.jailed("os.fork()"), "BlockingIOError")
        self.assertEqual(self.jailed("os.posix_spawn('/bin/true', ['true'], {})"), "BlockingIOError")
        self.assertEqual(self.jailed("os.fork() >= 0", "processes=many").count("True"), 2)

    def test_threads_are_no_processes(self):
        self.assertEqual(self.jailed("(lambda t: (t.start(), t.join()))(__import__('threading').Thread(target=int))"), "(None, None)")

    def test_nobody_else_is_signalled(self):
        self.assertEqual(self.jailed("os.kill(os.getppid(), 0)"), "PermissionError")
        self.assertEqual(self.jailed("os.kill(-1, 0)"), "PermissionError")
        self.assertEqual(self.jailed("os.kill(0, 0)"), "PermissionError")  # its group: who started it may be in it
        self.assertEqual(self.jailed("os.kill(os.getpid(), 0)"), "None")

    def test_nobody_else_is_signalled_for_a_file(self):
        """The kernel signals the owner of a pipe that gets ready, with whatever signal was chosen."""
        for name in ("F_SETOWN", "F_SETOWN_EX", "F_SETSIG"):
            command = {"F_SETOWN_EX": "15", "F_SETSIG": "10"}.get(name, f"f.{name}")
            self.assertEqual(self.jailed(f"[f.fcntl(os.pipe()[0], {command}, 0) for f in [__import__('fcntl')]]"), "PermissionError", name)
        for request in (0x8901, 0x8902, 0x5412):  # FIOSETOWN, SIOCSPGRP, TIOCSTI
            code = f"[f.ioctl(s.socketpair()[0], {request}, bytes(4)) for f in [__import__('fcntl')] for s in [__import__('socket')]]"
            self.assertEqual(self.jailed(code), "PermissionError", request)
        self.assertEqual(self.jailed("[f.fcntl(0, f.F_GETFL) >= 0 for f in [__import__('fcntl')]]"), "[True]")

    def test_nobody_is_slowed_down(self):
        self.assertEqual(self.jailed("os.sched_setaffinity(os.getppid(), os.sched_getaffinity(0))"), "PermissionError")
        self.assertEqual(self.jailed("os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)"), "PermissionError")
        self.assertEqual(self.jailed("os.sched_setparam(os.getppid(), os.sched_param(0))"), "PermissionError")

    def test_no_network(self):
        self.assertEqual(self.jailed("__import__('socket').socket()"), "PermissionError")
        self.assertEqual(self.jailed("__import__('socket').socketpair() and 1"), "1")

    def test_a_network_of_its_own(self):
        alone = "[s.create_connection(s.create_server(('127.0.0.1', 0)).getsockname()) for s in [__import__('socket')]] and 1"
        self.assertIn(self.jailed(alone, "network=own"), ("1", "ConnectionRefusedError"))
        self.assertEqual(self.jailed("__import__('socket').create_connection(('192.0.2.1', 9), 5)", "network=own"), "OSError")
        for family in (1, 40):  # AF_UNIX; AF_VSOCK, which no namespace holds
            self.assertEqual(self.jailed(f"__import__('socket').socket({family})", "network=own"), "PermissionError")

    def test_memory(self):
        self.assertEqual(self.jailed("len(bytearray(300 << 20))", "memory=256"), "MemoryError")
        self.assertEqual(self.jailed("len(bytearray(300 << 20))", "memory=2048"), str(300 << 20))

    def test_files(self):
        with tempfile.TemporaryDirectory() as room:
            work, other = os.path.join(room, "work"), os.path.join(room, "other")
            write(os.path.join(work, "own"), "mine")
            write(os.path.join(other, "theirs"), "not mine")
            there, within = os.path.join(other, "theirs"), f"work={work}"
            self.assertEqual(self.jailed("open('new', 'w').write('x') and sorted(os.listdir())", within), "['new', 'own']")
            self.assertEqual(self.jailed(f"open({there!r}).read()", within), "not mine")
            for code in (f"open({there!r}, 'a')", f"os.remove({there!r})", f"os.rename({there!r}, 'here')", f"os.truncate({there!r}, 0)",
                         f"os.mkdir({there!r} + 'x')", f"os.chmod({there!r}, 0)",
                         f"os.utime({there!r})", f"os.setxattr({there!r}, 'user.x', b'', follow_symlinks=False)", "open('/dev/shm/panj-jail', 'w')"):
                self.assertEqual(self.jailed(code, within), "PermissionError", code)
            self.assertEqual(self.jailed(f"open({there!r}).read()", within, f"hide={other}"), "PermissionError")
            self.assertEqual(self.jailed(f"os.listdir({other!r})", within, f"hide={room}"), "PermissionError")
            self.assertEqual(self.jailed("open('own').read()", within, f"hide={room}"), "mine")
            self.assertEqual(self.jailed("open('large', 'wb').write(bytes(2 << 20))", within, "file=1"), "OSError")
            with open(there, encoding="utf-8") as file:
                self.assertEqual(file.read(), "not mine")

    def test_bad_words(self):
        quiet = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}  # LSan cannot look from within
        for words, status in ((("memory=x", "true"), 2), (("network=some", "true"), 2), ((), 2), (("processes=one",), 2),
                              (("memory=0", "./nope"), 127), (("memory=0", "/"), 126), (("work=/nope", "true"), 125), (("true",), 0), (("false",), 1)):
            run = subprocess.run([JAIL, *words], env=quiet, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(run.returncode, status, (words, run.stderr))


if __name__ == "__main__":
    unittest.main()

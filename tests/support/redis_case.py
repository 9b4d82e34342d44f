"""Tests over a queue: a redis-server of our own on a unix socket, processes that end with the test, and disturbances."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

SERVER = shutil.which("redis-server") or shutil.which("valkey-server")


class RedisCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.socket = os.path.join(self.folder, "s")
        self.url = "unix:" + self.socket
        self.running = []
        self.addCleanup(self.end_all)
        self.server = self.start_server()

    def end_all(self):
        for process in self.running:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()

    def start(self, *command, stderr=subprocess.DEVNULL):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, text=True)
        self.running.append(process)
        return process

    def start_server(self, *more):
        process = self.start(SERVER, "--port", "0", "--unixsocket", self.socket, "--dir", self.folder,
                             "--appendonly", "yes", "--save", "", "--loglevel", "warning", *more)
        self.wait_for(lambda: self.is_listening() or process.poll() is not None)
        self.assertIsNone(process.poll(), "the server does not start")
        return process

    def is_listening(self):
        """Its file is there a moment earlier."""
        with socket.socket(socket.AF_UNIX) as line:
            return line.connect_ex(self.socket) == 0

    def kill_server(self, and_its_data=False):
        self.server.kill()
        self.server.wait()
        os.remove(self.socket)
        if and_its_data:
            shutil.rmtree(os.path.join(self.folder, "appendonlydir"), ignore_errors=True)

    def ask(self, *words):
        """What the server answers to one command, as its protocol has it."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.socket)
            line.sendall(f"*{len(words)}\r\n".encode() + b"".join(f"${len(w.encode())}\r\n{w}\r\n".encode() for w in words))
            return line.recv(4096).decode()

    def wait_for(self, what):
        end = time.monotonic() + 120
        while not what():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def disturb(self, rng, parts, start, pause):
        """One of the parts, or the server, is killed and started again by start(name), or frozen for a moment."""
        time.sleep(rng.uniform(0, pause))
        victim = rng.choice([*parts, "server"])
        process = self.server if victim == "server" else parts[victim]
        if rng.random() < 0.3:
            process.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0, 0.3))
            process.send_signal(signal.SIGCONT)
        elif victim == "server":
            self.kill_server()
            self.server = self.start_server()
        else:
            process.kill()
            process.wait()
            parts[victim] = start(victim)

"""A WebSocket client of a few lines, that can also misbehave."""

import os
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Refused(Exception):
    """The server did not switch protocols."""


def mask(payload, key):
    keys = (key * (len(payload) // 4 + 1))[: len(payload)]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(keys, "big")).to_bytes(len(payload), "big")


def frame(payload, opcode=TEXT, final=True, announced=None):
    """One masked frame; `announced` lies about its length."""
    length = len(payload) if announced is None else announced
    head = bytes([(0x80 if final else 0) | opcode])
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 65536:
        head += bytes([0x80 | 126]) + struct.pack(">H", length)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", length)
    key = os.urandom(4)
    return head + key + mask(payload, key)


class Socket:
    def __init__(self, port, path="/engine", host=None, origin=None, protocol="panj", timeout=20):
        host = host or "127.0.0.1:%d" % port
        origin = "http://" + host if origin is None else origin
        self.raw = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        headers = [
            "GET %s HTTP/1.1" % path,
            "Host: " + host,
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
        ]
        headers += ["Origin: " + origin] if origin else []
        headers += ["Sec-WebSocket-Protocol: " + protocol] if protocol else []
        self.buffer = b""
        try:
            self.raw.sendall(("\r\n".join(headers) + "\r\n\r\n").encode())
            while b"\r\n\r\n" not in self.buffer:
                self._fill()
        except OSError as error:
            self.raw.close()
            raise Refused(str(error)) from error
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.raw.close()
            raise Refused(head.decode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.raw.close()

    def _fill(self):
        got = self.raw.recv(65536)
        if not got:
            raise ConnectionError("closed")
        self.buffer += got

    def _take(self, length):
        while len(self.buffer) < length:
            self._fill()
        taken, self.buffer = self.buffer[:length], self.buffer[length:]
        return taken

    def receive(self):
        """The next frame as (opcode, payload)."""
        first, second = self._take(2)
        length = second & 127
        if length == 126:
            (length,) = struct.unpack(">H", self._take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self._take(8))
        return first & 15, self._take(length)

    def line(self):
        while True:
            opcode, payload = self.receive()
            if opcode == TEXT:
                return payload.decode()
            if opcode == PING:
                self.raw.sendall(frame(payload, PONG))
            if opcode == CLOSE:
                raise ConnectionError("closed: %d %s" % (int.from_bytes(payload[:2], "big"), payload[2:].decode()))

    def send(self, line):
        self.raw.sendall(frame(line.encode()))

    def await_word(self, word):
        while True:
            line = self.line()
            if line.split(" ")[0] == word:
                return line

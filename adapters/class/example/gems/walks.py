"""Walks to the right, then down."""

import socket

with socket.create_connection(("127.0.0.1", 9921)) as server:
    lines = server.makefile("r")
    width = int(lines.readline().split()[1])
    server.sendall(b"CONFIRM")
    for turn, line in enumerate(lines):
        if line.startswith("finish!"):
            break
        server.sendall(b"RIGHT" if turn < width - 1 else b"DOWN")

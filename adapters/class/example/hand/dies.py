"""Is killed by its own hand."""

import os
import signal


def get_move(cards, player1, player2):
    os.kill(os.getpid(), signal.SIGKILL)

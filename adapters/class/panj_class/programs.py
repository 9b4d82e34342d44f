"""Where the other programs are: named by the environment, else beside this one, else on the PATH."""

import os
import shutil
import sys


def here():
    """This program."""
    return os.path.abspath(sys.argv[0])


def find(name):
    """panj, panj-referee, panj-jail; PANJ, PANJ_REFEREE, PANJ_JAIL name others."""
    named = os.environ.get(name.upper().replace("-", "_"))
    folders = [os.path.dirname(path) for path in (here(), os.path.realpath(sys.argv[0]))]
    beside = [path for path in (os.path.join(folder, name) for folder in folders) if os.access(path, os.X_OK)]
    found = named or (beside[0] if beside else shutil.which(name))
    if not found:
        raise FileNotFoundError(f"{name} is neither beside {here()} nor on the PATH")
    return os.path.abspath(found) if os.sep in found else found

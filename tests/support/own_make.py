"""A make that a test runs itself: no part of the one that runs the tests, but of the same compiler and settings, or it
would build everything anew under the other tests' feet."""

import os
import re
import shlex

SETTING = re.compile(r"(CC|CFLAGS|CPPFLAGS|LDFLAGS|ARCH|READLINE|HIREDIS|TLS|SQLITE)=")


def own_make(*words):
    """The command line, and the environment for it."""
    told = shlex.split(os.environ.get("MAKEFLAGS", "").partition("-- ")[2])
    alone = {name: text for name, text in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return ["make", *filter(SETTING.match, told), *words], alone

"""The exit statuses of the program, and its end by Ctrl-C. Imports next to nothing: see __main__."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

GOOD, NO, BAD, UNKNOWN = 0, 1, 2, 3
# As in sysexits.h.
FAULT, NO_OUTPUT = 70, 74
# The status that shells give a program that Ctrl-C or a closed pipe ended.
INTERRUPTED, CUT_OFF = 130, 141

STATUSES = {"solved": GOOD, "solvable": GOOD, "impossible": NO, "unknown": UNKNOWN}

IN_WORDS = """Exit status: 0 solved, solvable, valid; 1 impossible, invalid; 2 bad input or usage; 3 unknown
(a limit was reached, or a table is missing); 70 an error in lineworks itself; 74 the output could not be
written, or the database or a table is not available now; 130 interrupted; 141 the output pipe was closed by
its reader. A batch has the greatest exit status of its lines."""


def interrupted() -> NoReturn:
    """Ends the program at once: the usual end would wait for the thread that is still at work."""
    if sys.stderr is not None:  # None where it was closed before the program began
        sys.stderr.write("Interrupted.\n")
        sys.stderr.flush()
    os._exit(INTERRUPTED)

"""Private folders for sockets and passing files of running processes, which outlive no later start.

A process holds a lock on a file in its folder as long as it lives. If it is killed the folder stays, with a
free lock; whoever makes a folder next removes it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Its own, as other folders of the user may begin with the name of the program.
_PREFIX, _LOCK = "lineworks-run-", "lock"


@contextmanager
def private_folder() -> Iterator[Path]:
    """Creates a private folder, and removes it at the end, and others that were left behind.

    Its path is short, as that of a socket must be.
    """
    remove_abandoned_folders()
    folder, lock = _locked_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _locked_folder() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        # Another process may have removed it meanwhile: an empty folder looks abandoned, and so does one
        # whose lock is not held yet.
        with suppress(FileNotFoundError):
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            if _take(lock) and os.fstat(lock).st_nlink:
                return folder, lock
            os.close(lock)


def remove_abandoned_folders() -> None:
    """Removes the folders of this user's processes that are dead."""
    for folder in Path(tempfile.gettempdir()).glob(_PREFIX + "*"):
        # It may be of another user, or end meanwhile.
        with suppress(OSError):
            status = folder.lstat()
            is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
            if is_own and stat.S_IMODE(status.st_mode) == 0o700:
                _remove_if_abandoned(folder)


def _remove_if_abandoned(folder: Path) -> None:
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        # Its process died before it had made the lock, and so anything else.
        folder.rmdir()
        return
    try:
        if _take(lock):
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _take(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

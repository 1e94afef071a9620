"""Gives back the memory of code that libraries needed only while they were loaded.

LLVM alone takes 90 MB after numba has loaded the compiled kernels, and hardly any of it runs again. Pages of
a file that nobody has written to can be dropped at any time: what is needed after all is mapped again.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

# From <sys/mman.h> of Linux.
_DONTNEED = 4
_MAPS = Path("/proc/self/smaps")
# An address range, permissions, the offset, the device, and an inode: there is none where no file is mapped.
_MAPPING = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (r-[x-]p) [0-9a-f]+ \S+ [1-9]\d* ")


def drop_unused_code() -> None:
    """Drops the pages of mapped files from this process. Where the system does not tell of them, none."""
    try:
        smaps = _MAPS.read_text()
    except OSError:
        return
    libc = ctypes.CDLL(None)
    for start, end in unwritten_mappings(smaps):
        libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _DONTNEED)


def unwritten_mappings(smaps: str) -> Iterator[tuple[int, int]]:
    """Yields the start and the end of the private mappings of files that were never written to.

    A page that was written to, as the loader does to relocate addresses, is no longer that of the file. It
    counts as anonymous, and would be lost.
    """
    mapping: re.Match[str] | None = None
    for line in smaps.splitlines():
        if line[:1].islower() or line[:1].isdigit():
            mapping = _MAPPING.match(line)
        elif mapping is not None and re.fullmatch(r"Anonymous: +0 kB", line):
            yield int(mapping[1], 16), int(mapping[2], 16)

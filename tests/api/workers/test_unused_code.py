"""Code that was needed only while it was loaded."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import pytest

from api.workers.unused_code import drop_unused_code, unwritten_mappings

SMAPS = """\
1000-3000 r--p 00000000 fe:00 12 /lib/a.so
Rss:                   8 kB
Anonymous:             0 kB
VmFlags: rd mr mw me
3000-5000 r-xp 00002000 fe:00 12 /lib/a.so
Anonymous:             0 kB
5000-6000 r--p 00004000 fe:00 12 /lib/a.so
Anonymous:             4 kB
6000-7000 rw-p 00005000 fe:00 12 /lib/a.so
Anonymous:             0 kB
7000-8000 r--s 00000000 fe:00 13 /shared
Anonymous:             0 kB
8000-9000 r--p 00000000 00:00 0
Anonymous:             0 kB
ff000-100000 r-xp 00000000 00:00 0 [vdso]
Anonymous:             0 kB
"""


def test_only_private_mappings_of_files_that_nobody_wrote_to_are_dropped() -> None:
    assert list(unwritten_mappings(SMAPS)) == [(0x1000, 0x3000), (0x3000, 0x5000)]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of mappings")
def test_what_is_dropped_is_read_from_the_file_again(tmp_path: Path) -> None:
    path = tmp_path / "library"
    content = bytes(range(256)) * 4096
    path.write_bytes(content)
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ) as code,
        mmap.mmap(file.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE) as data,
    ):
        assert code[:] == data[:] == content
        data[:4] = b"mine"
        assert _resident(path, "r--p") > 0
        drop_unused_code()
        assert _resident(path, "r--p") == 0
        assert code[:] == content
        assert data[:] == b"mine" + content[4:]


def _resident(path: Path, permissions: str) -> int:
    """Returns the kilobytes of a file's mapping that are in memory."""
    lines = Path("/proc/self/smaps").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.endswith(str(path)) and permissions in line)
    size = next(line for line in lines[start:] if line.startswith("Rss:"))
    return int(size.split()[1])

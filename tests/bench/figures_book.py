"""Benchmarks books of many puzzles, printed in a subprocess: time, memory, file size and pages.

The time is that of the clock, and that of the processors, which tells more on a busy machine. Engines have a
process of their own, which ends before the printer needs its memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.bench.timing import table

BASE = "https://lineworks.example"
_CHILD = """
import io, json, resource, sys, time
began = time.perf_counter()
from api.book.book import make_book
from api.book.engines import Engines
from api.book.options import read_order
from api.book.selection import PuzzleSources
from api.book.suitability import suits_book
order = read_order(json.loads(sys.argv[1]))
base = sys.argv[2] or None
engines = Engines()
chosen = PuzzleSources(suits=suits_book(order.options, engines, base)).select(order.selection)
book = make_book(order, chosen, base_url=base, engines=engines)
took = time.perf_counter() - began
used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
computing = sum(usage.ru_utime + usage.ru_stime for usage in used)
# Not ru_maxrss, which starts from the memory of the benchmark itself.
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
from pypdf import PdfReader
reader = PdfReader(io.BytesIO(book.pdf))
*_, cut_outs = (entry for entry in reader.outline if not isinstance(entry, list))
pages = reader.get_destination_page_number(cut_outs)
memory = int(peak.split()[1]) * 1024 / 1e6
print(json.dumps([took, computing, memory, used[1].ru_maxrss * 1024 / 1e6, len(book.pdf) / 1e6, pages]))
"""
_BOOKS: dict[str, dict[str, Any]] = {
    "56 puzzles on A5, large": {"count": 56, "paper": "a5", "large_print": True},
    "100 puzzles of every kind and grade": {"count": 100},
    "500 puzzles of every kind and grade": {"count": 500},
    "500 cover puzzles, with key steps": {"count": 500, "kinds": ["end_of_line.cover"]},
    "350 puzzles of LINE, the largest drawings": {"count": 350, "kinds": ["light_line.place"]},
    "500 puzzles in German on A5, large, in patterns": {
        "count": 500, "language": "de", "paper": "a5", "large_print": True, "ink": "patterns",
    },
}  # fmt: skip


def main() -> None:
    heads = ["from start to end", "of processors", "memory", "engines", "file", "pages before cut-outs"]
    rows = [["books with answers and codes", *heads]]
    for name, document in _BOOKS.items():
        order_json = json.dumps({"seed": 1, **document})
        result = subprocess.run(
            [sys.executable, "-c", _CHILD, order_json, BASE], capture_output=True, text=True, check=True
        )
        seconds, computing, peak, engines, size, pages = json.loads(result.stdout)
        times, memory = (seconds, computing), (peak, engines)
        row = [*(f"{time:.1f} s" for time in times), *(f"{peak:.0f} MB" for peak in memory)]
        rows.append([name, *row, f"{size:.1f} MB", str(pages)])
    table(rows)

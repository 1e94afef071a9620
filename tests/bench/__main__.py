"""`make bench`: every benchmark figure, in one run, one thread each.

A ratio compares medians of the same run. Times are from the parsed puzzle to the verified answer, warm.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from tests.bench import (
    figures_attacks,
    figures_book,
    figures_classic,
    figures_cold,
    figures_coop,
    figures_cover,
    figures_deal,
    figures_grades,
    figures_light_line,
    figures_limits,
    figures_linja,
    figures_linja_grades,
    figures_page,
    figures_service,
    figures_solo,
)

SECTIONS: dict[str, Callable[[], None]] = {
    "solo": figures_solo.main,
    "classic": figures_classic.main,
    "classic made": figures_classic.generation,
    "cover": figures_cover.main,
    "made": figures_cover.generation,
    "coop": figures_coop.main,
    "coop made": figures_coop.generation,
    "light": figures_light_line.main,
    "light made": figures_light_line.generation,
    "linja": figures_linja.main,
    "linja table": figures_linja.whole,
    "linja grades": figures_linja_grades.main,
    "grades": figures_grades.main,
    "light grades": figures_grades.light,
    "limits": figures_limits.main,
    "service": figures_service.main,
    "deal": figures_deal.main,
    "page": figures_page.main,
    "attacks": figures_attacks.main,
    "book": figures_book.main,
    "cold": figures_cold.main,
}
# Sections that take half an hour or more run only when they are named.
ONLY_IF_NAMED = ("linja table",)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "sections",
        nargs="*",
        help=f"of {', '.join(SECTIONS)}; all but {', '.join(ONLY_IF_NAMED)} by default",
    )
    sections = parser.parse_args().sections or [name for name in SECTIONS if name not in ONLY_IF_NAMED]
    for name in sections:
        print(f"\n== {name} ==", flush=True)
        began = time.perf_counter()
        SECTIONS[name]()
        print(f"({name}: {time.perf_counter() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()

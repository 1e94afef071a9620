"""`python -m tests.golden` writes the golden records again, after a generator's version was raised.

`python -m tests.golden KIND` writes those of one kind.
"""

from __future__ import annotations

import sys
from pathlib import Path

from generators.protocol import Spec
from generators.records import make_record
from generators.registry import generators_for
from puzzles.grades import GRADES
from puzzles.ids import canonical_text
from puzzles.registry import KINDS, kind_named

SEEDS = (1, 2)


def main() -> None:
    for kind in map(kind_named, sys.argv[1:]) if sys.argv[1:] else KINDS:
        maker = generators_for(kind.id).maker
        records = [
            make_record(kind, maker, Spec(grade, seed, maker.options.read({})))
            for grade in GRADES
            for seed in SEEDS
        ]
        path = Path(__file__).parent / f"{kind.id}.jsonl"
        path.write_text("".join(canonical_text(record) + "\n" for record in records))


if __name__ == "__main__":
    main()

"""`python -m tests.golden` writes the golden records anew: after a generator's version was raised."""

from __future__ import annotations

from pathlib import Path

from generators.protocol import GRADES, Spec, make_record
from generators.registry import all_generators
from puzzles.ids import canonical_text
from puzzles.registry import kind_named

SEEDS = (1, 2)


def main() -> None:
    for generator in all_generators():
        records = [
            make_record(kind_named(generator.kind), generator, Spec(grade, seed, generator.options.read({})))
            for grade in GRADES
            for seed in SEEDS
        ]
        path = Path(__file__).parent / f"{generator.kind}.jsonl"
        path.write_text("".join(canonical_text(record) + "\n" for record in records))


if __name__ == "__main__":
    main()

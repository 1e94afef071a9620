"""`python -m tests.oracle.answers` recomputes the stored answers, e.g. after a change of the samples."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from tests.oracle.answers import ANSWER_COUNT, FOLDER, compute_answer
from tests.samples import SAMPLES


def main() -> None:
    for kind in sys.argv[1:] or SAMPLES:
        lines = [
            json.dumps(asdict(compute_answer(kind, seed)), separators=(",", ":"))
            for seed in range(ANSWER_COUNT)
        ]
        (FOLDER / f"{kind}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

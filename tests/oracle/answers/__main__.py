"""`python -m tests.oracle.answers` computes the kept answers anew, e.g. after a change of the samples."""

from __future__ import annotations

import json
from dataclasses import asdict

from tests.oracle.answers import FOLDER, MANY, computed
from tests.samples import SAMPLES


def main() -> None:
    for kind in SAMPLES:
        lines = [json.dumps(asdict(computed(kind, seed)), separators=(",", ":")) for seed in range(MANY)]
        (FOLDER / f"{kind}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

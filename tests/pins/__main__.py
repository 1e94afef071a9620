"""`python -m tests.pins` writes all pins anew, or those that are named; `inputs` adds those of a new kind."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.pins import inputs
from tests.pins.access import VARIABLE
from tests.pins.groups import PINS
from tests.pins.pin import differences


def main(names: list[str]) -> None:
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="lineworks-")
    if "inputs" in names:
        inputs.write()
    for pin in PINS:
        if names and pin.name not in names:
            continue

        with tempfile.TemporaryDirectory(prefix="pins-") as folder:
            taken = pin.take(Path(folder))
        changed = [*differences(pin.kept(), taken)] if pin.file.exists() else ["all is new"]
        pin.write(taken)

        print(f"{pin.name}: {len(taken)} pinned", *changed, sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])

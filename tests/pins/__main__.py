"""`python -m tests.pins [NAME ...]` writes all or the named pins again; `inputs` adds those of a new kind."""

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
            results = pin.take(Path(folder))
        changes = [*differences(pin.read(), results)] if pin.file.exists() else ["everything is new"]
        pin.write(results)

        print(f"{pin.name}: {len(results)} pinned", *changes, sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])

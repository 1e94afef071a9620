"""`python -m generators` compiles the kernels once, so that no user's first command has to wait for it."""

import os
import tempfile
from pathlib import Path

from generators.protocol import Spec, make_record
from generators.registry import generators_for
from puzzles.linja.board import USUAL
from puzzles.registry import KINDS, kind_named
from solvers.data_folder import VARIABLE
from solvers.linja.table_builder import build
from solvers.protocol import Limits
from solvers.registry import solvers_for

# Large areas are searched by a kernel of their own.
LARGE = {"kind": "end_of_line.solo", "rows": 6, "cols": 6, "deck": ["LSR"] * 35}


def main() -> None:
    # What the kernels compute on the way is not the user's: it goes to a folder of its own, and is gone then.
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        _compile(Path(folder))


def _compile(folder: Path) -> None:
    for kind in KINDS:
        maker = generators_for(kind.id).maker
        make_record(kind, maker, Spec("expert", 1, maker.options.read({})))
    kind = kind_named("end_of_line.solo")
    solvers_for(kind.id).engine("search").solve(kind.parse(LARGE), "any", Limits())
    # A table that goes on where it ended takes up the layers that are there.
    for layer in (166, 160):
        build(folder / "some.table", USUAL, layer)


if __name__ == "__main__":
    main()

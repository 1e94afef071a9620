"""`python -m generators` compiles all kernels, so that no user's first command has to wait for it."""

import os
import tempfile
from pathlib import Path

from generators.protocol import Spec
from generators.records import make_record
from generators.registry import generators_for
from puzzles.registry import KINDS
from solvers.data_folder import VARIABLE
from solvers.registry import solvers_for


def main() -> None:
    # The files that kernels write on the way must not fill the user's data folder.
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        _compile(Path(folder))


def _compile(folder: Path) -> None:
    for kind in KINDS:
        maker = generators_for(kind.id).maker
        make_record(kind, maker, Spec("expert", 1, maker.options.read({})))
        solvers_for(kind.id).warm_up(folder)


if __name__ == "__main__":
    main()

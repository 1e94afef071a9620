"""`python -m generators` compiles the kernels once, so that no user's first command has to wait for it."""

from generators.base import Spec, make_record
from generators.registry import GENERATORS
from puzzles.registry import kind_named
from solvers.base import Limits
from solvers.registry import solvers_for

# Large areas are searched by a kernel of their own.
LARGE = {"kind": "end_of_line.solo", "rows": 6, "cols": 6, "deck": ["LSR"] * 35}


def main() -> None:
    for generator in GENERATORS:
        spec = Spec("expert", 1, generator.options.read({}))
        make_record(kind_named(generator.kind), generator, spec)
    kind = kind_named("end_of_line.solo")
    solvers_for(kind.id).engine("search").solve(kind.parse(LARGE), "any", Limits())


if __name__ == "__main__":
    main()

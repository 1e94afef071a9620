"""`python -m generators` compiles the kernels once, so that no user's first command has to wait for it."""

from generators.base import Spec, make_record
from generators.registry import GENERATORS
from puzzles.registry import kind_named


def main() -> None:
    for generator in GENERATORS:
        spec = Spec("expert", 1, generator.options.read({}))
        make_record(kind_named(generator.kind), generator, spec)


if __name__ == "__main__":
    main()

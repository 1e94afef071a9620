"""The source of a command's puzzles: a file, or a deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from api.cli import options as cli_options
from api.cli.game_extensions import Command, Deal, Option, with_options
from api.cli.input import Item, is_one_per_line, items
from api.cli.registry import DEALING

DEAL_SEED = "The same seed deals the same cards.  [default: a new one each time]"
ENGINE_SEED = """The same seed deals the same cards; with FILE, another seed may find another solution.
[default: a new one for each deal, 0 for FILE]"""


@dataclass(frozen=True)
class Source:
    """A file or a deal. `seed`: the seed of the engine that solves the puzzles of a file."""

    file: str | None = None
    deal: Deal | None = None
    seed: int = 0

    def items(self, labelled: bool = True) -> Iterator[Item]:
        """The puzzles. `labelled`: answers say what was dealt; otherwise standard error does."""
        if self.deal is not None:
            yield self.deal.item(labelled)
        elif self.file is not None:
            yield from items(self.file)

    @property
    def is_one_per_line(self) -> bool:
        return self.file is not None and is_one_per_line(self.file)

    @property
    def reads_stdin(self) -> bool:
        """Whether it reads standard input."""
        return self.file == "-" or (self.deal is not None and self.deal.reads_stdin)


def puzzles(engine_seed: bool = False) -> Callable[[Command], Command]:
    """Adds FILE, and --deal with its options, to a command that gets either as `source`.

    `engine_seed`: --seed is valid without --deal, too.
    """
    options: tuple[Option, ...] = (
        click.argument("file", required=False),
        DEALING.option,
        seed_option(ENGINE_SEED if engine_seed else DEAL_SEED),
        *DEALING.options,
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def gathered(*args: Any, file: str | None, **named: Any) -> None:
            of_deal = {name: named.pop(name) for name in ("deal", "seed", *DEALING.names)}
            command(*args, source=_source(file, engine_seed, **of_deal), **named)

        return with_options(gathered, options)

    return decorate


def _source(file: str | None, engine_seed: bool, deal: int | None, seed: int | None, **rest: Any) -> Source:
    if file is None and deal is None:
        raise click.UsageError("Missing argument 'FILE', or --deal in its place.")
    if file is not None and deal is not None:
        raise click.UsageError("FILE and --deal cannot be used together.")
    if deal is not None:
        return Source(deal=DEALING.deal(deal, seed, **rest))
    for name, value in (rest if engine_seed else rest | {"seed": seed}).items():
        if value is not None:
            raise click.UsageError(f"--{name} needs --deal.")
    return Source(file, seed=seed or 0)


def seed_option(help_text: str = DEAL_SEED) -> Option:
    return click.option("--seed", type=cli_options.SEED, help=help_text)

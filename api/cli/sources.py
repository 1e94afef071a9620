"""The source of a command's puzzles: files, or a deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click

from api.cli import options as cli_options
from api.cli.game_extensions import Command, Deal, Option, with_options
from api.cli.input import Item, is_one_per_line, is_piped_in, items
from api.cli.registry import DEALING

DEAL_SEED = "The same seed deals the same cards.  [default: a new one each time]"
ENGINE_SEED = """The same seed deals the same cards; with FILE, another seed may find another solution.
[default: a new one for each deal, 0 for FILE]"""


@dataclass(frozen=True)
class Source:
    """Files or a deal. `seed`: the seed of the engine that solves the puzzles of files."""

    files: tuple[str, ...] = ()
    deal: Deal | None = None
    seed: int = 0

    def items(self, labelled: bool = True) -> Iterator[Item]:
        """The puzzles. `labelled`: answers say what was dealt; otherwise standard error does."""
        if self.deal is not None:
            yield self.deal.item(labelled)
        for file in self.files:
            for item in items(file):
                yield item if len(self.files) == 1 else replace(item, is_one_of_files=True)

    @property
    def is_one_per_line(self) -> bool:
        return bool(self.files) and all(map(is_one_per_line, self.files))

    @property
    def reads_stdin(self) -> bool:
        """Whether it reads standard input."""
        return "-" in self.files or (self.deal is not None and self.deal.reads_stdin)


def puzzles(engine_seed: bool = False) -> Callable[[Command], Command]:
    """Adds FILE, and --deal with its options, to a command that gets either as `source`.

    `engine_seed`: --seed is valid without --deal, too.
    """
    options: tuple[Option, ...] = (
        click.argument("files", metavar="[FILE]...", nargs=-1),
        DEALING.option,
        seed_option(ENGINE_SEED if engine_seed else DEAL_SEED),
        *DEALING.options,
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def gathered(*args: Any, files: tuple[str, ...], **named: Any) -> None:
            of_deal = {name: named.pop(name) for name in ("deal", "seed", *DEALING.names)}
            command(*args, source=_source(files, engine_seed, **of_deal), **named)

        return with_options(gathered, options)

    return decorate


def _source(
    files: tuple[str, ...], engine_seed: bool, deal: int | None, seed: int | None, **rest: Any
) -> Source:
    if not files and deal is None:
        if not is_piped_in():
            raise click.UsageError("Missing argument 'FILE', or --deal in its place.")
        files = ("-",)
    if files and deal is not None:
        raise click.UsageError("FILE and --deal cannot be used together.")
    if files.count("-") > 1:
        raise click.UsageError("Standard input cannot be read twice.")
    if deal is not None:
        return Source(deal=DEALING.deal(deal, seed, **rest))
    for name, value in (rest if engine_seed else rest | {"seed": seed}).items():
        if value is not None:
            raise click.UsageError(f"--{name} needs --deal.")
    return Source(files, seed=seed or 0)


def seed_option(help_text: str = DEAL_SEED) -> Option:
    return click.option("--seed", type=cli_options.SEED, help=help_text)

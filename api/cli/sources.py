"""The source of a command's puzzles: a file, a deal, or a puzzle that is typed as options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from api.cli import options as cli_options
from api.cli.game_extensions import Command, Deal, Option, with_options
from api.cli.input import Item, is_one_per_line, items
from api.cli.registry import DEALING, TYPED_PUZZLE

DEAL_SEED = "The same seed deals the same cards.  [default: a new one each time]"
ENGINE_SEED = """The same seed deals the same cards; with FILE, another seed may find another solution.
[default: a new one for each deal, 0 for FILE]"""


@dataclass(frozen=True)
class Source:
    """A file, a deal or a typed puzzle. `seed`: the seed of the engine that solves it, if it is no deal."""

    file: str | None = None
    deal: Deal | None = None
    typed: Item | None = None
    seed: int = 0

    def items(self, labelled: bool = True) -> Iterator[Item]:
        """The puzzles. `labelled`: answers say what was dealt; otherwise standard error does."""
        if self.deal is not None:
            yield self.deal.item(labelled)
        elif self.typed is not None:
            yield self.typed
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
    """Adds FILE, --deal with its options, and those of a typed puzzle to a command that gets a `source`.

    `engine_seed`: --seed is valid without --deal, too.
    """
    options: tuple[Option, ...] = (
        click.argument("file", required=False),
        DEALING.option,
        seed_option(ENGINE_SEED if engine_seed else DEAL_SEED),
        click.option("--deck", metavar="FILE|CARDS", help=f"{DEALING.deck} {TYPED_PUZZLE.deck}"),
        *DEALING.options,
        *TYPED_PUZZLE.options,
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def gathered(*args: Any, **named: Any) -> None:
            given = {name: value for name in _NAMES if (value := named.pop(name)) is not None}
            command(*args, source=_source(given, engine_seed), **named)

        return with_options(gathered, options)

    return decorate


_NAMES = ("file", "deal", "seed", "deck", *DEALING.names, *TYPED_PUZZLE.names)


def _source(given: Mapping[str, Any], engine_seed: bool) -> Source:
    """The source from the values that are there, of FILE and of options."""
    if "deal" in given:
        return Source(deal=_deal(**given))
    for name in DEALING.names if engine_seed else ("seed", *DEALING.names):
        if name in given:
            raise click.UsageError(f"--{name} needs --deal.")
    seed = given.get("seed", 0)
    beginnings = [name for name in TYPED_PUZZLE.beginnings if name in given]
    if beginnings:
        if "file" in given:
            raise click.UsageError(f"FILE and --{beginnings[0]} cannot be used together.")
        line = TYPED_PUZZLE.line({name: text for name, text in given.items() if name != "seed"})
        return Source(typed=Item("the cards", 1, line.encode(), alone=True), seed=seed)
    others = [f"--{name}" for name in TYPED_PUZZLE.beginnings]
    for name in TYPED_PUZZLE.names:
        if name in given:
            raise click.UsageError(f"--{name} needs {' or '.join(others)}.")
    if "file" not in given:
        raise click.UsageError(f"Missing argument 'FILE', or {', '.join(['--deal', *others])} in its place.")
    return Source(given["file"], seed=seed)


def _deal(deal: int, seed: int | None = None, **rest: Any) -> Deal:
    for name in rest:
        if name == "file" or name in TYPED_PUZZLE.names:
            words = "FILE" if name == "file" else f"--{name}"
            raise click.UsageError(f"{words} and --deal cannot be used together.")
    return DEALING.deal(deal, seed, **rest)


def seed_option(help_text: str = DEAL_SEED) -> Option:
    return click.option("--seed", type=cli_options.SEED, help=help_text)

"""The source of a command's puzzles: files, a deal, or a puzzle that is typed as options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click

from api.cli import options as cli_options
from api.cli.game_extensions import Command, Deal, Option, with_options
from api.cli.input import Item, is_one_per_line, is_piped_in, items
from api.cli.registry import DEALING, TYPED_PUZZLE

DEAL_SEED = "The same seed deals the same cards.  [default: a new one each time]"
ENGINE_SEED = """The same seed deals the same cards; with FILE, another seed may find another solution.
[default: a new one for each deal, 0 for FILE]"""


@dataclass(frozen=True)
class Source:
    """Files, a deal or a typed puzzle. `seed`: the seed of the engine that solves it, if it is no deal."""

    files: tuple[str, ...] = ()
    deal: Deal | None = None
    typed: Item | None = None
    seed: int = 0

    def items(self, labelled: bool = True) -> Iterator[Item]:
        """The puzzles. `labelled`: answers say what was dealt; otherwise standard error does."""
        if self.deal is not None:
            yield self.deal.item(labelled)
        if self.typed is not None:
            yield self.typed
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
    """Adds FILE, --deal with its options, and those of a typed puzzle to a command that gets a `source`.

    `engine_seed`: --seed is valid without --deal, too.
    """
    options: tuple[Option, ...] = (
        click.argument("files", metavar="[FILE]...", nargs=-1),
        DEALING.option,
        seed_option(ENGINE_SEED if engine_seed else DEAL_SEED),
        click.option("--deck", metavar="FILE|CARDS", help=f"{DEALING.deck} {TYPED_PUZZLE.deck}"),
        *DEALING.options,
        *TYPED_PUZZLE.options,
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def gathered(*args: Any, **named: Any) -> None:
            given = {name: value for name in _NAMES if (value := named.pop(name)) not in (None, ())}
            command(*args, source=_source(given, engine_seed), **named)

        return with_options(gathered, options)

    return decorate


_NAMES = ("files", "deal", "seed", "deck", *DEALING.names, *TYPED_PUZZLE.names)


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
        if "files" in given:
            raise click.UsageError(f"FILE and --{beginnings[0]} cannot be used together.")
        line = TYPED_PUZZLE.line({name: text for name, text in given.items() if name != "seed"})
        return Source(typed=Item("the cards", 1, line.encode(), alone=True), seed=seed)
    others = [f"--{name}" for name in TYPED_PUZZLE.beginnings]
    for name in TYPED_PUZZLE.names:
        if name in given:
            raise click.UsageError(f"--{name} needs {' or '.join(others)}.")
    files = given.get("files") or (("-",) if is_piped_in() else ())
    if not files:
        raise click.UsageError(f"Missing argument 'FILE', or {', '.join(['--deal', *others])} in its place.")
    if files.count("-") > 1:
        raise click.UsageError("Standard input cannot be read twice.")
    return Source(files, seed=seed)


def _deal(deal: int, seed: int | None = None, **rest: Any) -> Deal:
    for name in rest:
        if name == "files" or name in TYPED_PUZZLE.names:
            words = "FILE" if name == "files" else f"--{name}"
            raise click.UsageError(f"{words} and --deal cannot be used together.")
    return DEALING.deal(deal, seed, **rest)


def seed_option(help_text: str = DEAL_SEED) -> Option:
    return click.option("--seed", type=cli_options.SEED, help=help_text)

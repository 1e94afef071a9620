"""Where the puzzles of a command come from: a file, or LIGHT-LINE! cards dealt from a deck."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from api.calls.shapes import any_seed
from api.cli import options as cli_options
from api.cli.input import Item, is_lines, items, whole
from api.cli.light_line import dealing as deals
from api.problem_documents import Refused
from puzzles.json_shapes import Integer
from puzzles.light_line.deck import Deck, read_deck, synthetic_deck

Command = Callable[..., None]
Option = Callable[[Command], Command]

DEAL = cli_options.Shaped("integer", deals.NUMBER)
DEAL_SEED = "The same seed deals the same.  [default: a new one each time]"
ENGINE_SEED = """The deal's, as the same seed deals the same; of FILE another seed may find another solution.
[default: a new one for each deal, 0 for FILE]"""


@dataclass(frozen=True)
class Deal:
    """`deck` is the name of its file; None stands for the shipped one."""

    number: int
    seed: int
    deck: str | None
    kind: str
    length: int | None

    def item(self, told: bool, number: str = "--deal") -> Item:
        """The puzzle, as if it had been read; Bad where the deck is refused.

        `told`: what it is dealt from is told with its answer, else at once and aside. `number` is what the
        command calls how many cards.
        """
        deck = deck_in(self.deck)
        text = json.dumps(self._document(deck, number)).encode()
        words = f"{self.number} {'card' if self.number == 1 else 'cards'} of {deck.title}, seed {self.seed}"
        if not told:
            click.echo(words, err=True)
        return Item(words, 1, text, alone=True, told=words if told else "")

    def _document(self, deck: Deck, number: str) -> dict[str, Any]:
        try:
            subject = deals.deal(deck, self.number, self.seed, self.kind, self.length)
        except Refused as e:
            names = {"/deal": number}
            words = (f"{names.get(p.pointer, f'--{p.pointer[1:]}')}: {p.detail}" for p in e.problems)
            raise click.UsageError("; ".join(words)) from e
        return subject.kind.serialise(subject.puzzle)


def deck_in(file: str | None) -> Deck:
    """The deck in a file, Bad where it is none; the shipped one without a file."""
    return synthetic_deck() if file is None else whole(file).read(read_deck)


def deal_of(number: int, seed: int | None, deck: str | None, kind: str | None, length: int | None) -> Deal:
    """From options, of which all may be left out."""
    known = any_seed() if seed is None else seed
    return Deal(number, known, deck, kind or deals.DEFAULT_KIND, length)


@dataclass(frozen=True)
class Source:
    """A file or a deal; and for an engine a seed that is not a deal's."""

    file: str | None = None
    deal: Deal | None = None
    seed: int = 0

    def items(self, told: bool = True) -> Iterator[Item]:
        """`told`: what a puzzle is dealt from is told with its answer, and not aside."""
        if self.deal is not None:
            yield self.deal.item(told)
        elif self.file is not None:
            yield from items(self.file)

    @property
    def is_lines(self) -> bool:
        return self.file is not None and is_lines(self.file)

    @property
    def is_input(self) -> bool:
        """Whether it reads standard input."""
        return "-" in (self.file, self.deal and self.deal.deck)


def puzzles(engine_seed: bool = False) -> Callable[[Command], Command]:
    """FILE, or --deal and what goes with it, for a command that takes either as `source`.

    `engine_seed`: without --deal, too, there is a --seed.
    """
    options: tuple[Option, ...] = (
        click.argument("file", required=False),
        click.option("--deal", metavar="N", type=DEAL, help="In place of FILE: deal N LIGHT-LINE! cards."),
        *_options(ENGINE_SEED if engine_seed else DEAL_SEED),
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def gathered(*args: Any, file: str | None, **named: Any) -> None:
            dealt = {name: named.pop(name) for name in ("deal", "seed", "deck", "kind", "length")}
            command(*args, source=_source(file, engine_seed, **dealt), **named)

        return _with_options(gathered, options)

    return decorate


def _source(file: str | None, engine_seed: bool, deal: int | None, seed: int | None, **rest: Any) -> Source:
    if file is None and deal is None:
        raise click.UsageError("Missing argument 'FILE', or --deal in its place.")
    if file is not None and deal is not None:
        raise click.UsageError("FILE and --deal exclude each other.")
    if deal is not None:
        return Source(deal=deal_of(deal, seed, **rest))
    for name, value in (rest if engine_seed else rest | {"seed": seed}).items():
        if value is not None:
            raise click.UsageError(f"--{name} goes with --deal.")
    return Source(file, seed=seed or 0)


def dealing(command: Command) -> Command:
    """The options of a deal beside the number of its cards."""
    return _with_options(command, _options(DEAL_SEED))


def _options(seed_help: str) -> tuple[Option, ...]:
    length = cli_options.Shaped("integer", Integer(1))
    return (
        click.option("--seed", type=cli_options.SEED, help=seed_help),
        cli_options.deck,
        click.option(
            "--kind",
            metavar="KIND",
            type=click.Choice(deals.KIND.words),
            help=f"What is dealt: {', '.join(deals.KIND.words)}.  [default: {deals.DEFAULT_KIND}]",
        ),
        click.option("--length", metavar="N", type=length, help="How many cards to lay, of light_line.head."),
    )


def _with_options(command: Command, options: Sequence[Option]) -> Command:
    """As if they stood above the command, in this order."""
    for option in reversed(options):
        command = option(command)
    return command

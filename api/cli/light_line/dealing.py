"""Puzzles dealt from a deck of LIGHT-LINE! cards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from api.calls.common_shapes import any_seed
from api.calls.puzzle_documents import Subject, read_puzzle
from api.cli import options as cli_options
from api.cli.game_extensions import Dealing, GeneratorOption, Option
from api.cli.input import Item, read_single
from api.problem_documents import Refused
from generators.light_line import dealing
from puzzles.errors import Problem
from puzzles.json_shapes import Choice, Integer
from puzzles.light_line import head, longest, solo
from puzzles.light_line.cards import MAX_CARDS, write_cards
from puzzles.light_line.deck import Deck, read_deck, synthetic_deck
from puzzles.plural import plural

# How many cards are dealt, and the kinds of puzzles that they can make.
NUMBER = cli_options.Shaped("integer", Integer(1, MAX_CARDS))
KIND = Choice((solo.KIND.id, longest.KIND.id, head.KIND.id))
DEFAULT_KIND = solo.KIND.id


def deal(deck: Deck, number: int, seed: int, kind: str = DEFAULT_KIND, length: int | None = None) -> Subject:
    """Deals cards of the deck as a puzzle. `length` is for light_line.head. Refused names the argument."""
    problems: list[Problem] = []
    if number > len(deck.cards):
        detail = f"expected at most {len(deck.cards)}, as many as the deck has, got {number}"
        problems.append(Problem("/deal", detail))
    if kind == head.KIND.id and length is None:
        problems.append(Problem("/length", f"missing: {kind} needs the number of cards to lay"))
    if kind != head.KIND.id and length is not None:
        problems.append(Problem("/length", f"applies to {head.KIND.id} only, not to {kind}"))
    if problems:
        raise Refused(problems)
    cards = write_cards(dealing.deal(deck, number, seed))
    rest = {} if length is None else {"length": length}
    return read_puzzle({"kind": kind, "cards": cards} | rest)


@dataclass(frozen=True)
class CardDeal:
    """See api.cli.game_extensions.Deal. `deck` is the name of its file; None stands for the shipped one."""

    number: int
    seed: int
    deck: str | None
    kind: str
    length: int | None

    @property
    def reads_stdin(self) -> bool:
        return self.deck == "-"

    def item(self, labelled: bool, number: str = "--deal") -> Item:
        """`number`: the command's name for the number of cards."""
        deck = deck_in(self.deck)
        text = json.dumps(self._document(deck, number)).encode()
        label = f"{plural(self.number, 'card')} of {deck.title}, seed {self.seed}"
        if not labelled:
            click.echo(label, err=True)
        return Item(label, 1, text, alone=True, label=label if labelled else "")

    def _document(self, deck: Deck, number: str) -> dict[str, Any]:
        try:
            subject = deal(deck, self.number, self.seed, self.kind, self.length)
        except Refused as e:
            names = {"/deal": number}
            words = (f"{names.get(p.pointer, f'--{p.pointer[1:]}')}: {p.detail}" for p in e.problems)
            raise click.UsageError("; ".join(words)) from e
        return subject.kind.serialise(subject.puzzle)


def deck_in(file: str | None) -> Deck:
    """Reads the deck in a file; raises BadDocument where it is refused. Without a file, the shipped deck."""
    return synthetic_deck() if file is None else read_single(file).read(read_deck)


def deal_of(
    number: int, seed: int | None, deck: str | None = None, kind: str | None = None, length: int | None = None
) -> CardDeal:
    """The deal that options describe."""
    return CardDeal(number, any_seed() if seed is None else seed, deck, kind or DEFAULT_KIND, length)


_DECK_HELP = "from this deck instead of the shipped one, which is synthetic; see lineworks deck --help."
_DECK = click.option("--deck", metavar="FILE", help=f"Deal {_DECK_HELP}")
# The options of a deal besides its number, its seed and its deck.
_OTHERS: tuple[Option, ...] = (
    click.option(
        "--kind",
        metavar="KIND",
        type=click.Choice(KIND.words),
        help=f"The kind of puzzle to deal: {', '.join(KIND.words)}.  [default: {DEFAULT_KIND}]",
    ),
    click.option(
        "--length",
        metavar="N",
        type=cli_options.Shaped("integer", Integer(1)),
        help="How many cards must be laid (light_line.head only).",
    ),
)
# The options of a deal besides its number and its seed.
OPTIONS: tuple[Option, ...] = (_DECK, *_OTHERS)
DEALING = Dealing(
    click.option("--deal", metavar="N", type=NUMBER, help="In place of FILE: deal N LIGHT-LINE! cards."),
    f"With --deal: a file; deal {_DECK_HELP}",
    _OTHERS,
    ("kind", "length"),
    deal_of,
)
GENERATOR_OPTIONS = (
    GeneratorOption(
        "cards",
        "--deal",
        click.option("--deal", "cards", metavar="N", type=int, help="How many LIGHT-LINE! cards."),
    ),
    GeneratorOption("deck", "--deck", _DECK, read_deck),
)

"""Puzzles dealt from a deck of LIGHT-LINE! cards."""

from __future__ import annotations

from api.calls.subject import Subject, read_puzzle
from api.problem_documents import Refused
from generators.light_line import dealing
from puzzles.errors import Problem
from puzzles.json_shapes import Choice, Integer
from puzzles.light_line import head, longest, solo
from puzzles.light_line.cards import MOST_CARDS, write_cards
from puzzles.light_line.deck import Deck

# How many cards, and as a puzzle of which kind.
NUMBER = Integer(1, MOST_CARDS)
KIND = Choice((solo.KIND.id, longest.KIND.id, head.KIND.id))
DEFAULT_KIND = solo.KIND.id


def deal(deck: Deck, number: int, seed: int, kind: str = DEFAULT_KIND, length: int | None = None) -> Subject:
    """Deals cards of the deck as a puzzle; `length` goes with light_line.head. Refused names the argument."""
    problems: list[Problem] = []
    if number > len(deck.cards):
        detail = f"expected at most {len(deck.cards)}, as many as the deck has, got {number}"
        problems.append(Problem("/deal", detail))
    if kind == head.KIND.id and length is None:
        problems.append(Problem("/length", f"missing: {kind} says how many cards are to be laid"))
    if kind != head.KIND.id and length is not None:
        problems.append(Problem("/length", f"only {head.KIND.id} has one, and this is {kind}"))
    if problems:
        raise Refused(problems)
    cards = write_cards(dealing.deal(deck, number, seed))
    rest = {} if length is None else {"length": length}
    return read_puzzle({"kind": kind, "cards": cards} | rest)

"""light_line.solo: place all cards so that one line, with black as a wildcard, passes every card."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from puzzles.errors import BadInput
from puzzles.kind import Violation
from puzzles.light_line.cards import (
    BLACK,
    CARDS,
    COLOURS,
    MIRRORED,
    SOLUTION,
    TURNED,
    Card,
    Laid,
    Section,
    Tube,
    read_cards,
    tube,
    write_cards,
)
from puzzles.light_line.line import LineReferee, layout_violations
from puzzles.shape import Choice, Record


@dataclass(frozen=True)
class SoloPuzzle:
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class SoloSolution:
    layout: tuple[Laid, ...]
    line: tuple[Section, ...]


PUZZLE = Record(
    {"kind": Choice(("light_line.solo",)), "cards": CARDS},
    what="a light_line.solo puzzle",
)


def parse(document: object) -> SoloPuzzle:
    found = PUZZLE.read(document)
    cards, problems = read_cards(found["cards"], "/cards")
    if problems:
        raise BadInput(problems)
    return SoloPuzzle(cards)


def serialise(puzzle: SoloPuzzle) -> dict[str, Any]:
    return {"kind": "light_line.solo", "cards": write_cards(puzzle.cards)}


def parse_solution(document: object) -> SoloSolution:
    found = SOLUTION.read(document)
    layout = tuple(Laid(x["card"], x["row"], x["col"], x["turned"]) for x in found["layout"])
    return SoloSolution(layout, tuple(Section(x["card"], x["tube"]) for x in found["line"]))


def serialise_solution(solution: SoloSolution) -> dict[str, Any]:
    return {
        "layout": [{"card": x.card, "row": x.row, "col": x.col, "turned": x.turned} for x in solution.layout],
        "line": [{"card": x.card, "tube": x.tube} for x in solution.line],
    }


def verify(puzzle: SoloPuzzle, solution: SoloSolution) -> tuple[Violation, ...]:
    cards = {card.id: card for card in puzzle.cards}
    found = list(layout_violations(cards, solution.layout, all_placed=True))
    found += LineReferee(cards, solution.layout, wild=True).follow(solution.line)
    passed = {section.card for section in solution.line}
    missed = [name for name in cards if name not in passed]
    if missed and solution.line:
        words = f"The line does not pass {', '.join(missed)}."
        found.append(Violation("not_all_cards", words, {}))
    return tuple(found)


def canonical(puzzle: SoloPuzzle) -> SoloPuzzle:
    """Cards turned, ordered and named alike, whichever way they are mirrored and coloured."""
    plain = [colour for colour in COLOURS if colour != BLACK]
    twins = (
        tuple(
            sorted(_least_turn(card, dict(zip(plain, other, strict=True)), mirror) for card in puzzle.cards)
        )
        for mirror in (False, True)
        for other in permutations(plain)
    )
    least = min(twins)
    return SoloPuzzle(
        tuple(
            Card(str(number), tuple(tube(COLOURS[colour], *ends) for colour, *ends in tubes))
            for number, tubes in enumerate(least, 1)
        )
    )


# A card as a value that can be ordered: its tubes, each the number of its colour and its ends.
_Order = tuple[tuple[int, str, str], ...]


def _least_turn(card: Card, colours: dict[str, str], mirror: bool) -> _Order:
    def ordered(turned: bool) -> _Order:
        return tuple(sorted(_seen(each, colours, mirror, turned) for each in card.tubes))

    return min(ordered(False), ordered(True))


def _seen(each: Tube, colours: dict[str, str], mirror: bool, turned: bool) -> tuple[int, str, str]:
    one, other = (MIRRORED[end] if mirror else end for end in each.ends)
    if turned:
        one, other = TURNED[one], TURNED[other]
    ends = tube(each.colour, one, other).ends
    return COLOURS.index(colours.get(each.colour, each.colour)), *ends

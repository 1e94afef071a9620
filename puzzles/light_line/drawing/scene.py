"""What a drawing of LIGHT-LINE! cards shows: cards on the table, the line on them, the rest, and words.

A solution may be nonsense. Of a card that is laid twice the first place counts, of two cards on one place the
first card; whatever else is wrong is described in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise

from puzzles.drawing.letters import has_glyph
from puzzles.drawing.lists import FEW, HARD_SPACE, listing, unbreakable
from puzzles.light_line.cards import (
    BLACK,
    Card,
    PlacedCard,
    Section,
    colour_name,
    has_tube,
    printable_name,
)
from puzzles.light_line.places import Places
from puzzles.light_line.referee import follow, joined_sockets
from puzzles.texts import ENGLISH, Part, Phrase, Translator, phrase

# The longest name of a card in a picture.
SHORT = 10


@dataclass(frozen=True)
class Step:
    """A section of the line that can be drawn. `met`: its sockets that join it to the sections beside it."""

    number: int
    card: str
    tube: int
    met: frozenset[str]


@dataclass(frozen=True)
class Scene:
    cards: Mapping[str, Card]
    layout: tuple[PlacedCard, ...]
    line: tuple[Section, ...]
    notes: tuple[str, ...]
    translator: Translator
    places: Places
    longest_name: int = SHORT

    @cached_property
    def rest(self) -> tuple[Card, ...]:
        """The cards that are not on the table."""
        lying = {placed_card.card for placed_card in self.layout}
        return tuple(card for card in self.cards.values() if card.id not in lying)

    @cached_property
    def names(self) -> dict[str, str]:
        return short_names(self.cards, self.translator, self.longest_name)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The line's sections that can be drawn, each once."""
        placed_cards = {placed_card.card: placed_card for placed_card in self.layout}
        steps: dict[Section, Step] = {}
        passages = follow(self.cards, placed_cards, self.line)
        for i, (passage, met) in enumerate(zip(passages, joined_sockets(passages), strict=True)):
            section = passage.section
            if section in steps:
                met |= steps[section].met
                steps[section] = Step(steps[section].number, section.card, section.tube, met)
            elif passage.placed_card is not None:
                steps[section] = Step(i + 1, section.card, section.tube, met)
        return tuple(steps.values())

    @cached_property
    def on_line(self) -> dict[tuple[str, int], Step]:
        return {(step.card, step.tube): step for step in self.steps}

    def line_words(self, several: bool) -> str | None:
        """The line's colour, and its sections: "The line, red: 07 red -> 12 black"; or several lines."""
        if not self.line:
            return None
        line = self.line[: 2 * FEW] if len(self.line) > 200 else self.line
        placed_cards = {placed_card.card: placed_card for placed_card in self.layout}
        words, gap = "", "; " if several else " / "
        for passage in follow(self.cards, placed_cards, line):
            words += (" -> " if passage.entered else gap) if words else ""
            words += self._section_words(passage.section)
        if len(line) < len(self.line):
            words += f" {self.translator.text('frame.drawing.and_more', n=len(self.line) - len(line))}"
        if several:
            return self.translator.text("light_line.drawing.lines_grow", sections=words)
        key = "light_line.drawing.line_torn" if gap in words else "light_line.drawing.line_told"
        return self.translator.text(key, line=self._line_name(), sections=words)

    def _line_name(self) -> Phrase:
        """The line, with its colour unless none of its sections has one."""
        colours = {
            self.cards[section.card].tubes[section.tube].colour: None
            for section in self.line
            if section.card in self.cards and has_tube(self.cards[section.card], section.tube)
        }
        names = [colour_name(colour) for colour in colours if colour != BLACK] or [*map(colour_name, colours)]
        if not names:
            return phrase("light_line.drawing.line")
        both = reduce(lambda one, other: phrase("frame.drawing.and", one=one, other=other), names)
        return phrase("light_line.drawing.line_of", colours=both)

    def _section_words(self, section: Section) -> str:
        card = self.cards.get(section.card)
        if card is None:
            return self.translator.text("light_line.drawing.no_such_card", name=printable_name(section.card))
        name = unbreakable(self.names[card.id])
        if not has_tube(card, section.tube):
            return self.translator.text("light_line.drawing.no_such_tube", name=name)
        return f"{name}{HARD_SPACE}{tube_words(card, self.translator)[section.tube]}"

    def full_names(self, lettered: bool) -> Iterator[str]:
        """Yields what the short names stand for; `lettered`: only those that letters can be drawn for."""
        for name, short in self.names.items():
            if short != name and (drawable(name) or not lettered):
                yield self.translator.text(
                    "light_line.drawing.full_name", short=short, name=printable_name(name)
                )


def short_names(cards: Collection[str], translator: Translator, longest: int = SHORT) -> dict[str, str]:
    """Different short names that letters can be drawn for; a card that has none goes by its number."""
    if longest < SHORT and any(len(name) > longest or not drawable(name) for name in cards):
        return {name: str(number) for number, name in enumerate(cards, 1)}
    cut = {name: name if len(name) <= longest else name[: longest - 3] + "..." for name in cards}
    numbers = {
        name: translator.text("light_line.drawing.card_number", number=number)
        for number, name in enumerate(cards, 1)
    }
    uses = Counter((*cut.values(), *numbers.values()))
    return {name: short if uses[short] == 1 and drawable(short) else numbers[name]
            for name, short in cut.items()}  # fmt: skip


def scene_of(
    cards: Sequence[Card],
    layout: Sequence[PlacedCard],
    line: Sequence[Section],
    translator: Translator = ENGLISH,
    new: str | None = None,
    longest_name: int = SHORT,
) -> Scene:
    """Returns what can be drawn of a solution, with notes on the rest.

    Places are counted from the top left card, `new` left out: so they have the same names once it lies."""
    places = Places.of(placed_card.cell for placed_card in layout if placed_card.card != new)
    card_by_id = {card.id: card for card in cards}
    placed_cards: dict[str, PlacedCard] = {}
    card_at: dict[tuple[int, int], str] = {}
    wrong: list[Phrase] = []
    for placed_card in layout:
        where = places.where(placed_card.cell)
        parts: dict[str, Part] = {"name": printable_name(placed_card.card), "where": where}
        if placed_card.card not in card_by_id:
            wrong.append(Phrase("light_line.drawing.wrong_card", parts))
        elif placed_card.card in placed_cards:
            wrong.append(Phrase("light_line.drawing.wrong_again", parts))
        elif placed_card.cell in card_at:
            other = printable_name(card_at[placed_card.cell])
            wrong.append(Phrase("light_line.drawing.wrong_place", {**parts, "other": other}))
        else:
            placed_cards[placed_card.card] = placed_card
            card_at[placed_card.cell] = placed_card.card
    cards_left_out = listing(
        [*map(translator.render, wrong)], gap="; ", translator=translator, unbroken=False
    )
    notes = (translator.text("light_line.drawing.not_shown", cards=cards_left_out),) if wrong else ()
    order = tuple(sorted(placed_cards.values(), key=lambda placed_card: placed_card.cell))
    return Scene(card_by_id, order, tuple(line), notes, translator, places, longest_name)


def colour_letter(colour: str) -> Phrase:
    return phrase(f"light_line.drawing.letter.{colour}")


def tube_names(card: Card, translator: Translator = ENGLISH) -> list[str]:
    """A letter for every tube, in English R, Y, G, B or K; with a number where a colour is there twice."""
    return [translator.render(colour_letter(colour)) + number for colour, number in numbered_colours(card)]


def tube_words(card: Card, translator: Translator = ENGLISH) -> list[str]:
    return [
        f"{translator.render(colour_name(colour))}{HARD_SPACE}{number}".rstrip(HARD_SPACE)
        for colour, number in numbered_colours(card)
    ]


def numbered_colours(card: Card) -> Iterator[tuple[str, str]]:
    """The colour of every tube, with a number where a colour is there twice."""
    uses = Counter(tube.colour for tube in card.tubes)
    numbers = Counter[str]()
    for tube in card.tubes:
        numbers[tube.colour] += 1
        yield tube.colour, str(numbers[tube.colour]) if uses[tube.colour] > 1 else ""


def card_words(card: Card, translator: Translator = ENGLISH) -> str:
    """The tubes of a card: "red N0-E1, blue W2-E2"."""
    tubes = (
        f"{words} {'-'.join(tube.ends)}"
        for words, tube in zip(tube_words(card, translator), card.tubes, strict=True)
    )
    return ", ".join(tubes).replace(HARD_SPACE, " ") or translator.text("light_line.drawing.no_tubes")


def drawable(name: str) -> bool:
    return name == name.strip() != "" and all(map(has_glyph, name))


def with_holes(numbers: Iterable[int]) -> list[int]:
    """Rows or columns in order, with the single empty ones between them: a card may fit there."""
    order = sorted(set(numbers))
    holes = [one + 1 for one, other in pairwise(order) if other - one == 2]
    return sorted([*order, *holes])


class Axis:
    """Rows or columns in the order of their numbers; several empty ones are one narrow gap."""

    def __init__(self, numbers: Iterable[int], size: float, gap: float) -> None:
        self.starts: dict[int, float] = {}
        # Where the gaps begin.
        self.gaps: list[float] = []
        self.length = 0.0
        last: int | None = None
        for value in with_holes(numbers):
            if last is not None and value - last > 1:
                self.gaps.append(self.length)
                self.length += gap
            self.starts[value] = self.length
            self.length += size
            last = value

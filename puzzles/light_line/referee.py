"""The rules of a line of light, shared by all LIGHT-LINE! kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzles.kind import Violation
from puzzles.light_line.cards import (
    BLACK,
    MEETS,
    Card,
    PlacedCard,
    Section,
    colour_name,
    ends_of,
    has_tube,
    neighbours,
    socket_across,
)
from puzzles.light_line.places import Places
from puzzles.texts import Part, phrase


def layout_violations(
    cards: Mapping[str, Card], layout: Sequence[PlacedCard], all_placed: bool
) -> Iterator[Violation]:
    """Cards that do not exist, are placed twice or not at all, and cards on one place."""
    seen: set[str] = set()
    card_at: dict[tuple[int, int], str] = {}
    places = Places.of(placed_card.cell for placed_card in layout)
    for placed_card in layout:
        at = {"card": placed_card.card}
        if placed_card.card not in cards:
            yield Violation("card_unknown", phrase("light_line.violation.card_unknown", **at), at)
        elif placed_card.card in seen:
            yield Violation("card_twice", phrase("light_line.violation.card_twice", **at), at)
        if placed_card.cell in card_at:
            other, place = card_at[placed_card.cell], places.name(placed_card.cell)
            message = phrase("light_line.violation.overlap", card=placed_card.card, other=other, place=place)
            yield Violation("overlap", message, at)
        card_at.setdefault(placed_card.cell, placed_card.card)
        seen.add(placed_card.card)
    if all_placed:
        for name in cards:
            if name not in seen:
                at = {"card": name}
                yield Violation("card_missing", phrase("light_line.violation.card_missing", **at), at)


@dataclass(frozen=True)
class Passage:
    """How a line passes a section.

    `placed_card` and `ends`: where the section lies and which sockets it joins there; None and empty if its
    card or tube does not exist, or its place is not known. `entered`: the socket that joins it to the section
    before; None at the first section and wherever the line does not go on.
    """

    section: Section
    placed_card: PlacedCard | None
    ends: tuple[str, ...]
    entered: str | None

    @property
    def exits(self) -> tuple[str, ...]:
        """The sockets by which the line can go on."""
        return tuple(end for end in self.ends if end != self.entered)


def follow(
    cards: Mapping[str, Card], placed_cards: Mapping[str, PlacedCard], line: Iterable[Section]
) -> tuple[Passage, ...]:
    """Follows a line from section to section by sockets alone, whatever their colours.

    Two sections can be joined at both ends, as a ring of two. Either joint will do then, since that ring
    leads on to no third card.
    """
    passages: list[Passage] = []
    for section in line:
        card, placed_card = cards.get(section.card), placed_cards.get(section.card)
        if card is None or placed_card is None or not has_tube(card, section.tube):
            passages.append(Passage(section, None, (), None))
            continue
        ends = ends_of(card.tubes[section.tube], placed_card.turned)
        entered = _entered(passages[-1], placed_card, ends) if passages else None
        passages.append(Passage(section, placed_card, ends, entered))
    return tuple(passages)


def joined_sockets(passages: Sequence[Passage]) -> list[frozenset[str]]:
    """Returns for each section its sockets that are joined to the section before or after."""
    sockets: list[set[str]] = [set() for _ in passages]
    for i, passage in enumerate(passages):
        if passage.entered is not None:
            sockets[i - 1].add(MEETS[passage.entered])
            sockets[i].add(passage.entered)
    return [*map(frozenset, sockets)]


def _entered(before: Passage, placed_card: PlacedCard, ends: Sequence[str]) -> str | None:
    """The socket by which the line comes into a section from the one before."""
    if before.placed_card is None:
        return None
    for end in before.exits:
        place, socket = socket_across(before.placed_card.cell, end)
        if place == placed_card.cell and socket in ends:
            return socket
    return None


class LineReferee:
    """Reports what is wrong with each section of a line.

    After a section whose place is unknown, or that does not go on from the one before, only what is wrong in
    any case is reported.
    """

    def __init__(self, cards: Mapping[str, Card], layout: Sequence[PlacedCard], wild: bool) -> None:
        """`wild`: black goes with every colour. Else it is a colour like any other."""
        self._cards, self._wild = cards, wild
        self._placed = Counter(placed_card.card for placed_card in layout)
        # The place of a card that is placed twice is unknown.
        self._placed_cards = {
            placed_card.card: placed_card for placed_card in layout if self._placed[placed_card.card] == 1
        }

    def violations(self, line: Sequence[Section]) -> Iterator[Violation]:
        if not line:
            yield Violation("empty_line", phrase("light_line.violation.empty_line"), {})
        colour: str | None = None
        seen: set[Section] = set()
        before: Passage | None = None
        for step, passage in enumerate(follow(self._cards, self._placed_cards, line)):
            section = passage.section
            yield from self._section_violations(section, step)
            parts: dict[str, Part] = {"tube": section.tube, "card": section.card}
            if section in seen:
                yield step_violation("section_twice", step, **parts)
            seen.add(section)
            own = self._colour(section)
            if own is not None and not (self._wild and own == BLACK):
                if colour is not None and own != colour:
                    colours = {"colour": colour_name(own), "line": colour_name(colour)}
                    yield step_violation("colour", step, **parts, **colours)
                colour = colour or own
            rule = None if before is None else _joint_fault(before, passage)
            if rule is not None:
                last = line[step - 1]
                yield step_violation(rule, step, **parts, last_tube=last.tube, last_card=last.card)
            before = passage

    def _section_violations(self, section: Section, step: int) -> Iterator[Violation]:
        """The rules that a section alone breaks."""
        card = self._cards.get(section.card)
        if card is None:
            yield step_violation("card_unknown", step, card=section.card)
            return
        if not has_tube(card, section.tube):
            yield step_violation(
                "tube_index", step, card=section.card, tube=section.tube, count=len(card.tubes)
            )
        if section.card not in self._placed:
            yield step_violation("not_placed", step, card=section.card)

    def _colour(self, section: Section) -> str | None:
        card = self._cards.get(section.card)
        return card.tubes[section.tube].colour if card is not None and has_tube(card, section.tube) else None


def _joint_fault(before: Passage, passage: Passage) -> str | None:
    """The rule that the step from one section to the next breaks."""
    if before.placed_card is None or passage.placed_card is None or passage.entered is not None:
        return None
    return "broken" if passage.placed_card.cell in neighbours(before.placed_card.cell) else "gap"


def step_violation(rule: str, step: int, **parts: Part) -> Violation:
    """Returns a rule that a section of the line breaks; `step` is its index."""
    message = phrase(f"light_line.violation.step.{rule}", step=step + 1, **parts)
    return Violation(rule, message, {"step": step})

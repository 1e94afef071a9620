"""The rules of a line of light, shared by the checkers of the LIGHT-LINE! kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from puzzles.kind import Violation
from puzzles.light_line.cards import BEYOND, BLACK, MEETS, Card, Laid, Section, ends_of, has_tube


def layout_violations(
    cards: Mapping[str, Card], layout: Sequence[Laid], all_placed: bool
) -> Iterator[Violation]:
    """Cards that there are not, twice or not at all, and cards on one place."""
    seen: set[str] = set()
    places: dict[tuple[int, int], str] = {}
    for laid in layout:
        at = {"card": laid.card}
        if laid.card not in cards:
            yield Violation("card_unknown", f"There is no card {laid.card}.", at)
        elif laid.card in seen:
            yield Violation("card_twice", f"Card {laid.card} is placed already.", at)
        if laid.place in places:
            where = f"row {laid.row}, column {laid.col}"
            yield Violation("overlap", f"Card {laid.card} lies on {places[laid.place]}, at {where}.", at)
        places.setdefault(laid.place, laid.card)
        seen.add(laid.card)
    if all_placed:
        for name in cards:
            if name not in seen:
                yield Violation("card_missing", f"Card {name} is not placed.", {"card": name})


class LineReferee:
    """Follows a line section by section, and tells what is wrong with each.

    After a section that lies nobody knows where, or that does not go on from the one before, only what
    is wrong in any case is told.
    """

    def __init__(self, cards: Mapping[str, Card], layout: Sequence[Laid], wild: bool) -> None:
        """`wild`: black goes with every colour. Else it is a colour like any other."""
        self._cards, self._wild = cards, wild
        self._placed = Counter(laid.card for laid in layout)
        # A card placed twice lies nobody knows where.
        self._laid = {laid.card: laid for laid in layout if self._placed[laid.card] == 1}

    def follow(self, line: Sequence[Section]) -> Iterator[Violation]:
        if not line:
            yield Violation("empty_line", "The line has no section.", {})
        colour: str | None = None
        seen: set[Section] = set()
        # By which sockets the line may have come into the last section, when that is known.
        before: Laid | None = None
        leaves: set[str] = set()
        for step, section in enumerate(line):
            wrong, laid, ends = self._section(section)
            if section in seen:
                wrong.append(("section_twice", f"{_named(section)} is on the line already"))
            seen.add(section)
            own = self._colour(section)
            if own is not None and not (self._wild and own == BLACK):
                if colour is not None and own != colour:
                    wrong.append(("colour", f"{_named(section)} is {own}, and the line is {colour}"))
                colour = colour or own
            entered: set[str] = set(ends)
            if before is not None and laid is not None:
                rule, entered = _joined(before, leaves, laid, ends)
                if rule is not None:
                    wrong.append((rule, f"{_named(section)} does not go on from {_named(line[step - 1])}"))
            for rule, words in wrong:
                yield Violation(rule, f"Step {step + 1}: {words}.", {"step": step})
            before = laid
            leaves = {end for end in ends if entered - {end}}

    def _section(self, section: Section) -> tuple[list[tuple[str, str]], Laid | None, tuple[str, ...]]:
        """What is wrong with a section alone, and where it lies if that can be said."""
        card = self._cards.get(section.card)
        if card is None:
            return [("card_unknown", f"there is no card {section.card}")], None, ()
        wrong: list[tuple[str, str]] = []
        if not has_tube(card, section.tube):
            words = (
                f"card {section.card} has no tube {section.tube} ({len(card.tubes)} in all, counted from 0)"
            )
            wrong.append(("tube_index", words))
        if section.card not in self._placed:
            wrong.append(("not_placed", f"card {section.card} is not placed"))
        laid = self._laid.get(section.card)
        if wrong or laid is None:
            return wrong, None, ()
        return [], laid, ends_of(card.tubes[section.tube], laid.turned)

    def _colour(self, section: Section) -> str | None:
        card = self._cards.get(section.card)
        return card.tubes[section.tube].colour if card is not None and has_tube(card, section.tube) else None


def _joined(before: Laid, leaves: set[str], laid: Laid, ends: Sequence[str]) -> tuple[str | None, set[str]]:
    """The rule that a step from one section to the next breaks, and the sockets that it may come in by."""
    beyond = {
        side for side, (down, right) in BEYOND.items()
        if (before.row + down, before.col + right) == laid.place
    }  # fmt: skip
    if not beyond:
        return "gap", set(ends)
    entered = {MEETS[end] for end in leaves if end[0] in beyond and MEETS[end] in ends}
    return (None, entered) if entered else ("broken", set(ends))


def _named(section: Section) -> str:
    return f"tube {section.tube} of card {section.card}"

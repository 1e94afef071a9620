"""Continues layouts of the line kinds with SAT: the cards and the sections that are settled are fixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.light_line.cards import MEETS
from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.backends.sat import Sat
from solvers.light_line.continuation_search import head_palettes, solo_palettes
from solvers.light_line.line_kinds_sat import HEAVIEST
from solvers.light_line.line_model_sat import LineModel
from solvers.light_line.palette import Palette, large_parts, palettes
from solvers.light_line.partial_layout import (
    AnchoredPalette,
    PartialLayout,
    beside_the_laid,
    end_at,
    palettes_with_anchors,
    without_cards,
)
from solvers.light_line.per_colour import ColourResult, Placements, count_layouts, first_line, longest_line
from solvers.protocol import Clock, Continuation, Count, Goal, Limits, Outcome


class _Model(LineModel):
    """A line through the anchor of a palette, in rows and columns as seen from the anchor."""

    def __init__(self, source: AnchoredPalette, min_cards: int, single: bool, sat: Sat) -> None:
        self.source = source
        super().__init__(source.palette, min_cards, single, sat, pinned=True)
        for card in source.must_pass:
            sat.add(self.on[card])
        if source.line:
            self._begin_line()

    def _pin(self) -> None:
        """Gives the laid cards their places, and keeps the other cards off them."""
        for number, (row, col, turned) in self.source.places.items():
            for card in self.palette.cards:
                here = [*_at(self.row[card], row), *_at(self.col[card], col)]
                is_in_reach = len(here) == len(("row", "col"))
                if card != number:
                    self.sat.add(*(-literal for literal in here)) if is_in_reach else None
                elif is_in_reach:
                    for literal in (*here, self.turned[card] if turned else -self.turned[card]):
                        self.sat.add(literal)
                else:
                    self.sat.add(-self.on[card])

    def _begin_line(self) -> None:
        """Adds that the line begins with the sections of the partial line; the first has a loose end."""
        line, passages = self.source.line, self.source.partial_layout.passages()
        for section in line:
            self.sat.add(self.used[section])
        first_ends = {0, 1}
        for i, passage in enumerate(passages[1:], 1):
            before = passages[i - 1]
            if passage.entered is None or passage.placed_card is None or before.placed_card is None:
                raise ValueError("the partial line is broken")
            into = end_at(self.palette.sections[line[i]], passage.entered, passage.placed_card.turned)
            out = end_at(
                self.palette.sections[line[i - 1]], MEETS[passage.entered], before.placed_card.turned
            )
            joined = {(line[i - 1], out), (line[i], into)}
            self.sat.add(*(x for join, x in self.join.items() if {join.one, join.other} == joined))
            first_ends.discard(out) if i == 1 else None
        self.sat.add(*(self.loose[line[0], end] for end in first_ends))

    def _is_line(self, chain: Sequence[int]) -> bool:
        return super()._is_line(chain) and set(self.source.line) <= set(chain)

    def continuation(self, line: Sequence[int]) -> LineSolution:
        """Returns the solution with the line of these sections."""
        partial_layout, placements = self.source.partial_layout, self.placements()
        if self.source.line and line[0] != self.source.line[0]:
            line = line[::-1]
        passed = dict.fromkeys(self.palette.sections[section].card for section in line)
        new_cards = [card for card in passed if card not in self.source.places]
        return partial_layout.solution(
            (self.source.placed_card(card, placements[card]) for card in new_cards),
            map(self.source.section, line),
        )


def _at(literals: dict[int, int], value: int) -> tuple[int, ...]:
    """Returns the literal of a row or a column; none where it is out of reach."""
    return (literals[value],) if value in literals else ()


def _line(source: AnchoredPalette, length: int, single: bool, clock: Clock, limits: Limits) -> ColourResult:
    """Finds a line with `length` cards; `single`: with exactly those cards, and one section on each."""
    with Sat(clock, limits) as sat:
        model = _Model(source, length, single, sat)
        if single:
            sat.at_most(list(model.on.values()), length)
        line = model.line()
        if line is None:
            return None, sat.stop or "time"
        return (None if line is False else model.continuation(line)), None


class SoloContinuationSat:
    name = "sat"

    def solve(
        self, continuation: Continuation[SoloPuzzle, LineSolution], goal: Goal, limits: Limits
    ) -> Outcome[LineSolution]:
        clock, length = limits.start(), len(continuation.puzzle.cards)

        def solve_colour(source: AnchoredPalette) -> ColourResult:
            return _line(source, length, False, clock, limits)

        return first_line(solo_palettes(continuation), HEAVIEST, solve_colour)

    def count(self, continuation: Continuation[SoloPuzzle, LineSolution], cap: int, limits: Limits) -> Count:
        """Solves and forbids the layout until there is none left."""
        clock, length = limits.start(), len(continuation.puzzle.cards)

        def layouts(source: AnchoredPalette) -> Iterator[Placements | None]:
            with Sat(clock, limits) as sat:
                model = _Model(source, length, single=False, sat=sat)
                while line := model.line():
                    placements = model.placements()
                    yield placements
                    model.block(placements)
                if line is None:
                    yield None

        return count_layouts(solo_palettes(continuation), cap, HEAVIEST, layouts)


class HeadContinuationSat:
    name = "sat"

    def solve(
        self, continuation: Continuation[HeadPuzzle, LineSolution], goal: Goal, limits: Limits
    ) -> Outcome[LineSolution]:
        clock, length = limits.start(), continuation.puzzle.length

        def solve_colour(source: AnchoredPalette) -> ColourResult:
            return _line(source, length, True, clock, limits)

        return first_line(head_palettes(continuation), HEAVIEST, solve_colour)


class LongestContinuationSat:
    name = "sat"

    def solve(
        self, continuation: Continuation[LongestPuzzle, LineSolution], goal: Goal, limits: Limits
    ) -> Outcome[LineSolution]:
        """Finds a line through each of the laid cards or none, and then repeatedly one with one more card."""
        clock, partial_layout = (
            limits.start(),
            PartialLayout(continuation.puzzle.cards, continuation.progress),
        )
        parts = list(large_parts(palettes(partial_layout.cards, wild=False), 1))
        candidates: list[AnchoredPalette | Palette] = [*palettes_with_anchors(partial_layout, parts)]
        if not partial_layout.progress.line:
            separate = (without_cards(part, partial_layout.laid_cards()) for part in parts)
            candidates += [palette for palette in separate if palette.sections]

        def solve_colour(source: AnchoredPalette | Palette, min_cards: int) -> ColourResult:
            best = None
            with Sat(clock, limits) as sat:
                model = _longest_model(source, min_cards, sat)
                while line := model.line():
                    best = _longest_solution(partial_layout, model, line)
                    length = len({section.card for section in best.line})
                    if length == len(source.cards) or goal == "any":
                        break
                    model.require(length + 1)
                return best, (sat.stop or "time") if line is None else None

        return longest_line(candidates, goal, HEAVIEST, solve_colour)


def _longest_model(source: AnchoredPalette | Palette, min_cards: int, sat: Sat) -> LineModel:
    if isinstance(source, AnchoredPalette):
        return _Model(source, min_cards, single=False, sat=sat)
    return LineModel(source, min_cards, single=False, sat=sat)


def _longest_solution(partial_layout: PartialLayout, model: LineModel, line: Sequence[int]) -> LineSolution:
    if isinstance(model, _Model):
        return model.continuation(line)
    return beside_the_laid(partial_layout, model.solution(partial_layout.cards, line))

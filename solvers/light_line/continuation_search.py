"""Continues layouts of the line kinds with an exact search that begins at the laid cards."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.continued_growth import ContinuedGrowth, SeparateGrowth
from solvers.light_line.line_growth import Growth, first_grown
from solvers.light_line.longest_search import longest_grown
from solvers.light_line.palette import full_palettes, large_parts, palettes
from solvers.light_line.partial_layout import (
    AnchoredPalette,
    PartialLayout,
    anchored,
    palettes_with_anchors,
    without_cards,
)
from solvers.light_line.solo_search import count_grown
from solvers.protocol import Continuation, Count, Goal, Limits, Outcome


class SoloContinuationSearch:
    name = "search"

    def solve(
        self, continuation: Continuation[SoloPuzzle, LineSolution], goal: Goal, limits: Limits
    ) -> Outcome[LineSolution]:
        cards = continuation.puzzle.cards
        return first_grown(_solo_growths(continuation, 1), cards, len(cards), limits)

    def count(self, continuation: Continuation[SoloPuzzle, LineSolution], cap: int, limits: Limits) -> Count:
        return count_grown(continuation.puzzle, _solo_growths(continuation, cap), cap, limits)


def solo_palettes(continuation: Continuation[SoloPuzzle, LineSolution]) -> Iterator[AnchoredPalette]:
    """Yields the palettes of the colours, and parts of them, in which a line can pass all cards."""
    cards = continuation.puzzle.cards
    partial_layout = PartialLayout(cards, continuation.progress)
    for palette in large_parts(full_palettes(cards), len(cards)):
        source = anchored(partial_layout, palette, partial_layout.anchor(), all_laid=True)
        if source is not None:
            yield source


def _solo_growths(
    continuation: Continuation[SoloPuzzle, LineSolution], cap: int
) -> Iterator[ContinuedGrowth]:
    hand = len(continuation.puzzle.cards) - len(continuation.progress.layout)
    return (ContinuedGrowth(source, cap, hand) for source in solo_palettes(continuation))


class HeadContinuationSearch:
    name = "search"

    def solve(
        self, continuation: Continuation[HeadPuzzle, LineSolution], goal: Goal, limits: Limits
    ) -> Outcome[LineSolution]:
        puzzle = continuation.puzzle
        hand = puzzle.length - len(continuation.progress.layout)
        sources = head_palettes(continuation)
        growths = (ContinuedGrowth(source, 1, hand, revisit=False) for source in sources)
        return first_grown(growths, puzzle.cards, puzzle.length, limits)


def head_palettes(continuation: Continuation[HeadPuzzle, LineSolution]) -> Iterator[AnchoredPalette]:
    """Yields the palettes in which a line can pass as many cards as it must."""
    puzzle = continuation.puzzle
    partial_layout = PartialLayout(puzzle.cards, continuation.progress)
    for palette in large_parts(palettes(puzzle.cards, wild=False), puzzle.length):
        source = anchored(partial_layout, palette, partial_layout.anchor(), all_laid=True)
        if source is not None:
            yield source


class LongestContinuationSearch:
    name = "search"

    def solve(
        self, continuation: Continuation[LongestPuzzle, LineSolution], goal: Goal, limits: Limits
    ) -> Outcome[LineSolution]:
        puzzle, partial_layout = (
            continuation.puzzle,
            PartialLayout(continuation.puzzle.cards, continuation.progress),
        )
        parts = list(large_parts(palettes(puzzle.cards, wild=False), 1))
        hand = len(puzzle.cards) - len(partial_layout.progress.layout)
        growths: list[Growth] = [
            ContinuedGrowth(source, 1, hand) for source in palettes_with_anchors(partial_layout, parts)
        ]
        if not partial_layout.progress.line:
            separate = (without_cards(part, partial_layout.laid_cards()) for part in parts)
            growths += [SeparateGrowth(partial_layout, palette) for palette in separate if palette.sections]
        return longest_grown(puzzle, growths, goal, limits)

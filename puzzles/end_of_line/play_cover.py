"""How end_of_line.cover is played: a move is the next cell of the line.

A step is legal only where the tray can pay for the whole line with it: for every cell so far a card, given
cards in their places, with an exit where the line goes on. Which card lies where is open until the line is
finished, since cards can be handed out in several ways; then they are handed out. So a player who runs out
of cards for a turn is refused the turn at once, and a play in which no step is left is over and lost. If the
tray cannot pay even for the given cards, the play is lost before the first step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line.board import ANY_CELL, HEADINGS, TURNS, Cell, PlacedCard, heading_after
from puzzles.end_of_line.card_matching import can_pay, fits, hand_out
from puzzles.end_of_line.cover_puzzle import CoverPuzzle, CoverSolution
from puzzles.end_of_line.drawing.position import cover_text
from puzzles.end_of_line.play import cell_name
from puzzles.json_shapes import ObjectShape
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import BoardCell, Phrase, phrase


@dataclass(frozen=True)
class Step:
    """Lead the line to its next cell."""

    cell: Cell


# The turn between two headings.
_TURN = {(heading, heading_after(heading, turn)): turn for heading in HEADINGS for turn in TURNS}
_STEP = ObjectShape({"cell": ANY_CELL}, what="a move: an object with cell")


@dataclass(frozen=True)
class CoverPosition:
    """The line so far: its cells in order, without the start card's."""

    puzzle: CoverPuzzle
    line: tuple[Cell, ...]

    @cached_property
    def free(self) -> frozenset[Cell]:
        """The cells that are still to be covered."""
        return frozenset(self.puzzle.area.free_cells()).difference(self.line)

    def end(self) -> Cell:
        """The cell of the line's last card, or of the start card."""
        return self.line[-1] if self.line else self.puzzle.area.start.cell


class CoverPlay:
    """The rules; see puzzles.play.Play for what each member is for."""

    def begin(self, puzzle: CoverPuzzle) -> CoverPosition:
        return CoverPosition(puzzle, ())

    def player(self, position: CoverPosition) -> str | None:
        return None

    def moves(self, position: CoverPosition) -> tuple[Step, ...]:
        """Returns the steps left, straight on and right for which there is a free cell and a card."""
        puzzle, line = position.puzzle, position.line
        return tuple(Step(cell) for cell in _cells_ahead(position) if _allowed(puzzle, (*line, cell)))

    def after(self, position: CoverPosition, move: Step) -> CoverPosition:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        return CoverPosition(position.puzzle, (*position.line, move.cell))

    def outcome(self, position: CoverPosition) -> Outcome | None:
        if not position.free:
            return Outcome(solved=True)
        if self.moves(position):
            return None
        return Outcome(solved=False, reason=_reason(position))

    def solution(self, position: CoverPosition) -> CoverSolution:
        """The line with cards handed out; an unfinished one may get others when it goes on."""
        cards = cards_along(position.puzzle, position.line)
        return CoverSolution(tuple(map(PlacedCard, cards, position.line)))

    def describe(self, position: CoverPosition, move: Step) -> Phrase:
        turn = turns_along(position.puzzle, (*position.line, move.cell))[-2] if position.line else "S"
        return phrase(f"end_of_line.play.step.{turn}", cell=BoardCell(*move.cell))

    def notation(self, position: CoverPosition, move: Step) -> str:
        """`C3`"""
        return cell_name(move.cell)

    def draw_text(self, position: CoverPosition, look: TextLook = PLAIN_TEXT) -> str:
        line = _cards_to_show(position) if position.free else self.solution(position).line
        return cover_text(position.puzzle, line, look)

    def parse_move(self, document: object) -> Step:
        return Step(_STEP.read(document)["cell"])

    def serialise_move(self, move: Step) -> dict[str, Any]:
        return {"cell": list(move.cell)}


def turns_along(puzzle: CoverPuzzle, line: Sequence[Cell]) -> list[str | None]:
    """The turn with which the line leaves each of its cells; None for the last."""
    headings = _headings(puzzle, line)
    return [_TURN[entry, leave] for entry, leave in pairwise(headings)] + [None] * bool(line)


def cards_along(puzzle: CoverPuzzle, line: Sequence[Cell]) -> tuple[str, ...]:
    """A card for every cell of a line for which the tray can pay, given cards in their places."""
    given_cards = {given.cell: given.card for given in puzzle.givens}
    turns = zip(line, turns_along(puzzle, line), strict=True)
    handed_out = hand_out(puzzle.tray_left(), [turn for cell, turn in turns if cell not in given_cards])
    if handed_out is None:
        raise ValueError("the tray cannot pay for this line")
    others = iter(handed_out)
    return tuple(given_cards[cell] if cell in given_cards else next(others) for cell in line)


def _headings(puzzle: CoverPuzzle, line: Sequence[Cell]) -> list[str]:
    """The heading with which the line enters each of its cells."""
    area = puzzle.area
    return [area.torus.heading[step] for step in pairwise([area.start.cell, *line])]


def _cells_ahead(position: CoverPosition) -> list[Cell]:
    """The free cells beside the end of the line: only the one in front of the start card at first."""
    area = position.puzzle.area
    if position.line:
        entry = _headings(position.puzzle, position.line)[-1]
        cells = [area.neighbour(position.end(), heading_after(entry, turn)) for turn in TURNS]
    else:
        cells = [area.first_cell()]
    return [cell for cell in cells if cell in position.free]


def _allowed(puzzle: CoverPuzzle, line: tuple[Cell, ...]) -> bool:
    """Whether the line goes through given cards as it must, and the tray can pay for the others.

    The cards that are given elsewhere on the board are not to be had.
    """
    given_by_cell = {given.cell: given for given in puzzle.givens}
    entry, turns = _headings(puzzle, line)[-1], turns_along(puzzle, line)
    last = given_by_cell.get(line[-1])
    if last is not None and last.heading not in (None, entry):
        return False
    steps = list(zip(line, turns, strict=True))
    if not all(fits(given_by_cell[cell].card, turn) for cell, turn in steps if cell in given_by_cell):
        return False
    tray = puzzle.tray_left()
    return min(tray) >= 0 and can_pay(tray, (turn for cell, turn in steps if cell not in given_by_cell))


def _reason(position: CoverPosition) -> Phrase:
    """Why no step is left."""
    if min(position.puzzle.tray_left()) < 0:
        return phrase("end_of_line.play.tray_too_small")
    cell = BoardCell(*position.end())
    if not _cells_ahead(position):
        return phrase("end_of_line.play.no_free_cell", cell=cell)
    return phrase("end_of_line.play.no_card_for_turn", cell=cell)


def _cards_to_show(position: CoverPosition) -> tuple[PlacedCard, ...]:
    """An unfinished line, whose cards are not settled.

    Each cell shows its given card, or else only the exit that the line uses, and the last one every way on.
    """
    given_cards = {given.cell: given.card for given in position.puzzle.givens}
    turns = turns_along(position.puzzle, position.line)
    return tuple(
        PlacedCard(given_cards.get(cell, turn or "LSR"), cell)
        for cell, turn in zip(position.line, turns, strict=True)
    )

"""Drawings of END OF LINE puzzles, as a picture and for the terminal.

draw_trace works out what a line looks like, draw_svg and draw_text draw the board, draw_cards single cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from puzzles.end_of_line.board import CARDS, Area, Cell
from puzzles.end_of_line.draw_cards import Block, deck_block, energy_block, tray_block, words
from puzzles.end_of_line.draw_svg import Board
from puzzles.end_of_line.draw_text import board_lines, deck_lines, tray_lines
from puzzles.end_of_line.draw_trace import Given, Steps, Trace, trace_of
from puzzles.svg import document, number, tag

# The width of a board beside which the cards below it have their own size; below wider ones they grow.
PLAIN_WIDTH = 620.0


@dataclass(frozen=True)
class SoloDrawing:
    area: Area
    deck: tuple[str, ...]
    energy: int

    def text(self, steps: Steps | None) -> str:
        trace = trace_of(self.area, (), steps)
        below = [*deck_lines(self.deck), f"Energy: {self.energy}"]
        return _text(board_lines(self.area, (), trace), trace, below)

    def svg(self, steps: Steps | None) -> str:
        board = Board(self.area, (), trace_of(self.area, (), steps))
        scale = _scale(board)
        width = board.width() / scale
        blocks = [energy_block(self.energy, width), deck_block(self.deck, width)]
        told = f"Energy: {self.energy}. Deck, first drawn first: {', '.join(self.deck) or 'no cards'}."
        return _picture(board, blocks, "solo", told)


@dataclass(frozen=True)
class CoverDrawing:
    area: Area
    tray: Mapping[str, int]
    givens: tuple[tuple[Cell, str, str | None], ...]

    def text(self, steps: Steps | None) -> str:
        trace = trace_of(self.area, self.givens, steps)
        below = tray_lines(self.tray, self._given())
        return _text(board_lines(self.area, self.givens, trace), trace, below)

    def svg(self, steps: Steps | None) -> str:
        board = Board(self.area, self.givens, trace_of(self.area, self.givens, steps))
        blocks = [tray_block(self.tray, self._given(), board.width() / _scale(board))]
        counts = (f"{self.tray[card]} {card}" for card in CARDS if self.tray.get(card, 0))
        return _picture(board, blocks, "cover", f"Tray: {', '.join(counts) or 'no cards'}.")

    def _given(self) -> Counter[str]:
        return Counter(card for _, card, _ in self.givens)


def _text(board: list[str], trace: Trace, below: list[str]) -> str:
    return "\n".join([*board, "", *below, *_off_board(trace)]) + "\n"


def _picture(board: Board, blocks: Iterable[Block], kind: str, told: str) -> str:
    """The board with the blocks below it, one under the other."""
    top, scale, below = board.height() + 4, _scale(board), []
    for block in blocks:
        below.append(tag("g", block.markup, transform=f"translate(0 {number(top)}) scale({number(scale)})"))
        top += (block.height + 6) * scale
    for note in _off_board(board.trace):
        below.append(words(note, (board.width() / 2, top), 10, 0.5))
        top += 22
    title = f"END OF LINE {kind} puzzle, {board.area.rows} x {board.area.cols}"
    if board.trace.laid:
        title += f", with a line of {len(board.trace.laid)} cards"
    desc = " ".join([*_described(board.area, board.givens), told, *_line_described(board.trace)])
    return document(board.width(), top, title, desc, *board.layers(), *below)


def _scale(board: Board) -> float:
    return min(1.5, max(1.0, board.width() / PLAIN_WIDTH))


def _off_board(trace: Trace) -> list[str]:
    if not trace.off_board:
        return []
    return [f"Not drawn, for they lie off the board: {trace.off_board}"]


def _described(area: Area, givens: tuple[Given, ...]) -> Iterator[str]:
    """The puzzle's board in words, for those who cannot see it."""
    yield f"A board of {area.rows} rows and {area.cols} columns; opposite edges are joined."
    yield f"The start card stands on {area.start.cell}, heading {area.start.heading}."
    if area.blocked:
        yield f"Blocked: {', '.join(map(str, area.blocked))}."
    if givens:
        yield f"Given: {'; '.join(_given_described(*given) for given in givens)}."


def _given_described(cell: Cell, card: str, heading: str | None) -> str:
    return f"{card} on {cell}, " + (f"entered heading {heading}" if heading else "in any direction")


def _line_described(trace: Trace) -> Iterator[str]:
    if trace.laid:
        yield f"The line: {', '.join(f'{c.number} {c.card} on {c.cell}' for c in trace.laid)}."
    dead = ", ".join(str(card.number) for card in trace.laid if card.dead)
    if dead:
        yield f"Dead ends that a reverse left: {dead}."
    broken = ", ".join(str(card.number) for card in trace.laid if card.broken)
    if broken:
        yield f"Breaking a rule: {broken}."

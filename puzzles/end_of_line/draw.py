"""Drawings of END OF LINE puzzles, as a picture and for the terminal, with any solution or none.

draw_play says what a solution is and tells of it in words, draw_trace works out what its line looks like.
draw_svg draws the board with the signs of draw_signs, draw_cards single cards, draw_words what is said below;
draw_text does all that for the terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzles.end_of_line.board import CARDS, Area, Cell
from puzzles.end_of_line.draw_cards import Block, deck_block, energy_block, tray_block
from puzzles.end_of_line.draw_play import HARD_SPACE, Play, cell_words
from puzzles.end_of_line.draw_signs import WRONG
from puzzles.end_of_line.draw_svg import Board
from puzzles.end_of_line.draw_text import board_lines, deck_lines, note_lines, round_lines, tray_lines
from puzzles.end_of_line.draw_trace import Given, Trace, trace_of
from puzzles.end_of_line.draw_words import legend_block, rounds_block, words_block
from puzzles.look import PLAIN, Look
from puzzles.svg import document, number, tag

# The width of a board beside which the cards below it have their own size; below wider ones they grow.
PLAIN_WIDTH = 620.0


@dataclass(frozen=True)
class SoloDrawing:
    area: Area
    deck: tuple[str, ...]
    energy: int

    def text(self, play: Play | None) -> str:
        trace = trace_of(self.area, play)
        below = deck_lines(self.deck)
        if play is not None:
            below = [*round_lines(play.round_words()), *below]
        return _text(board_lines(self.area, (), trace), [*below, *self._told(play)], trace, play)

    def svg(self, play: Play | None, look: Look = PLAIN) -> str:
        board = Board(self.area, (), trace_of(self.area, play), play.firsts() if play else {})
        width = board.width() / _scale(board)
        blocks = [energy_block(self.energy, play.energy_left(self.energy) if play else None, width)]
        if play is not None:
            if play.score is not None:
                blocks.append(words_block(f"SCORE {play.score}", 11, width))
                blocks.append(
                    words_block(_score_words(play.score, play.energy_left(self.energy)), 7.5, width)
                )
            blocks.append(rounds_block(play.round_words(), width))
        blocks.append(deck_block(self.deck, width))
        told = [*self._told(play), f"Deck, first drawn first: {', '.join(self.deck) or 'no cards'}"]
        if play is not None:
            rounds = (f"{i + 1}: {words}" for i, words in enumerate(play.round_words()))
            told.append(f"Rounds, with the cards' numbers: {'; '.join(rounds) or 'none'}")
        return _picture(board, self.deck, blocks, "solo", told, play)

    def _told(self, play: Play | None) -> Iterator[str]:
        if play is None:
            yield f"Energy: {self.energy}"
            return
        left = play.energy_left(self.energy)
        yield f"Energy left: {left} of {self.energy}"
        if play.score is not None:
            yield f"Score: {play.score} ({_score_words(play.score, left)})"


@dataclass(frozen=True)
class CoverDrawing:
    area: Area
    tray: Mapping[str, int]
    givens: tuple[Given, ...]

    def text(self, play: Play | None) -> str:
        trace = trace_of(self.area, play)
        below = tray_lines(self.tray, self._given())
        return _text(board_lines(self.area, self.givens, trace), below, trace, play)

    def svg(self, play: Play | None, look: Look = PLAIN) -> str:
        board = Board(self.area, self.givens, trace_of(self.area, play))
        blocks = [tray_block(self.tray, self._given(), board.width() / _scale(board))]
        cards = [card for card in CARDS if self.tray.get(card, 0)]
        told = f"Tray: {', '.join(f'{self.tray[card]} {card}' for card in cards) or 'no cards'}"
        return _picture(board, cards, blocks, "cover", [told], play)

    def _given(self) -> Counter[str]:
        return Counter(card for _, card, _ in self.givens)


def _score_words(score: int, energy: int) -> str:
    return f"{score - energy} for cards not placed, {energy} for energy left"


def _text(board: list[str], below: Sequence[str], trace: Trace, play: Play | None) -> str:
    return "\n".join([*board, "", *below, *note_lines(_notes(trace, play))]) + "\n"


def _notes(trace: Trace, play: Play | None) -> list[str]:
    """What is wrong, and what the board cannot show."""
    verdict = play.verdict() if play else None
    return [*([verdict] if verdict else ()), *trace.notes()]


def _picture(
    board: Board, cards: Sequence[str], blocks: list[Block], kind: str, told: Sequence[str], play: Play | None
) -> str:
    """The board with its legend, the notes and the blocks below it, one under the other."""
    scale, notes = _scale(board), _notes(board.trace, play)
    width = board.width() / scale
    said = [words_block(note, 8, width, WRONG) for note in notes]
    top, below = board.height() + 4, []
    for block in (legend_block(board, cards, width), *said, *blocks):
        below.append(tag("g", block.markup, transform=f"translate(0 {number(top)}) scale({number(scale)})"))
        top += (block.height + 6) * scale
    title = f"END OF LINE {kind} puzzle, {board.area.rows} x {board.area.cols}"
    if board.trace.laid:
        title += f", with a line of {len(board.trace.laid)} cards"
    if play is not None and play.score is not None:
        title += f", score {play.score}"
    if play is not None and play.violations:
        title += ", not valid"
    sentences = [*_described(board.area, board.givens), *told, *_line_described(board.trace), *notes]
    desc = " ".join(f"{sentence}." for sentence in sentences).replace(HARD_SPACE, " ")
    return document(board.width(), top, title, desc, *board.layers(), *below)


def _scale(board: Board) -> float:
    return min(1.5, max(1.0, board.width() / PLAIN_WIDTH))


def _described(area: Area, givens: tuple[Given, ...]) -> Iterator[str]:
    """The puzzle's board in words, for those who cannot see it."""
    yield f"A board of {area.rows} rows and {area.cols} columns; opposite edges are joined"
    yield f"The start card stands on {cell_words(area.start.cell)}, heading {area.start.heading}"
    if area.blocked:
        yield f"Blocked: {', '.join(map(cell_words, area.blocked))}"
    if givens:
        yield f"Given: {'; '.join(_given_described(*given) for given in givens)}"


def _given_described(cell: Cell, card: str, heading: str | None) -> str:
    return f"{card} on {cell_words(cell)}, " + (
        f"entered heading {heading}" if heading else "in any direction"
    )


def _line_described(trace: Trace) -> Iterator[str]:
    if trace.laid:
        yield f"The line: {', '.join(f'{c.number} {c.card} on {cell_words(c.cell)}' for c in trace.laid)}"
    dead = ", ".join(str(card.number) for card in trace.laid if card.dead)
    if dead:
        yield f"Dead ends that a reverse left: {dead}"

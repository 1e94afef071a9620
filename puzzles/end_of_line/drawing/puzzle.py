"""Drawings of END OF LINE puzzles, as a picture and for the terminal, with any solution or none.

solution has words for a solution, trace works out how its line lies. board draws the board with the signs of
signs, cards draws single cards, legend the words below the board, answer a line that is printed small; text
draws for the terminal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from puzzles.drawing.blocks import Block, stack
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.lists import HARD_SPACE
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.svg import tag, translation
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line.board import CARDS, Area
from puzzles.end_of_line.drawing import paper
from puzzles.end_of_line.drawing.answer import AnswerDrawing
from puzzles.end_of_line.drawing.board import Board
from puzzles.end_of_line.drawing.cards import deck_block, energy_block, tray_block
from puzzles.end_of_line.drawing.legend import legend_block, rounds_block, words_block
from puzzles.end_of_line.drawing.signs import GREYS, WRONG
from puzzles.end_of_line.drawing.small_text_board import given_words
from puzzles.end_of_line.drawing.solution import JudgedSolution, board_cell
from puzzles.end_of_line.drawing.text import board_lines, deck_lines, note_lines, round_lines, tray_lines
from puzzles.end_of_line.drawing.trace import GivenCard, Trace, trace_of
from puzzles.texts import Phrase, Translator, phrase

# The widest board below which cards keep their size; below wider boards they are scaled up.
PLAIN_WIDTH = 620.0


@dataclass(frozen=True)
class DeckView(ABC):
    """What is drawn of a puzzle with a deck in a known order, and energy.

    name    of the kind, in the keys of texts
    rounds  what the steps of its solutions are called, in the keys of texts
    """

    area: Area
    deck: tuple[str, ...]
    energy: int

    name: ClassVar[str]
    rounds: ClassVar[str]

    @abstractmethod
    def tracks(self, look: Look) -> Block:
        """What a book has beside the board."""

    def text(self, solution: JudgedSolution | None, look: TextLook = PLAIN_TEXT) -> str:
        trace = trace_of(self.area, solution)
        below = deck_lines(self.deck, look)
        if solution is not None:
            below = [*round_lines(solution.round_words(look.translator), look, self.rounds), *below]
        results = map(look.translator.render, self._results(solution))
        below += note_lines([*results, *_notes(trace, solution, look.translator)], look)
        return look.document([board_lines(self.area, (), trace, look), below])

    def draw(self, solution: JudgedSolution | None, look: Look = PLAIN) -> Drawing:
        trace, firsts = trace_of(self.area, solution), solution.first_cards() if solution else {}
        if look.answer:
            board: Board = AnswerDrawing(self.area, (), trace, look=look, with_open_exits=True)
            blocks = []
        else:
            board = Board(self.area, (), trace, firsts, look)
            blocks = self._blocks(solution, board.width() / _scale(board), look.translator)
        beside = None
        if look.on_paper and solution is None:
            beside, blocks = paper.deck_by_board(board, self.tracks(look), self.deck)
        deck = self.deck or phrase("end_of_line.drawing.no_cards")
        facts = [*self._results(solution), phrase("end_of_line.drawing.deck_told", cards=deck)]
        if solution is not None:
            rounds = "; ".join(
                f"{i + 1}: {text}" for i, text in enumerate(solution.round_words(look.translator))
            )
            none = phrase("end_of_line.drawing.none")
            facts.append(phrase(f"end_of_line.drawing.{self.rounds}_told", rounds=rounds or none))
        title = f"end_of_line.drawing.title_{self.name}"
        return _picture(board, self.deck, blocks, title, facts, solution, beside)

    def _blocks(self, solution: JudgedSolution | None, width: float, translator: Translator) -> list[Block]:
        left = None if solution is None else solution.energy_left(self.energy)
        blocks = [energy_block(self.energy, left, width, translator)]
        if solution is not None and left is not None:
            if solution.score is not None:
                score = translator.text("end_of_line.drawing.score", score=solution.score)
                blocks.append(words_block(score, 11, width))
                blocks.append(words_block(translator.render(_score_words(solution.score, left)), 7.5, width))
            blocks.append(rounds_block(solution.round_words(translator), width, translator, self.rounds))
        return [*blocks, deck_block(self.deck, width, translator)]

    def _results(self, solution: JudgedSolution | None) -> Iterator[Phrase]:
        """The energy, and the score of a solution."""
        if solution is None:
            yield phrase("end_of_line.drawing.energy_told", energy=self.energy)
            return
        left = solution.energy_left(self.energy)
        yield phrase("end_of_line.drawing.energy_left_told", left=left, energy=self.energy)
        if solution.score is not None:
            why = _score_words(solution.score, left)
            yield phrase("end_of_line.drawing.score_told", score=solution.score, why=why)


@dataclass(frozen=True)
class SoloView(DeckView):
    """What is drawn of a solo puzzle."""

    name = "solo"
    rounds = "rounds"

    def tracks(self, look: Look) -> Block:
        return paper.solo_tracks(self.energy, len(self.deck), look)


@dataclass(frozen=True)
class ClassicView(DeckView):
    """What is drawn of a classic solitaire."""

    name = "classic"
    rounds = "actions"

    def tracks(self, look: Look) -> Block:
        return paper.classic_tracks(self.energy, len(self.deck), look)


@dataclass(frozen=True)
class CoverView:
    """What is drawn of a cover puzzle; `tray` is the number of cards by their codes."""

    area: Area
    tray: Mapping[str, int]
    givens: tuple[GivenCard, ...]

    def text(self, solution: JudgedSolution | None, look: TextLook = PLAIN_TEXT) -> str:
        trace = trace_of(self.area, solution)
        below = tray_lines(self.tray, self._given_counts(), look)
        below += note_lines(_notes(trace, solution, look.translator), look)
        return look.document([board_lines(self.area, self.givens, trace, look), below])

    def draw(self, solution: JudgedSolution | None, look: Look = PLAIN) -> Drawing:
        trace = trace_of(self.area, solution)
        beside, blocks = None, list[Block]()
        if look.answer:
            board: Board = AnswerDrawing(self.area, self.givens, trace, look=look)
        else:
            board = Board(self.area, self.givens, trace, look=look)
            if look.on_paper:
                beside, blocks = paper.tray_by_board(board, self.tray, self._given_counts())
            else:
                width = board.width() / _scale(board)
                blocks = [tray_block(self.tray, self._given_counts(), width, look.translator)]
        cards = [card for card in CARDS if self.tray.get(card, 0)]
        counts = tuple(f"{self.tray[card]} {card}" for card in cards)
        tray = phrase("end_of_line.drawing.tray_told", cards=counts or phrase("end_of_line.drawing.no_cards"))
        return _picture(board, cards, blocks, "end_of_line.drawing.title_cover", [tray], solution, beside)

    def _given_counts(self) -> Counter[str]:
        return Counter(card for _, card, _ in self.givens)


def _score_words(score: int, energy: int) -> Phrase:
    return phrase("end_of_line.drawing.score_why", cards=score - energy, energy=energy)


def _notes(trace: Trace, solution: JudgedSolution | None, translator: Translator) -> list[str]:
    """Returns the notes on what is wrong, and on what the board cannot show."""
    verdict = solution.verdict(translator) if solution else None
    return [*([verdict] if verdict else ()), *trace.notes(translator)]


def _picture(
    board: Board,
    cards: Sequence[str],
    blocks: list[Block],
    title: str,
    facts: Sequence[Phrase],
    solution: JudgedSolution | None,
    beside: Block | None = None,
) -> Drawing:
    """The board with its legend, the notes and the blocks below it, one under the other."""
    look = board.look
    scale = 1.0 if look.on_paper else _scale(board)
    notes = _notes(board.trace, solution, look.translator)
    width = board.width() / scale
    if not look.answer:
        blocks = [*(words_block(note, 8, width, WRONG) for note in notes), *blocks]
    if look.explained:
        blocks = [legend_block(board, cards, width), *blocks]
    wide, top = board.width(), board.height()
    aside = ""
    if beside is not None:
        aside = tag("g", beside.markup, transform=translation(wide, board.margin))
        wide, top = wide + beside.width, max(top, board.margin + beside.height)
    below, height = stack(blocks, (0, top + (4 if blocks else 0)), gap=6, scale=scale)
    sentences = [*map(look.translator.render, _described(board, facts)), *notes]
    description = " ".join(f"{sentence}." for sentence in sentences).replace(HARD_SPACE, " ")
    markup = look.inked("\n".join((*board.layers(), *([aside] if aside else []), *below)), GREYS)
    return Drawing(wide, height, _title(board, title, solution), description, markup)


def _title(board: Board, title: str, solution: JudgedSolution | None) -> str:
    parts = [phrase(title, rows=board.area.rows, cols=board.area.cols)]
    if board.trace.cards:
        parts.append(phrase("end_of_line.drawing.title_line", n=len(board.trace.cards)))
    if solution is not None and solution.score is not None:
        parts.append(phrase("end_of_line.drawing.title_score", score=solution.score))
    if solution is not None and solution.violations:
        parts.append(phrase("end_of_line.drawing.title_not_valid"))
    return board.look.translator.render(tuple(parts))


def _scale(board: Board) -> float:
    return min(1.5, max(1.0, board.width() / PLAIN_WIDTH))


def _described(board: Board, facts: Sequence[Phrase]) -> Iterator[Phrase]:
    """Describes the picture for people who cannot see it."""
    area = board.area
    yield phrase("end_of_line.drawing.board", rows=area.rows, cols=area.cols)
    heading = _heading(area.start.heading)
    yield phrase("end_of_line.drawing.start_told", cell=board_cell(area.start.cell), heading=heading)
    if area.blocked:
        yield phrase("end_of_line.drawing.blocked_told", cells=tuple(map(board_cell, area.blocked)))
    if board.givens:
        givens = "; ".join(
            board.look.translator.render(given_words(given_card)) for given_card in board.givens
        )
        yield phrase("end_of_line.drawing.given_told", givens=givens)
    yield from facts
    yield from _line_described(board.trace, board.look.translator)


def _heading(heading: str) -> Phrase:
    return phrase(f"end_of_line.drawing.heading.{heading}")


def _line_described(trace: Trace, translator: Translator) -> Iterator[Phrase]:
    if trace.cards:
        yield phrase(
            "end_of_line.drawing.line_told", cards=tuple(card.in_words(translator) for card in trace.cards)
        )
    dead = tuple(card.number for card in trace.cards if card.dead)
    if dead:
        yield phrase("end_of_line.drawing.dead_ends_told", cards=dead)

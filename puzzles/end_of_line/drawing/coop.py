"""Drawings of co-operative puzzles: several lines on one board, and each player's deck below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from puzzles.drawing.blocks import Block
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.drawing.answer import AnswerDrawing, SharedAnswerDrawing
from puzzles.end_of_line.drawing.board import Board, SharedBoard
from puzzles.end_of_line.drawing.cards import energy_block
from puzzles.end_of_line.drawing.coop_lines import all_cards, board_area, lines_of
from puzzles.end_of_line.drawing.coop_sheets import player_block, sheets_by_board
from puzzles.end_of_line.drawing.coop_solution import JudgedRounds
from puzzles.end_of_line.drawing.legend import rounds_block, words_block
from puzzles.end_of_line.drawing.line_style import PLAYER_STYLES
from puzzles.end_of_line.drawing.picture import PictureWords, heading_words, picture, scale_below
from puzzles.end_of_line.drawing.small_text_board import line_words
from puzzles.end_of_line.drawing.solution import board_cell
from puzzles.end_of_line.drawing.text import (
    NO_CARDS,
    note_lines,
    round_lines,
    sentence_lines,
    shared_board_lines,
)
from puzzles.end_of_line.drawing.text_signs import TextLine
from puzzles.texts import Part, Phrase, Translator, phrase


@dataclass(frozen=True)
class CoopView:
    """What is drawn of a co-operative puzzle, and of a solution where there is one."""

    puzzle: CoopPuzzle
    solution: JudgedRounds | None = None

    @cached_property
    def lines(self) -> tuple[TextLine, ...]:
        return lines_of(self.puzzle, self.solution)

    def text(self, look: TextLook = PLAIN_TEXT) -> str:
        below = []
        if self.solution is not None:
            below += round_lines(self.solution.round_words(look.translator), look)
        for sentence in (*self._decks(), *self._results()):
            below += sentence_lines(sentence, look)
        below += note_lines(self._notes(look.translator), look)
        return look.document([shared_board_lines(self.lines, board_area(self.puzzle), look), below])

    def draw(self, look: Look = PLAIN) -> Drawing:
        board, beside, blocks = self._board(look), None, list[Block]()
        if look.on_paper and self.solution is None:
            beside, blocks = sheets_by_board(board, self.puzzle)
        elif not look.answer:
            blocks = list(self._blocks(board.width() / scale_below(board), look.translator))
        words = PictureWords(
            tuple(self._title()),
            tuple(self._described(look.translator)),
            tuple(self._notes(look.translator)),
        )
        cards = {card for player in self.puzzle.players for card in player.deck}
        wide_below = max((block.width for block in blocks), default=0.0) if look.on_paper else 0.0
        return picture(board, cards, blocks, words, beside, wide_below)

    def _board(self, look: Look) -> Board:
        """The board, of which each line is drawn by a board of its own."""
        boards = []
        for i, line in enumerate(self.lines):
            rounds = self.solution.first_cards(i) if self.solution else {}
            parts = board_area(self.puzzle, i), (), line.trace, rounds, look, PLAYER_STYLES[i]
            boards.append(AnswerDrawing(*parts, with_open_exits=True) if look.answer else Board(*parts))
        # The legend explains the rounds' numbers where any board has them.
        rounds = {number: first for board in boards for number, first in board.rounds.items()}
        area, trace = board_area(self.puzzle), all_cards(self.lines)
        shared = SharedAnswerDrawing if look.answer else SharedBoard
        return shared(area, (), trace, rounds, look, lines=tuple(boards))

    def _blocks(self, width: float, translator: Translator) -> Iterator[Block]:
        """The turns and the energy, or the rounds and the score of a solution, and the players' decks."""
        if self.solution is None:
            yield energy_block(self.puzzle.energy, None, width, translator)
            for sentence in self._results():
                yield words_block(translator.render(sentence), 7.5, width)
        else:
            if self.solution.score is not None:
                score = translator.text("end_of_line.drawing.score", score=self.solution.score)
                yield words_block(score, 11, width)
            yield rounds_block(self.solution.round_words(translator), width, translator)
        for i, player in enumerate(self.puzzle.players):
            yield player_block(PLAYER_STYLES[i], player.deck, self._energy_left(i), width, translator)

    def _energy_left(self, player: int) -> int | None:
        if self.solution is None:
            return None
        return self.solution.of_player(player).energy_left(self.puzzle.energy)

    def _order(self) -> Phrase:
        players = tuple(range(1, len(self.puzzle.players) + 1))
        return phrase("end_of_line.coop.drawing.order", players=players)

    def _decks(self) -> Iterator[Phrase]:
        for i, player in enumerate(self.puzzle.players, 1):
            cards = player.deck or NO_CARDS
            yield phrase("end_of_line.coop.drawing.deck_told", player=i, cards=cards)

    def _results(self) -> Iterator[Phrase]:
        """The order of turns and the energy; of a solution what is left of it, and the score."""
        if self.solution is None:
            yield self._order()
            yield phrase("end_of_line.coop.drawing.energy_told", energy=self.puzzle.energy)
            return
        for i in range(len(self.puzzle.players)):
            left = {"left": self._energy_left(i) or 0, "energy": self.puzzle.energy}
            yield phrase("end_of_line.coop.drawing.energy_left_told", player=i + 1, **left)
        if self.solution.score is not None:
            yield phrase("end_of_line.coop.drawing.score_told", score=self.solution.score)

    def _title(self) -> Iterator[Phrase]:
        puzzle, solution = self.puzzle, self.solution
        players = len(puzzle.players)
        yield phrase("end_of_line.coop.drawing.title", rows=puzzle.rows, cols=puzzle.cols, players=players)
        if solution is None:
            return
        cards = sum(len(turn.cards) for game_round in solution.rounds for turn in game_round.turns)
        if cards:
            yield phrase("end_of_line.coop.drawing.title_lines", n=cards)
        if solution.score is not None:
            yield phrase("end_of_line.drawing.title_score", score=solution.score)
        if solution.violations:
            yield phrase("end_of_line.drawing.title_not_valid")

    def _described(self, translator: Translator) -> Iterator[Phrase]:
        """Describes the picture for people who cannot see it."""
        puzzle = self.puzzle
        yield phrase("end_of_line.drawing.board", rows=puzzle.rows, cols=puzzle.cols)
        for i, player in enumerate(puzzle.players, 1):
            where: dict[str, Part] = {
                "cell": board_cell(player.start.cell),
                "heading": heading_words(player.start.heading),
            }
            yield phrase("end_of_line.coop.drawing.start_told", player=i, **where)
        if puzzle.blocked:
            yield phrase("end_of_line.drawing.blocked_told", cells=tuple(map(board_cell, puzzle.blocked)))
        yield from self._results()
        yield from self._decks()
        if self.solution is not None:
            words = enumerate(self.solution.round_words(translator), 1)
            rounds = " / ".join(f"{number}: {text}" for number, text in words)
            none = phrase("end_of_line.drawing.none")
            yield phrase("end_of_line.drawing.rounds_told", rounds=rounds or none)
        for line in self.lines:
            if line.trace.cards:
                yield line_words(line, translator)
            dead = tuple(card.number for card in line.trace.cards if card.dead)
            if dead:
                yield phrase("end_of_line.drawing.dead_ends_told", cards=dead)

    def _notes(self, translator: Translator) -> Iterator[str]:
        """Yields notes on what is wrong, and on what the board cannot show."""
        verdict = self.solution.verdict(translator) if self.solution else None
        if verdict:
            yield verdict
        for line in self.lines:
            for note in line.trace.notes(translator):
                yield translator.text("end_of_line.coop.of_player", player=line.player or 0, words=note)

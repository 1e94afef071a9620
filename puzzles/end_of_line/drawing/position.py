"""A position of a play for the terminal: the board with the line so far, and what the player has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzles.drawing.terminal import TextLook
from puzzles.end_of_line.board import CARDS, PlacedCard, Round
from puzzles.end_of_line.cover_puzzle import CoverPuzzle
from puzzles.end_of_line.drawing.actions import judged_actions
from puzzles.end_of_line.drawing.solution import JudgedSolution
from puzzles.end_of_line.drawing.text import NO_CARDS, board_lines, sentence_lines, tray_lines
from puzzles.end_of_line.drawing.trace import trace_of
from puzzles.end_of_line.solo_puzzle import round_size
from puzzles.texts import Part, Phrase, phrase

if TYPE_CHECKING:  # the play draws its positions with this module
    from puzzles.end_of_line.play_classic import ClassicPosition
    from puzzles.end_of_line.play_solo import SoloPosition


def solo_text(position: SoloPosition, look: TextLook) -> str:
    """The board, the round, the hand, the energy and the rest of the deck."""
    area = position.puzzle.area
    trace = trace_of(area, JudgedSolution(position.rounds), position.joints())
    left, energy = position.energy, position.puzzle.energy
    below = [
        *([_round_phrase(len(position.rounds), position.round)] if position.free else []),
        phrase("end_of_line.play.hand", cards=_cards(position.hand)),
        phrase("end_of_line.play.energy", left=left, energy=energy),
        phrase("end_of_line.play.deck", cards=_cards(position.deck)),
    ]
    lines = [line for sentence in below for line in sentence_lines(sentence, look)]
    return look.document([board_lines(area, (), trace, look), lines])


def classic_text(position: ClassicPosition, look: TextLook) -> str:
    """The board, the deck, the discard pile and the energy."""
    area = position.puzzle.area
    trace = trace_of(area, judged_actions(position.puzzle.deck, position.actions), position.joints())
    left, energy = position.energy, position.puzzle.energy
    below = [
        phrase("end_of_line.play.deck", cards=_cards(position.deck)),
        phrase("end_of_line.play.pile", cards=_cards(position.pile[::-1])),
        phrase("end_of_line.play.energy", left=left, energy=energy),
    ]
    lines = [line for sentence in below for line in sentence_lines(sentence, look)]
    return look.document([board_lines(area, (), trace, look), lines])


def cover_text(puzzle: CoverPuzzle, line: Sequence[PlacedCard], look: TextLook) -> str:
    """The board, how many cells are left, and the tray."""
    area = puzzle.area
    left = len(area.free_cells()) - len(line)
    givens = tuple((given_card.cell, given_card.card, given_card.heading) for given_card in puzzle.givens)
    trace = trace_of(area, JudgedSolution((Round(tuple(line)),)))
    given_counts = Counter(given_card.card for given_card in puzzle.givens)
    below = [
        *sentence_lines(phrase("end_of_line.play.cells_left", cells=left), look),
        *tray_lines(dict(zip(CARDS, puzzle.tray, strict=True)), given_counts, look),
    ]
    return look.document([board_lines(area, givens, trace, look), below])


def _round_phrase(number: int, played_round: Round) -> Phrase:
    parts: dict[str, Part] = {
        "round": number,
        "placed": len(played_round.cards),
        "size": round_size(number, played_round.energy),
    }
    if played_round.energy is None:
        return phrase("end_of_line.play.round", **parts)
    effect = phrase(f"end_of_line.drawing.energy.{played_round.energy}")
    return phrase("end_of_line.play.round_with_energy", effect=effect, **parts)


def _cards(cards: Sequence[str]) -> Part:
    return tuple(cards) or NO_CARDS

"""A position of a play for the terminal: the board with the line so far, and what the player has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzles.drawing.lists import unbreakable
from puzzles.drawing.terminal import filled
from puzzles.end_of_line.board import CARDS, PlacedCard, Round
from puzzles.end_of_line.cover_puzzle import CoverPuzzle
from puzzles.end_of_line.drawing.solution import JudgedSolution
from puzzles.end_of_line.drawing.text import TEXT_WIDTH, board_lines
from puzzles.end_of_line.drawing.trace import trace_of
from puzzles.end_of_line.solo_puzzle import round_size
from puzzles.texts import Part, Phrase, Translator, phrase, translator_for

if TYPE_CHECKING:  # the play draws its positions with this module
    from puzzles.end_of_line.play_solo import SoloPosition


def solo_text(position: SoloPosition, language: str) -> str:
    """The board, the round, the hand, the energy and the rest of the deck."""
    translator = translator_for(language)
    area = position.puzzle.area
    board = board_lines(
        area, (), trace_of(area, JudgedSolution(position.rounds), position.joints()), translator
    )
    left, energy = position.energy, position.puzzle.energy
    below = [
        *([_round_phrase(len(position.rounds), position.round)] if position.free else []),
        phrase("end_of_line.play.hand", cards=_cards(position.hand)),
        phrase("end_of_line.play.energy", left=left, energy=energy),
        phrase("end_of_line.play.deck", cards=_cards(position.deck)),
    ]
    return _text(board, below, translator)


def cover_text(puzzle: CoverPuzzle, line: Sequence[PlacedCard], language: str) -> str:
    """The board, how many cells are left, and the tray."""
    translator = translator_for(language)
    area = puzzle.area
    left = len(area.free_cells()) - len(line)
    givens = tuple((given_card.cell, given_card.card, given_card.heading) for given_card in puzzle.givens)
    trace = trace_of(area, JudgedSolution((Round(tuple(line)),)))
    board = board_lines(area, givens, trace, translator)
    given_counts = Counter(given_card.card for given_card in puzzle.givens)
    tray = tuple(
        unbreakable(translator.render(_in_tray(card, n, given_counts[card])))
        for card, n in zip(CARDS, puzzle.tray, strict=True)
        if n or given_counts[card]
    )
    below = [
        phrase("end_of_line.play.cells_left", cells=left),
        phrase("end_of_line.play.tray", cards=tray or phrase("end_of_line.drawing.no_cards")),
    ]
    return _text(board, below, translator)


def _in_tray(card: str, n: int, given_count: int) -> Part:
    return (
        phrase("end_of_line.play.tray_given", n=n, card=card, given=given_count)
        if given_count
        else f"{n} {card}"
    )


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
    return tuple(cards) or phrase("end_of_line.drawing.no_cards")


def _text(board: list[str], below: Sequence[Phrase], translator: Translator) -> str:
    lines = [line for sentence in below for line in filled(translator.render(sentence), TEXT_WIDTH, 6)]
    return "\n".join([*board, "", *lines]) + "\n"

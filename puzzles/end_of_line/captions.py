"""What a book prints with a puzzle of END OF LINE."""

from __future__ import annotations

from puzzles.end_of_line.coop import KIND as COOP
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution
from puzzles.end_of_line.cover import KIND as COVER
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution
from puzzles.end_of_line.solo import KIND as SOLO
from puzzles.end_of_line.solo import SoloPuzzle, SoloSolution
from puzzles.game import Caption, Size, SolvedPuzzle
from puzzles.texts import phrase


def solo(solved: SolvedPuzzle[SoloPuzzle, SoloSolution]) -> Caption:
    best = str(solved.score)
    energy_lines = (
        phrase(
            "end_of_line.solo.spent",
            round=number,
            energy=phrase(f"end_of_line.drawing.energy.{played_round.energy}"),
        )
        for number, played_round in enumerate(solved.solution.rounds, 1)
        if played_round.energy is not None
    )
    return Caption(
        SOLO.task(solved.puzzle, solved.score),
        answer=(phrase("end_of_line.solo.answer", score=best), *energy_lines),
        write_lines=(phrase("end_of_line.solo.mine"),),
        size=Size(phrase("end_of_line.book.by_deck"), len(solved.puzzle.deck)),
    )


def coop(solved: SolvedPuzzle[CoopPuzzle, CoopSolution]) -> Caption:
    energy_lines = (
        phrase(
            "end_of_line.coop.spent",
            round=number,
            player=turn.player + 1,
            energy=phrase(f"end_of_line.drawing.energy.{turn.energy}"),
        )
        for number, game_round in enumerate(solved.solution.rounds, 1)
        for turn in game_round.turns
        if turn.energy is not None
    )
    return Caption(
        COOP.task(solved.puzzle, solved.score),
        answer=(phrase("end_of_line.coop.answer", score=str(solved.score)), *energy_lines),
        write_lines=(phrase("end_of_line.coop.mine"),),
        size=Size(phrase("end_of_line.book.by_players"), len(solved.puzzle.players)),
    )


def cover(solved: SolvedPuzzle[CoverPuzzle, CoverSolution]) -> Caption:
    return Caption(
        COVER.task(solved.puzzle),
        without_steps=phrase("end_of_line.cover.trial"),
        size=Size(phrase("end_of_line.book.by_givens"), len(solved.puzzle.givens)),
    )

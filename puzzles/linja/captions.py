"""What a book prints with a puzzle of Linja."""

from __future__ import annotations

from puzzles.game import Caption, SolvedPuzzle
from puzzles.linja.endgame import KIND, EndgamePuzzle, EndgameTurn
from puzzles.texts import phrase


def endgame(solved: SolvedPuzzle[EndgamePuzzle, EndgameTurn]) -> Caption:
    return Caption(KIND.task(solved.puzzle), write_lines=(phrase("linja.endgame.mine"),))

"""What a book prints with a puzzle of Linja."""

from __future__ import annotations

from puzzles.game import Caption, SolvedPuzzle
from puzzles.linja.endgame import EndgamePuzzle, EndgameTurn
from puzzles.texts import phrase


def endgame(solved: SolvedPuzzle[EndgamePuzzle, EndgameTurn]) -> Caption:
    task = phrase(f"linja.endgame.task.{solved.puzzle.goal}", player=solved.puzzle.to_move)
    return Caption(task, write_lines=(phrase("linja.endgame.mine"),))

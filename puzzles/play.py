"""Defines Play: the positions of a puzzle, the legal moves in each, and the position after each move.

A game's plays state its rules strictly and readably, in `play.py`, `play_<kind>.py` or the module of a kind:
a person who knows the rulebook can check them by reading. Only legal moves exist in them; a kind's referee
says what is wrong with an illegal solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.texts import Phrase

P_contra = TypeVar("P_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")
M = TypeVar("M")


class IllegalMove(ValueError):
    """The move is not legal in this position."""


@dataclass(frozen=True)
class Outcome:
    """How a play ended.

    `solved`: the solution that was played is legal and complete. Whether a turn of a puzzle with a value
    meets the puzzle's goal is for a solver to say. `reason` tells a player why the play was lost.
    """

    solved: bool
    score: int | None = None
    reason: Phrase | None = None


class Play(Protocol[P_contra, S_co, T, M]):
    """Each member, and why it is here:

    begin        the position in which a puzzle begins
    player       whose turn it is, where there are several players, with or against each other; None where
                 there is one, and once a game is over
    moves        the legal moves, in a fixed order; none when the play is over, and only then
    after        the position after a legal move; IllegalMove for any other
    outcome      how the play ended; None as long as it goes on
    solution     what was played so far, in the form of a solution; once the puzzle is solved, the solution.
                 None where that form cannot express it, such as before the only move of a puzzle
    describe     a move in words, in any language
    notation     a move as a person types it: short, unique among the legal moves of its position
    draw_text    the position in plain text
    parse_move   a move from a small JSON value (BadInput otherwise), and serialise_move back
    """

    def begin(self, puzzle: P_contra) -> T: ...
    def player(self, position: T) -> str | None: ...
    def moves(self, position: T) -> tuple[M, ...]: ...
    def after(self, position: T, move: M) -> T: ...
    def outcome(self, position: T) -> Outcome | None: ...
    def solution(self, position: T) -> S_co | None: ...
    def describe(self, position: T, move: M) -> Phrase: ...
    def notation(self, position: T, move: M) -> str: ...
    def draw_text(self, position: T, look: TextLook = PLAIN_TEXT) -> str: ...
    def parse_move(self, document: object) -> M: ...
    def serialise_move(self, move: M) -> dict[str, Any]: ...

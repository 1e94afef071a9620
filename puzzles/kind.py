"""Defines PuzzleKind: everything that can be done with a puzzle without solving it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.line_form import LineForm
from puzzles.play import Play
from puzzles.texts import ENGLISH, Phrase
from puzzles.texts.stored import store

P = TypeVar("P")
S = TypeVar("S")


@dataclass(frozen=True)
class Violation:
    """One broken rule. `at` counts from 0, as JSON does; messages count from 1, as people do."""

    rule: str
    message: Phrase
    at: Mapping[str, int | str]

    def __str__(self) -> str:
        return ENGLISH.render(self.message)

    def to_json(self) -> dict[str, object]:
        return {"rule": self.rule, "message": store(self.message), "at": dict(self.at)}


@dataclass(frozen=True)
class Twin(Generic[P, S]):
    """The canonical twin of a puzzle: the one that stands for all that are the same but for a symmetry.

    puzzle          the canonical twin
    to_canonical    maps a solution of the puzzle to one of the twin that breaks the same rules
    from_canonical  the inverse
    """

    puzzle: P
    to_canonical: Callable[[S], S]
    from_canonical: Callable[[S], S]


@dataclass(frozen=True)
class Facts:
    """What the rules make true of every puzzle of a kind.

    scored     solutions have a score, so that one can ask for the best
    valued     every puzzle has a value, what its player can force, whether or not that meets its goal
    unique     a published puzzle has exactly one solution
    explained  a person's way of solving it can be told step by step
    is_game    it is a position of a game for two, which the computer can play and analyse to its end
    """

    scored: bool = False
    valued: bool = False
    unique: bool = False
    explained: bool = False
    is_game: bool = False


class PuzzleKind(Protocol[P, S]):
    """Each member, and why it is here:

    id               <game>.<module>: the folder of its game and the name of its module, the same everywhere
    summary          one sentence for lists
    facts            what holds for every puzzle of the kind
    parse/serialise  a puzzle from JSON (BadInput otherwise) and back
    line_form        the sections of its line of text, which stand for fields of its JSON
    verify           every rule that a solution breaks; none means that it is legal and complete
    score            the score of a legal solution, None for a kind without one
    task             what the player is to do and what counts, in a few sentences; `target` is the best score,
                     where it is known
    twin             the canonical twin, and the maps of solutions to it and back
    puzzle_schema    JSON Schema of what parse takes
    draw_text, draw  a drawing in plain text and a picture, with the solution when there is one; `look` says
                     how it is to look
    parse_progress   a partial solution, in the shape of a solution with whatever is missing left out
                     (BadInput otherwise); None where there is none
    progress_violations
                     every rule that a partial solution breaks, whatever follows it; none while only something
                     is missing
    begins_with      whether a solution begins with a partial solution
    twin             the canonical twin, and the maps of solutions to it and back
    puzzle_schema    JSON Schema of what parse takes; solution_schema and progress_schema likewise
    draw_text, draw  a drawing for the terminal and a picture, with the solution when there is one; `look`
                     is its language, ink and detail
    cut_outs         the cards or pieces of the puzzle, to be cut out of paper
    max_puzzle_bytes, max_solution_bytes
                     the size of the largest puzzle and of the largest solution as compact JSON
    play             how the puzzle is played, move by move: the strict statement of its rules
    """

    @property
    def id(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def facts(self) -> Facts: ...
    @property
    def play(self) -> Play[P, S, Any, Any]: ...
    @property
    def line_form(self) -> LineForm: ...

    def parse(self, document: object) -> P: ...
    def serialise(self, puzzle: P) -> dict[str, Any]: ...
    def parse_solution(self, document: object) -> S: ...
    def serialise_solution(self, solution: S) -> dict[str, Any]: ...
    def verify(self, puzzle: P, solution: S) -> tuple[Violation, ...]: ...
    def score(self, puzzle: P, solution: S) -> int | None: ...
    def task(self, puzzle: P, target: int | None = None) -> Phrase: ...
    def parse_progress(self, document: object) -> Any | None: ...
    def progress_violations(self, puzzle: P, progress: Any) -> tuple[Violation, ...]: ...
    def begins_with(self, solution: S, progress: Any) -> bool: ...
    def twin(self, puzzle: P) -> Twin[P, S]: ...
    def puzzle_schema(self) -> dict[str, Any]: ...
    def solution_schema(self) -> dict[str, Any]: ...
    def progress_schema(self) -> dict[str, Any]: ...
    def max_puzzle_bytes(self) -> int: ...
    def max_solution_bytes(self) -> int: ...
    def draw_text(self, puzzle: P, solution: S | None = None, look: TextLook = PLAIN_TEXT) -> str: ...
    def draw(self, puzzle: P, solution: S | None = None, look: Look = PLAIN) -> Drawing: ...
    def cut_outs(self, puzzle: P, look: Look = PLAIN) -> tuple[CutOut, ...]: ...

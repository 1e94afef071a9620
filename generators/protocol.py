"""The roles of a kind's generators: they make puzzles, grade them, explain their solving, and play games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from puzzles.grades import Grade
from puzzles.json_shapes import Shape
from puzzles.kind import PuzzleKind
from puzzles.texts import BoardCell, Part, Phrase
from solvers.errors import WrongAnswer
from solvers.protocol import ENDLESS, Clock

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)

# How many steps are shown where space is short.
KEY_STEPS = 6


@dataclass(frozen=True)
class Grading:
    """How hard a puzzle is: the grade, and a difficulty from 0 to 100."""

    grade: Grade
    difficulty: int


@dataclass(frozen=True)
class Spec:
    """What to generate. The same spec and version of the maker give the same puzzle on every machine."""

    grade: Grade
    seed: int
    options: Mapping[str, Any]


@dataclass(frozen=True)
class GradedPuzzle(Generic[P]):
    """A new puzzle. `extras` are the fields of its record beyond those that every record has."""

    puzzle: P
    grading: Grading
    extras: Mapping[str, Any] = field(default_factory=dict)


class Maker(Protocol[P]):
    """Makes puzzles of one kind.

    A maker returns a puzzle only after two engines of different types have agreed on what it promises. It
    does not keep the solution, which is computed again where it is needed.

    kind      the kind that it makes
    version   raised whenever a change makes the same spec give another puzzle
    options   the shape of the options, defaults included (its schema is published)
    generate  a puzzle of the grade, or NoneFound; all randomness comes from `rng`, no clock decides
    """

    @property
    def kind(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def options(self) -> Shape[dict[str, Any]]: ...

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[P]: ...


class Grader(Protocol[P_contra]):
    """Grades puzzles of one kind.

    grade  the grading of any puzzle, the same for all its twins; None where the puzzle lacks what its kind
           promises. Also None when the clock ends the work; the clock never decides a grade
    """

    def grade(self, puzzle: P_contra, clock: Clock = ENDLESS) -> Grading | None: ...


@dataclass(frozen=True)
class ExplainedStep:
    """A step by which a person solves a puzzle.

    technique  the id of the technique, the same in every language
    words      the step in words, with the name of its technique
    """

    technique: str
    words: Phrase

    def cells(self) -> tuple[BoardCell, ...]:
        """Returns the cells that the words name, each once, in their order."""
        return tuple(dict.fromkeys(_cells_in(self.words)))


def _cells_in(part: Part) -> Iterator[BoardCell]:
    if isinstance(part, BoardCell):
        yield part
    parts = part.parts.values() if isinstance(part, Phrase) else part if isinstance(part, tuple) else ()
    for inner in parts:
        yield from _cells_in(inner)


class Explainer(Protocol[P_contra]):
    """Explains how a person solves puzzles of one kind.

    steps      the way to the solution; None where the techniques do not lead to it
    key_steps  the steps that matter most, in their order and in fewer words, at most as many as asked for
    """

    def steps(self, puzzle: P_contra, clock: Clock = ENDLESS) -> tuple[ExplainedStep, ...] | None: ...
    def key_steps(
        self, puzzle: P_contra, clock: Clock = ENDLESS, maximum: int = KEY_STEPS
    ) -> tuple[Phrase, ...] | None: ...


class Opponent(Protocol[P_contra]):
    """Plays whole games against a person, for kinds whose puzzles are positions of a game.

    choose  the solution that the player to move chooses, at a strength from 1 to 5 (none wins against 5 by
            chance); None when the game is over. The same position, strength and seed give the same choice,
            within a second or two on any machine
    """

    def choose(self, puzzle: P_contra, strength: int, seed: int) -> Any | None: ...


@dataclass(frozen=True)
class KindGenerators(Generic[P]):
    """What makes, grades and explains puzzles of one kind, and plays against people.

    explainer  None for kinds without known solving techniques
    opponent   None for kinds without a game to be played against the computer
    pack_size  how many puzzles of each grade are shipped: by default more than half a year of days
    """

    maker: Maker[P]
    grader: Grader[P]
    explainer: Explainer[P] | None = None
    opponent: Opponent[P] | None = None
    pack_size: int = 200


def refuse_contradiction(kind: PuzzleKind[P, Any], puzzle: P, contradicted: bool) -> None:
    """Raises WrongAnswer where two engines contradict each other on a puzzle."""
    if contradicted:
        raise WrongAnswer(f"the engines contradict each other on {kind.serialise(puzzle)}")

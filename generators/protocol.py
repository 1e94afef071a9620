"""The three roles of a kind's generators: one makes puzzles, one grades them, one explains their solving."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from puzzles.ids import canonical_text, puzzle_id
from puzzles.json_shapes import Shape
from puzzles.kind import PuzzleKind
from puzzles.texts import Phrase
from solvers.errors import WrongAnswer
from solvers.protocol import ENDLESS, Clock

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)

Grade = Literal["easy", "medium", "hard", "expert"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard", "expert")
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


class NoneFound(ValueError):
    """No puzzle of that grade was found with these options, within a fixed number of attempts."""


class Maker(Protocol[P]):
    """Makes puzzles of one kind.

    A maker returns a puzzle only after two engines of different types have agreed on what it promises. So
    the engines' answers are confirmed here, where the solutions themselves are not kept.

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

    grade  the grading of any puzzle, the same for every image of it under a symmetry of the game; None where
           the puzzle lacks what its kind promises. Also None when the clock ends the work; the clock
           never decides a grade
    """

    def grade(self, puzzle: P_contra, clock: Clock = ENDLESS) -> Grading | None: ...


class Explainer(Protocol[P_contra]):
    """Explains how a person solves puzzles of one kind.

    steps      the way to the solution, a phrase for each step; None where the techniques do not lead to it
    key_steps  the steps that matter most, in their order and in fewer words, at most as many as asked for
    """

    def steps(self, puzzle: P_contra, clock: Clock = ENDLESS) -> tuple[Phrase, ...] | None: ...
    def key_steps(
        self, puzzle: P_contra, clock: Clock = ENDLESS, maximum: int = KEY_STEPS
    ) -> tuple[Phrase, ...] | None: ...


@dataclass(frozen=True)
class KindGenerators(Generic[P]):
    """What makes, grades and explains puzzles of one kind.

    explainer  None for kinds without known solving techniques
    pack_size  how many puzzles of each grade are shipped: by default more than half a year of days
    """

    maker: Maker[P]
    grader: Grader[P]
    explainer: Explainer[P] | None = None
    pack_size: int = 200


def seeded(*parts: object) -> random.Random:
    """Returns a random generator seeded by these parts: the same on every machine and in every run.

    Python promises that random() and getrandbits() keep their sequences. The golden files show whether the
    methods built on them change.
    """
    text = canonical_text({"parts": [str(part) for part in parts]})
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def refuse_contradiction(kind: PuzzleKind[P, Any], puzzle: P, contradicted: bool) -> None:
    """Raises WrongAnswer where two engines contradict each other on a puzzle."""
    if contradicted:
        raise WrongAnswer(f"the engines contradict each other on {kind.serialise(puzzle)}")


def generator_name(maker: Maker[Any]) -> str:
    """Returns the maker's kind and version, as the records of its puzzles name them."""
    return f"{maker.kind}/{maker.version}"


def url_of(puzzle_id: str) -> str:
    """Returns the path under which the service has the record of a puzzle."""
    return f"/v1/puzzles/{puzzle_id}"


def page_of(puzzle_id: str) -> str:
    """Returns the path of the page on which the service shows a puzzle."""
    return f"/p/{puzzle_id}"


def make_record(kind: PuzzleKind[P, Any], maker: Maker[P], spec: Spec) -> dict[str, Any]:
    """Generates a puzzle and returns its record: the puzzle with its id, grade, difficulty and seed."""
    options = canonical_text(dict(spec.options))
    rng = seeded(maker.kind, maker.version, spec.grade, options, spec.seed)
    generated = maker.generate(spec, rng)
    name = puzzle_id(kind, generated.puzzle)
    return {
        "id": name,
        "kind": kind.id,
        "grade": generated.grading.grade,
        "difficulty": generated.grading.difficulty,
        "seed": spec.seed,
        "generator": generator_name(maker),
        "puzzle": kind.serialise(generated.puzzle),
        "url": url_of(name),
        **generated.extras,
    }

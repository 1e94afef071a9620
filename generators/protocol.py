"""What a generator is: a graded puzzle from a seed, and the grade of any puzzle."""

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
from solvers.protocol import ENDLESS, Clock

P = TypeVar("P")

Grade = Literal["easy", "medium", "hard", "expert"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard", "expert")
# So many steps are told of a puzzle where there is no room for all.
KEY_STEPS = 6


@dataclass(frozen=True)
class Grading:
    """How hard a puzzle is: the grade, and a difficulty from 0 to 100."""

    grade: Grade
    difficulty: int


@dataclass(frozen=True)
class Spec:
    """What to make. The same spec and generator version give the same puzzle on every machine."""

    grade: Grade
    seed: int
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Made(Generic[P]):
    """`told` is what its record says beyond what every record says."""

    puzzle: P
    grading: Grading
    told: Mapping[str, Any] = field(default_factory=dict)


class NoneFound(ValueError):
    """No puzzle of that grade was found with these options, within a fixed number of attempts."""


class Generator(Protocol[P]):
    """Each member, and why it is here:

    kind      the kind that it makes
    version   raised whenever the same spec would give another puzzle
    options   the shape of the options, defaults included (its schema is published)
    pack_size how many puzzles of each grade are shipped
    generate  a puzzle of the grade, or NoneFound; all randomness comes from `rng`, no clock decides
    grade     the grading of any puzzle, the same for all that a symmetry makes of it; None where the puzzle
              lacks what its kind promises. A clock may end the work, with None; it never decides a grade
    has_steps whether it knows how a person solves any puzzle of its kind
    steps     how a person solves it, a line a step, to be told in any language; None where nobody can say
    key_steps the steps that matter most, in their order and shortly told, as many as one asks for at most
    """

    @property
    def kind(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def options(self) -> Shape[dict[str, Any]]: ...
    @property
    def pack_size(self) -> int: ...
    @property
    def has_steps(self) -> bool: ...

    def generate(self, spec: Spec, rng: random.Random) -> Made[P]: ...
    def grade(self, puzzle: P, clock: Clock = ENDLESS) -> Grading | None: ...
    def steps(self, puzzle: P, clock: Clock = ENDLESS) -> tuple[Phrase, ...] | None: ...
    def key_steps(
        self, puzzle: P, clock: Clock = ENDLESS, most: int = KEY_STEPS
    ) -> tuple[Phrase, ...] | None: ...


# More than half a year of days.
PACK_SIZE = 200


class WithoutSteps:
    """For generators of kinds of which nobody can say how a person solves them."""

    has_steps = False

    def steps(self, puzzle: object, clock: Clock = ENDLESS) -> tuple[Phrase, ...] | None:
        return None

    def key_steps(
        self, puzzle: object, clock: Clock = ENDLESS, most: int = KEY_STEPS
    ) -> tuple[Phrase, ...] | None:
        return None


def seeded(*parts: object) -> random.Random:
    """A generator of random numbers for these parts alone: the same on every machine and run.

    Python promises that random() and getrandbits() keep their sequences; of what is built on them the
    golden files tell if it changes.
    """
    text = canonical_text({"parts": [str(part) for part in parts]})
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def made_by(generator: Generator[Any]) -> str:
    """What a record says of where its puzzle came from."""
    return f"{generator.kind}/{generator.version}"


def url_of(puzzle_id: str) -> str:
    """Where the service has the record of a puzzle."""
    return f"/v1/puzzles/{puzzle_id}"


def page_of(puzzle_id: str) -> str:
    """Where the service shows it to people."""
    return f"/p/{puzzle_id}"


def make_record(kind: PuzzleKind[P, Any], generator: Generator[P], spec: Spec) -> dict[str, Any]:
    """Generate, as the contract's puzzle record."""
    options = canonical_text(dict(spec.options))
    rng = seeded(generator.kind, generator.version, spec.grade, options, spec.seed)
    made = generator.generate(spec, rng)
    name = puzzle_id(kind, made.puzzle)
    return {
        "id": name,
        "kind": kind.id,
        "grade": made.grading.grade,
        "difficulty": made.grading.difficulty,
        "seed": spec.seed,
        "generator": made_by(generator),
        "puzzle": kind.serialise(made.puzzle),
        "url": url_of(name),
        **made.told,
    }

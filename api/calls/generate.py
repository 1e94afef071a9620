"""The call generate: a new puzzle of a grade, from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from api.calls.call import Body, Caching, Call, Json, Progress
from api.calls.common_shapes import GRADE, SEED, any_seed, reference
from api.calls.engines import generators_of
from api.calls.examples import example_request
from api.calls.published_records import published
from api.calls.puzzle_documents import read_puzzle
from api.calls.solve import solve
from api.problem_documents import Refused
from generators import records
from generators.protocol import Spec
from puzzles.errors import BadInput
from puzzles.grades import Grade
from puzzles.json_shapes import Choice, Described, ObjectShape, Optional
from puzzles.registry import KIND_IDS, kind_named

if TYPE_CHECKING:
    from api.store.database import Database

# Seconds for the best solution of a generated puzzle. The generator has solved it, so it takes far less.
_SOLVE_SECONDS = 10.0
# The size of the largest options. Loading the generators, which know them, takes too long; a test compares.
_MAX_OPTIONS_BYTES = 24 * 1024


@dataclass(frozen=True)
class _Options:
    """The shape of options, which the generator of the kind reads."""

    def read(self, value: object, at: str = "") -> Json:
        if isinstance(value, dict):
            return value
        return ObjectShape({}, what="an object of options").read(value, at)

    def schema(self) -> Json:
        return {"anyOf": [reference(f"{kind}.options") for kind in KIND_IDS]}

    def max_bytes(self) -> int:
        return _MAX_OPTIONS_BYTES


@dataclass(frozen=True)
class Generated:
    """A puzzle record, with its best solution as JSON where that was proved in time."""

    record: Json
    solution: Json | None
    score: int | None

    def to_json(self) -> Json:
        return {"record": self.record, "solution": self.solution, "score": self.score}


def generate(kind: str, grade: str, seed: int, options: dict[str, Any]) -> Json:
    """Generates a puzzle record; Refused, with pointers under /options, where the options are not valid."""
    puzzle_kind = kind_named(kind)
    maker = generators_of(puzzle_kind.id).maker
    try:
        spec = Spec(cast(Grade, grade), seed, maker.options.read(options))
        return records.make_record(puzzle_kind, maker, spec)
    except BadInput as e:
        error = e.under("/options")
        raise Refused(error.problems, error.more) from e


def generate_solved(
    kind: str, grade: str, seed: int, options: dict[str, Any], seconds: float = _SOLVE_SECONDS
) -> Generated:
    """Generates a puzzle and solves it; without a solution where none was proved best in these seconds."""
    record = generate(kind, grade, seed, options)
    answer = solve(read_puzzle(record), "best", seconds).to_json()
    if not answer["proven"]:
        return Generated(record, None, None)
    return Generated(record, answer["solution"], answer["score"])


def generator_name(kind: str) -> str:
    """Returns the name and version of a kind's generator, as records hold them."""
    return records.generator_name(generators_of(kind).maker)


def _check(body: Body) -> None:
    # So that a repeated attempt, such as a job's second one, makes the same puzzle.
    if body.get("seed") is None:
        body["seed"] = any_seed()


def _work(body: Body, _: Progress) -> Generated:
    return generate_solved(body["kind"], body["grade"], body["seed"], body["options"])


def _publish(database: Database, answer: Json) -> Json:
    """Adds the puzzle to the bank, so that the address in its record is answered; returns the record.

    The record states the best score as its target. The solution is a resource of its own.
    """
    from api.bank import generated  # noqa: PLC0415  # the command line generates without a database

    new_puzzle = generated.new_puzzle_of(answer)
    generated.add_generated(database, new_puzzle)
    return new_puzzle.record | {"target": new_puzzle.score}


GENERATE = Call(
    name="generate",
    summary="Generate a new puzzle of a grade; the same seed makes the same puzzle.",
    body=ObjectShape(
        {
            "kind": Described(Choice(KIND_IDS), "The kind of puzzle to make."),
            "grade": GRADE,
            "seed": Described(
                Optional(SEED), "The same kind, grade, options and seed make the same puzzle; null for any."
            ),
            "options": Described(
                _Options(), "The options of the kind's generator, as /v1/kinds describes them."
            ),
        },
        {"grade": "medium", "seed": None, "options": {}},
    ),
    work=_work,
    answer_schema=reference("record"),
    example=lambda: example_request("generate"),
    check=_check,
    timed=False,
    caching=Caching(),
    publish=_publish,
    present=lambda record, reader, _: published(record, record.get("target"), reader),
)

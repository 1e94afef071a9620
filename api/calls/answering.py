"""The questions that can be asked about a puzzle, answered as JSON values in the contract's words.

The command line and the HTTP service both translate to and from these. Engines and generators are imported
where they are asked for: with numba and ortools they take far longer to load than all the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from api.problem_documents import NoSolution, Refused
from generators.light_line import dealing
from generators.protocol import GRADES, Grade, Grading, KindGenerators, Spec, generator_name, make_record
from puzzles.errors import BadInput, Problem
from puzzles.ids import puzzle_id
from puzzles.json_shapes import Choice, Integer, ListOf, Number, Record, Text, quote
from puzzles.kind import PuzzleKind, Violation
from puzzles.light_line import head, longest, solo
from puzzles.light_line.cards import MOST_CARDS, write_cards
from puzzles.light_line.deck import Deck
from puzzles.registry import KINDS, kind_named, kind_of
from puzzles.texts import Phrase
from solvers import verified
from solvers.protocol import Clock, Counting, Goal, KindSolvers, Limits

SECONDS = Number(0, 600)
DEFAULT_SECONDS: float = 10
CAP = Integer(1, 1_000_000)
DEFAULT_CAP = 1000
SEED = Integer(0, 2**63 - 1)
GRADE = Choice(GRADES)
# What can be dealt from a deck: so many cards, as a puzzle of one of these kinds.
DEAL = Integer(1, MOST_CARDS)
DEALT = Choice((solo.KIND.id, longest.KIND.id, head.KIND.id))
DEFAULT_DEALT = solo.KIND.id


@dataclass(frozen=True)
class Subject:
    """A puzzle that was read, with its kind, and what its record told of it when it came in one."""

    kind: PuzzleKind[Any, Any]
    puzzle: Any
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class _AnyPuzzle:
    """The shape of a puzzle of whatever kind it names."""

    def read(self, value: object, at: str = "") -> Subject:
        try:
            kind = kind_of(value)
            return Subject(kind, kind.parse(value))
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "required": ["kind"]}


@dataclass(frozen=True)
class Anything:
    """What is not looked at."""

    def read(self, value: object, at: str = "") -> object:
        return value

    def schema(self) -> dict[str, Any]:
        return {}


RECORD = Record(
    {
        "id": Text(),
        "kind": Text(),
        "grade": GRADE,
        "difficulty": Integer(0, 100),
        "seed": SEED,
        "generator": Text(),
        "puzzle": _AnyPuzzle(),
        "url": Text(2000),
        # What only some generators tell: how many layouts there are, which cards they are of, and what the
        # solution is about.
        "layouts": Integer(0),
        "deck": Text(),
        "tags": ListOf(Text(), most=20),
    },
    optional=("layouts", "deck", "tags"),
    what="a puzzle record",
)
_ALONE = Problem("", "expected a puzzle record, or else the puzzle alone: what now stands under /puzzle")

# What an answer of solve holds beside the solution is not needed to verify it.
_ANSWERED = ("status", "solution", "score", "bound", "proven", "engine", "seconds", "reason")
_VALUED = ("value", "moves")
ANSWER = Record(
    {name: Anything() for name in (*_ANSWERED, *_VALUED)},
    optional=[name for name in (*_ANSWERED, *_VALUED) if name != "solution"],
    what="an answer of solve",
)


def read_puzzle(document: object) -> Subject:
    """The puzzle that the document is, or holds as a record; BadInput with pointers into the document."""
    if not isinstance(document, dict) or "puzzle" not in document:
        return _AnyPuzzle().read(document)
    try:
        found = RECORD.read(document)
    except BadInput as e:
        # Who leaves out fields of a record did not want to write one.
        whole = document.keys() >= RECORD.fields.keys() - set(RECORD.optional)
        raise e if whole else BadInput([_ALONE, *e.problems]) from e
    subject: Subject = found.pop("puzzle")
    expected = {"kind": subject.kind.id, "id": puzzle_id(subject.kind, subject.puzzle)}
    problems = [
        Problem(f"/{name}", f"expected {value}, the {name} of its puzzle, got {quote(found[name])}")
        for name, value in expected.items()
        if found[name] != value
    ]
    if problems:
        raise BadInput(problems)
    return Subject(subject.kind, subject.puzzle, found)


@dataclass(frozen=True)
class _PuzzleOrRecord:
    """A puzzle, or a record of one."""

    def read(self, value: object, at: str = "") -> Subject:
        try:
            return read_puzzle(value)
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/puzzle"}


PUZZLE = _PuzzleOrRecord()


def read_solution(kind: PuzzleKind[Any, Any], document: object) -> Any:
    """The solution that the document is, or that an answer of solve holds; NoSolution where it holds none."""
    if not isinstance(document, dict) or "solution" not in document:
        return kind.parse_solution(document)
    answer = ANSWER.read(document)
    if answer["solution"] is None and answer.get("status") in ("impossible", "unknown"):
        raise NoSolution(answer["status"])
    try:
        return kind.parse_solution(answer["solution"])
    except BadInput as e:
        raise e.under("/solution") from e


def solve(
    subject: Subject,
    goal: Goal = "any",
    seconds: float = DEFAULT_SECONDS,
    seed: int = 0,
    engine: str | None = None,
    moves: bool = False,
) -> dict[str, Any]:
    """`moves`: every turn with its value as well, where puzzles of the kind have one."""
    solvers = _solvers(subject.kind.id, engine)
    if moves and solvers.valued is None:
        raise Refused([Problem("/moves", f"{subject.kind.id} has no values of moves")])
    limits = Limits(seconds=seconds, seed=seed)
    clock = limits.start()
    answer = verified.solve(subject.kind, solvers, subject.puzzle, goal, limits, engine).to_json(subject.kind)
    if moves and solvers.valued is not None:
        left = replace(limits, seconds=clock.left())
        found = solvers.valued.moves(engine, subject.puzzle, left)
        answer["moves"] = None if isinstance(found, str) else [move.to_json() for move in found]
    return answer


def check(subject: Subject, seconds: float = DEFAULT_SECONDS, grade: bool = False) -> dict[str, Any]:
    """Whether and how well it can be solved, without the solution; seconds are for all of it together."""
    kind = subject.kind
    solvers = _solvers(kind.id, None)
    clock = Limits(seconds=seconds).start()
    # Asked for the best, an engine finds out first whether there is any.
    answer = verified.solve(kind, solvers, subject.puzzle, "best", Limits(seconds=seconds))
    status = "solvable" if answer.status == "solved" else answer.status
    unique = _unique(subject, solvers, status, clock)
    lacking = status != "solvable" or (kind.facts.unique and not unique)
    grading = None if lacking or not grade else _grading(subject, clock)
    return {
        "status": status,
        "unique": unique,
        "best_score": answer.score,
        "grade": grading and grading.grade,
        "difficulty": grading and grading.difficulty,
        "proven": answer.proven,
        "reason": answer.reason,
    }


def _unique(subject: Subject, solvers: KindSolvers[Any, Any], status: str, clock: Clock) -> bool | None:
    if not counts_all(subject.kind.id) or status == "unknown":
        return None
    if status == "impossible":
        return False
    return verified.exactly_one(solvers, subject.puzzle, Limits(seconds=clock.left()))


def _grading(subject: Subject, clock: Clock) -> Grading | None:
    return _generators(subject.kind.id).grader.grade(subject.puzzle, clock) if clock.left() > 0 else None


def count(
    subject: Subject, cap: int = DEFAULT_CAP, seconds: float = DEFAULT_SECONDS, engine: str | None = None
) -> dict[str, Any]:
    if counting_of(subject.kind.id) is None:
        raise BadInput([Problem("/kind", f"{subject.kind.id} has no count")])
    solvers = _solvers(subject.kind.id, engine)
    counted = verified.count(solvers, subject.puzzle, cap, Limits(seconds=seconds), engine)
    return {"count": counted.n, "exact": counted.exact}


def counting_of(kind: str) -> Counting[Any] | None:
    """How solutions of this kind are counted; None where they are not."""
    return _solvers(kind, None).counting


def counts_all(kind: str) -> bool:
    """Whether a count leaves out no solution."""
    counting = counting_of(kind)
    return counting is not None and counting.complete


def verify(subject: Subject, solution: Any, seconds: float = DEFAULT_SECONDS) -> dict[str, Any]:
    """`solution` as read_solution gives it. Not valid, without a violation: not known in time."""
    kind = subject.kind
    violations = kind.verify(subject.puzzle, solution)
    score = None if violations else kind.score(subject.puzzle, solution)
    if not kind.facts.valued:
        return _verified(not violations, score, violations)
    valued = _solvers(kind.id, None).valued
    if violations or valued is None:
        return _verified(False, None, violations) | {"value": None}
    judged = valued.judge(subject.puzzle, solution, Limits(seconds=seconds))
    if isinstance(judged, str):
        return _verified(False, score, ()) | {"value": None}
    return _verified(not judged.violations, score, judged.violations) | {"value": judged.value}


def _verified(valid: bool, score: int | None, violations: tuple[Violation, ...]) -> dict[str, Any]:
    return {"valid": valid, "score": score, "violations": [violation.to_json() for violation in violations]}


def has_steps(kind: str) -> bool:
    """Whether anybody can say how a person solves puzzles of this kind."""
    return _generators(kind).explainer is not None


def steps(subject: Subject, seconds: float = DEFAULT_SECONDS) -> tuple[Phrase, ...] | None:
    """How a person solves it, a line a step; None where this puzzle asks for more than is known."""
    explainer = _generators(subject.kind.id).explainer
    return None if explainer is None else explainer.steps(subject.puzzle, Limits(seconds=seconds).start())


def maker(kind: str) -> str:
    """The generator of a kind, as the records of its puzzles name it."""
    return generator_name(_generators(kind).maker)


def generate(kind: str, grade: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """A puzzle record; options as JSON was loaded, refused with pointers under /options."""
    known = kind_named(kind)
    maker = _generators(known.id).maker
    try:
        read = maker.options.read(options)
        return make_record(known, maker, Spec(cast(Grade, grade), seed, read))
    except BadInput as e:
        raise Refused(e.under("/options").problems) from e


def deal(deck: Deck, number: int, seed: int, kind: str = DEFAULT_DEALT, length: int | None = None) -> Subject:
    """Cards of the deck as a puzzle; `length` goes with light_line.head. Refused names the argument."""
    problems: list[Problem] = []
    if number > len(deck.cards):
        told = f"expected at most {len(deck.cards)}, as many as the deck has, got {number}"
        problems.append(Problem("/deal", told))
    if kind == head.KIND.id and length is None:
        problems.append(Problem("/length", f"missing: {kind} says how many cards are to be laid"))
    if kind != head.KIND.id and length is not None:
        problems.append(Problem("/length", f"only {head.KIND.id} has one, and this is {kind}"))
    if problems:
        raise Refused(problems)
    cards = write_cards(dealing.deal(deck, number, seed))
    rest = {} if length is None else {"length": length}
    return read_puzzle({"kind": kind, "cards": cards} | rest)


def engines() -> list[str]:
    """The names of all engines; not every kind has each."""
    found = (engine.name for kind in KINDS for engine in _solvers(kind.id, None).engines)
    return list(dict.fromkeys(found))


def _solvers(kind: str, engine: str | None) -> KindSolvers[Any, Any]:
    from solvers.registry import solvers_for  # noqa: PLC0415  # slow to import: only for those who solve

    solvers = solvers_for(kind)
    names = [each.name for each in solvers.engines]
    if engine is not None and engine not in names:
        raise Refused([Problem("/engine", f"expected one of {', '.join(names)}, got {quote(engine)}")])
    return solvers


def _generators(kind: str) -> KindGenerators[Any]:
    from generators.registry import generators_for  # noqa: PLC0415  # as above

    return generators_for(kind)

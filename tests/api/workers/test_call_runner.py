"""Tests cached answers, which also serve equivalent requests, and calls to the pool."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.calls.call import Body, Call, write_body
from api.calls.check import CHECK
from api.calls.count import COUNT
from api.calls.generate import GENERATE
from api.calls.solve import SOLVE
from api.store import answer_cache as rows
from api.store.database import Database
from api.workers.answer_cache import AnswerCache, CacheableCall, cacheable_call
from api.workers.call_runner import Caller, CallRunner
from api.workers.client import Died, PoolClient
from api.workers.intake import Intake
from api.workers.known_calls import call_named
from api.workers.protocol import Message, Request, json_bytes
from api.workers.request_handler import RequestHandler
from api.workers.work import Fault, Reply
from generators.registry import generators_for
from puzzles.ids import canonical_text
from puzzles.registry import KINDS
from solvers.registry import solvers_for
from tests.api import running_service
from tests.api.small_puzzles import COVER, RECORD, SOLO, TWO_LINES
from tests.samples import SAMPLES

CALLER = Caller("127.0.0.1", None, lambda: True)
IDS = [kind.id for kind in KINDS]
# Of answers and makers; of any other kind both are 1.
VERSIONS = {"end_of_line.solo": (2, 4), "end_of_line.cover": (1, 2)}


@dataclass(frozen=True)
class _Result:
    """A result whose JSON is fixed."""

    document: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return self.document


@dataclass
class _Pool:
    """Does the work of the pool in this process. Its engines have the answer of `message`, where that is one;
    any other message is the pool's own."""

    handler: RequestHandler
    message: Message | None = None
    calls: int = 0

    def ask(self, request: Request, seconds: float, _: Callable[[], bool] = bool) -> Message:
        assert seconds > request.seconds
        if request.lane == "read":
            return self.handler.answer(request, lambda _: None)
        self.calls += 1
        if self.message is None:
            return self.handler.answer(request, lambda _: None)
        if self.message.kind != "answer":
            return self.message
        result = _Result(self.message.json())
        call = replace(call_named(request.call), work=lambda _body, _progress: result)
        with patch("api.workers.request_handler.call_named", lambda _: call):
            return self.handler.answer(request, lambda _: None)


class _Calls:
    """Answers calls as a web process does."""

    def __init__(self, database: Database, message: Message | None = None, seconds: int = 5) -> None:
        settings = running_service.settings_of(Path("/none"), seconds=seconds)
        cache = AnswerCache(database, settings.keep)
        handler = RequestHandler(database, cache, Intake(settings, database, cache))
        self.pool = _Pool(handler, message)
        self._runner = CallRunner(self.pool)  # type: ignore[arg-type]  # all of it that is used

    def answer(self, call: Call, body: dict[str, Any]) -> Reply:
        read = self._runner.read(call.name, json_bytes(body), CALLER)
        if read.answer is not None:
            return Reply(read.answer, from_cache=read.from_cache)
        return self._runner.answer(read, CALLER)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    new_database = Database(f"sqlite:///{tmp_path_factory.mktemp('kept') / 'lineworks.db'}")
    new_database.migrate()
    return new_database


@pytest.fixture(autouse=True)
def _everything_is_worth_keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.workers.work._WORTH_CACHING", -1.0)


def _forget_all(database: Database) -> None:
    with database.writing() as c:
        rows.delete_expired(c, time.time() + 1e9)


def _cacheable(call: Call, body: Body) -> CacheableCall:
    cacheable = cacheable_call(call, body)
    assert cacheable is not None
    return cacheable


def _answer(answer: dict[str, Any]) -> Message:
    return Message("answer", json_bytes(answer))


@pytest.mark.parametrize("kind", IDS)
@given(seed=st.integers(0, 2**32), goal=st.sampled_from(["any", "best"]))
@settings(derandomize=True, deadline=None, max_examples=8)
def test_the_cached_answer_is_mapped_to_a_twin(database: Database, kind: str, seed: int, goal: str) -> None:
    rng = random.Random(seed)
    document = SAMPLES[kind].instance(rng)
    twin = SAMPLES[kind].twin(rng, document)
    _forget_all(database)
    calls = _Calls(database, seconds=30)
    first = calls.answer(SOLVE, {"puzzle": document, "goal": goal, "seconds": 30})
    second = calls.answer(SOLVE, {"puzzle": twin, "goal": goal, "seconds": 30})
    assert first.answer is not None
    assert second.answer is not None
    statuses = [
        {name: answer_document[name] for name in ("status", "score", "proven")}
        for answer_document in (first.answer, second.answer)
    ]
    assert statuses[0] == statuses[1]
    if first.answer["status"] == "solved":
        assert SAMPLES[kind].legal(twin, second.answer["solution"])
        assert second.from_cache
    # Words about the cells of one are none about those of another.
    in_words = first.answer["reason"] is not None and canonical_text(document) != canonical_text(twin)
    assert second.from_cache or in_words
    assert calls.pool.calls == 2 - second.from_cache


@pytest.mark.parametrize("kind", IDS)
@given(seed=st.integers(0, 2**32))
@settings(derandomize=True, deadline=None, max_examples=3)
def test_different_puzzles_are_different_questions(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    bodies = [SOLVE.read({"puzzle": SAMPLES[kind].instance(rng)}) for _ in range(5)]
    puzzle_kind = bodies[0]["puzzle"].kind
    forms = {
        canonical_text(puzzle_kind.serialise(puzzle_kind.twin(body["puzzle"].puzzle).puzzle))
        for body in bodies
    }
    assert len({_cacheable(SOLVE, body).key for body in bodies}) == len(forms)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ({}, {"seconds": 9}, True),
        ({}, {"seed": 5}, True),
        ({}, {"goal": "any"}, True),
        ({}, {"goal": "best"}, False),
        ({}, {"puzzle": RECORD}, True),
        ({}, {"puzzle": COVER | {"tray": {"S": 2, "L": 1, "R": 0}}}, True),
        ({}, {"puzzle": COVER | {"blocked": COVER["blocked"][::-1]}}, True),
        ({}, {"puzzle": COVER | {"tray": {"S": 2, "R": 1}}}, True),
        ({}, {"puzzle": COVER | {"tray": {"S": 2}}}, False),
    ],
)
def test_what_decides_the_answer_is_the_cached(first: Body, second: Body, same: bool) -> None:
    keys = [_cacheable(SOLVE, SOLVE.read({"puzzle": COVER} | options)).key for options in (first, second)]
    assert (keys[0] == keys[1]) is same


def test_calls_and_their_options_are_different_questions() -> None:
    bodies: list[tuple[Call, dict[str, Any]]] = [
        (SOLVE, {}),
        (CHECK, {}),
        (CHECK, {"grade": True}),
        (COUNT, {}),
        (COUNT, {"cap": 5}),
    ]
    keys = [_cacheable(call, call.read({"puzzle": COVER} | body)).key for call, body in bodies]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("call", "body"), [(SOLVE, {"puzzle": COVER}), (GENERATE, {"kind": "end_of_line.cover", "seed": 1})]
)
def test_an_answer_of_another_version_is_not_found(
    monkeypatch: pytest.MonkeyPatch, call: Call, body: Body
) -> None:
    before = _cacheable(call, call.read(body)).key
    raised = replace(solvers_for("end_of_line.cover"), version=1_000_000)
    monkeypatch.setattr("solvers.registry.solvers_for", lambda _: raised)
    assert _cacheable(call, call.read(body)).key != before


@pytest.mark.parametrize("kind", IDS)
def test_a_new_version_of_a_maker_raises_that_of_the_answers(kind: str) -> None:
    """Processes that look for kept answers load no maker: raise KindSolvers.version, and note both here."""
    versions = solvers_for(kind).version, generators_for(kind).maker.version
    assert versions == VERSIONS.get(kind, (1, 1))


def test_moves_of_a_twin_are_another_question() -> None:
    """So a twin is another question, and the same puzzle is none."""
    rng = random.Random(5)
    document = SAMPLES["linja.endgame"].instance(rng)
    twin = SAMPLES["linja.endgame"].twin(rng, document)
    keys = [
        _cacheable(SOLVE, SOLVE.read({"puzzle": puzzle, "moves": True})).key
        for puzzle in (document, document, twin)
    ]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(
    ("call", "body", "answer", "final"),
    [
        (SOLVE, {"puzzle": COVER}, {"proven": True, "solution": None, "reason": None}, True),
        (SOLVE, {"puzzle": COVER}, {"proven": False, "solution": None, "reason": "time"}, False),
        (
            CHECK,
            {"puzzle": COVER},
            {"status": "solvable", "proven": True, "unique": True, "grade": None},
            True,
        ),
        (
            CHECK,
            {"puzzle": COVER},
            {"status": "solvable", "proven": True, "unique": None, "grade": None},
            False,
        ),
        (
            CHECK,
            {"puzzle": SOLO},
            {"status": "solvable", "proven": True, "unique": None, "grade": None},
            True,
        ),
        (
            CHECK,
            {"puzzle": SOLO},
            {"status": "solvable", "proven": False, "unique": None, "grade": None},
            False,
        ),
        (
            CHECK,
            {"puzzle": COVER, "grade": True},
            {"status": "solvable", "proven": True, "unique": True, "grade": None},
            False,
        ),
        (
            CHECK,
            {"puzzle": COVER, "grade": True},
            {"status": "solvable", "proven": True, "unique": False, "grade": None},
            True,
        ),
        (
            CHECK,
            {"puzzle": COVER},
            {"status": "impossible", "proven": True, "unique": False, "grade": None},
            True,
        ),
        (
            CHECK,
            {"puzzle": COVER},
            {"status": "unknown", "proven": False, "unique": None, "grade": None},
            False,
        ),
        (COUNT, {"puzzle": COVER}, {"count": 3, "exact": True}, True),
        (COUNT, {"puzzle": COVER}, {"count": 3, "exact": False}, False),
    ],
)
def test_more_time_gets_a_better_answer_if_there_is_one(
    database: Database, call: Call, body: Body, answer: dict[str, Any], final: bool
) -> None:
    _forget_all(database)
    calls = _Calls(database, _answer(answer))
    for seconds in (1, 1, 2):
        reply = calls.answer(call, body | {"seconds": seconds})
        assert reply.answer == answer
    assert calls.pool.calls == (1 if final else 2)


def test_moves_that_there_was_no_time_for_are_not_all_there_is(database: Database) -> None:
    _forget_all(database)
    puzzle = SAMPLES["linja.endgame"].instance(random.Random(1))
    calls = _Calls(database, _answer({"proven": True, "solution": None, "reason": None, "moves": None}))
    for seconds in (1, 2):
        calls.answer(SOLVE, {"puzzle": puzzle, "moves": True, "seconds": seconds})
    assert calls.pool.calls == 2


@pytest.mark.parametrize("reason", ["time", "memory"])
@pytest.mark.parametrize("call", [SOLVE, CHECK, COUNT])
def test_what_is_cut_short_is_unknown_and_not_kept(database: Database, call: Call, reason: str) -> None:
    _forget_all(database)
    calls = _Calls(database, Message("stopped", reason.encode()))
    for _ in range(2):
        reply = calls.answer(call, {"puzzle": TWO_LINES})
        assert reply.stop_reason == reason
        assert reply.answer is not None
        if call is COUNT:
            assert reply.answer == {"count": 0, "exact": False}
        else:
            outcome = reply.answer["status"], reply.answer["reason"], reply.answer["proven"]
            assert outcome == ("unknown", reason, False)
    assert calls.pool.calls == 2


@pytest.mark.parametrize(("reason", "error"), [("time", Died), ("memory", Fault)])
def test_a_body_that_was_not_read_gives_an_error(reason: str, error: type[Exception]) -> None:
    class Pool(PoolClient):
        def ask(self, *_: object, **__: object) -> Message:
            return Message("stopped", reason.encode())

    with pytest.raises(error):
        CallRunner(Pool("")).read("solve", b"{}", Caller("", None, lambda: True))


def test_a_wrong_cached_answer_is_computed_again(database: Database) -> None:
    _forget_all(database)
    body = SOLVE.read({"puzzle": COVER})
    cacheable = _cacheable(SOLVE, body)
    wrong = {"line": [{"cell": [1, 1], "card": "L"}, {"cell": [0, 1], "card": "S"}]}
    with database.writing() as c:
        rows.store(
            c, cacheable.key, cacheable.text, {"solution": wrong, "score": None}, 5, True, time.time() + 99
        )
    calls = _Calls(database)
    first, second = (calls.answer(SOLVE, {"puzzle": COVER}) for _ in range(2))
    assert first.answer is not None
    assert (first.from_cache, first.answer["status"], second.from_cache) == (False, "solved", True)
    assert calls.pool.calls == 1


def test_answers_need_no_database(tmp_path: Path) -> None:
    calls = _Calls(Database(f"sqlite:///{tmp_path / 'none.db'}"))
    reply = calls.answer(SOLVE, {"puzzle": COVER})
    assert reply.answer is not None
    assert reply.answer["status"] == "solved"


@pytest.mark.parametrize("kind", IDS)
def test_a_body_is_read_again_as_it_was(kind: str) -> None:
    rng = random.Random(kind)
    body = SOLVE.read({"puzzle": SAMPLES[kind].instance(rng), "seconds": 3})
    again = SOLVE.read(json.loads(json.dumps(write_body(body))))
    assert again == body

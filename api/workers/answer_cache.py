"""Answers that are kept so that the same is not worked out twice.

An answer is kept for the canonical puzzle, the twin of all that a symmetry of the game makes of it. Whoever
asks about another of them gets it mapped back, and verified.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from api.calls.call import Body, Caching, Call, Json
from api.calls.engines import solvers_of
from api.calls.subject import Subject
from api.service.logs import LOG
from api.store import answer_cache as rows
from api.store.database import Database, DatabaseUnavailable
from puzzles.ids import canonical_text
from puzzles.kind import Twin
from solvers.errors import WrongAnswer


@dataclass(frozen=True)
class CachedCall:
    """A call and its body as far as they decide the answer; `key` is the same for all twins that it serves.

    `text` is the puzzle itself. `subject` and `twin` are there where answers are mapped to twins.
    """

    caching: Caching
    key: str
    text: str = ""
    subject: Subject | None = None
    twin: Twin[Any, Any] | None = None


def cached_call(call: Call, body: Body) -> CachedCall | None:
    """None for a call whose answer is not worth keeping."""
    caching = call.caching
    if caching is None:
        return None
    subject = body.get("puzzle")
    rest = {name: value for name, value in body.items() if name not in ("puzzle", "seconds")}
    if not isinstance(subject, Subject):
        return CachedCall(caching, _key(call, body["kind"], rest))
    # An answer counts whatever chance an engine used; where it did not suffice, more time may.
    rest.pop("seed", None)
    kind = subject.kind
    text = canonical_text(kind.serialise(subject.puzzle))
    if not caching.serves_twins(body):
        return CachedCall(caching, _key(call, kind.id, rest | {"puzzle": text}), text)
    twin = kind.twin(subject.puzzle)
    return CachedCall(
        caching, _key(call, kind.id, rest | {"puzzle": kind.serialise(twin.puzzle)}), text, subject, twin
    )


def _key(call: Call, kind: str, parts: Json) -> str:
    """The version is in it so that no answer outlives a fix of the rules or the engines."""
    question = {"call": call.name, "version": solvers_of(kind).version} | parts
    return hashlib.sha256(canonical_text(question).encode()).hexdigest()


class AnswerCache:
    """The answers in the database, kept for so many seconds; without a database there are none."""

    def __init__(self, database: Database, keep: float) -> None:
        self._database, self._keep = database, keep

    def find(self, cached: CachedCall, seconds: float) -> Json | None:
        """An answer in terms of the puzzle asked about: final, or one that got as many seconds."""
        try:
            with self._database.reading() as c:
                row = rows.find(c, cached.key, time.time(), seconds)
        except DatabaseUnavailable:
            # An answer needs no database; readyz reports that it is gone.
            return None
        if row is None:
            return None
        answer = _mapped(cached, row.answer, lambda twin: twin.back)
        if cached.subject is None:
            return answer
        try:
            holds = cached.caching.still_holds(cached.subject, answer, row.puzzle == cached.text)
        except WrongAnswer:
            # A fault of ours, but nobody has to suffer it: a new answer is worked out, and kept in its place.
            LOG.error("fault", detail="a kept answer is wrong", key=cached.key)
            return None
        return answer if holds else None

    def store(self, cached: CachedCall, answer: Json, seconds: float, final: bool) -> None:
        """Keeps an answer that got so many seconds, unless a better one is kept."""
        canonical = _mapped(cached, answer, lambda twin: twin.there)
        until = time.time() + self._keep
        with suppress(DatabaseUnavailable), self._database.writing() as c:
            rows.store(c, cached.key, cached.text, canonical, seconds, final, until)


def _mapped(cached: CachedCall, answer: Json, way: Callable[[Twin[Any, Any]], Callable[[Any], Any]]) -> Json:
    if cached.subject is None or cached.twin is None:
        return answer
    return cached.caching.map_solution(cached.subject.kind, answer, way(cached.twin))

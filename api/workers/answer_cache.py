"""The cache of answers, so that the same question is not worked out twice.

An answer is cached for the canonical puzzle, which all twins of a puzzle under the game's symmetries share.
For any of the twins it is mapped back, and verified.
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
from api.calls.puzzle_documents import Subject
from api.service.logs import LOG
from api.store import answer_cache as rows
from api.store.database import Database, DatabaseUnavailable
from puzzles.ids import canonical_text
from puzzles.kind import Twin
from solvers.errors import WrongAnswer


@dataclass(frozen=True)
class CacheableCall:
    """A call and its body as far as they decide the answer. `key` is the same for all twins that share it.

    `text` is the puzzle itself. `subject` and `twin` are there where answers are mapped to twins.
    """

    caching: Caching
    key: str
    text: str = ""
    subject: Subject | None = None
    twin: Twin[Any, Any] | None = None


def cacheable_call(call: Call, body: Body) -> CacheableCall | None:
    """Returns the cache key of a call and what belongs to it; None where its answer is not worth caching."""
    caching = call.caching
    if caching is None:
        return None
    subject = body.get("puzzle")
    rest = {name: value for name, value in body.items() if name not in ("puzzle", "seconds")}
    if not isinstance(subject, Subject):
        return CacheableCall(caching, _key(call, body["kind"], rest))
    # An answer holds whatever the seed of the engine was, and where none was found more time may help.
    rest.pop("seed", None)
    kind = subject.kind
    text = canonical_text(kind.serialise(subject.puzzle))
    if not caching.serves_twins(body):
        return CacheableCall(caching, _key(call, kind.id, rest | {"puzzle": text}), text)
    twin = kind.twin(subject.puzzle)
    return CacheableCall(
        caching, _key(call, kind.id, rest | {"puzzle": kind.serialise(twin.puzzle)}), text, subject, twin
    )


def _key(call: Call, kind: str, parts: Json) -> str:
    """Hashes a question with the version of the solvers, so that no answer outlives a fix in them."""
    question = {"call": call.name, "version": solvers_of(kind).version} | parts
    return hashlib.sha256(canonical_text(question).encode()).hexdigest()


class AnswerCache:
    """The cached answers in the database, each for `keep` seconds. Without a database there are none."""

    def __init__(self, database: Database, keep: float) -> None:
        self._database, self._keep = database, keep

    def find(self, cacheable: CacheableCall, seconds: float) -> Json | None:
        """Finds an answer for the puzzle: a final one, or one that got at least as many seconds."""
        try:
            with self._database.reading() as c:
                row = rows.find(c, cacheable.key, time.time(), seconds)
        except DatabaseUnavailable:
            # Calls can be answered without the database; readyz reports that it is gone.
            return None
        if row is None:
            return None
        answer = _mapped(cacheable, row.answer, lambda twin: twin.from_canonical)
        if cacheable.subject is None:
            return answer
        try:
            holds = cacheable.caching.still_holds(cacheable.subject, answer, row.puzzle == cacheable.text)
        except WrongAnswer:
            # An error of the program, but no client has to suffer: a new answer will replace it.
            LOG.error("fault", detail="a cached answer is wrong", key=cacheable.key)
            return None
        return answer if holds else None

    def store(self, cacheable: CacheableCall, answer: Json, seconds: float, final: bool) -> None:
        """Caches an answer that got so many seconds, unless a better one is there."""
        canonical = _mapped(cacheable, answer, lambda twin: twin.to_canonical)
        until = time.time() + self._keep
        with suppress(DatabaseUnavailable), self._database.writing() as c:
            rows.store(c, cacheable.key, cacheable.text, canonical, seconds, final, until)


def _mapped(
    cacheable: CacheableCall, answer: Json, direction: Callable[[Twin[Any, Any]], Callable[[Any], Any]]
) -> Json:
    if cacheable.subject is None or cacheable.twin is None:
        return answer
    return cacheable.caching.map_solution(cacheable.subject.kind, answer, direction(cacheable.twin))

"""Questions to the desk, and answers that are kept so that the same is not worked out twice.

An answer is kept for the canonical puzzle, the twin of all that a symmetry of the game makes of it. Who asks
about another of them gets it mapped back, and verified.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from api.bank.publication import remember
from api.calls.answering import Subject
from api.calls.catalogue import Body, Call, written
from api.service.logs import LOG
from api.service.settings import Settings
from api.store import answer_cache as rows
from api.store.answer_cache import Kept
from api.store.bank import Entry
from api.store.database import Database, Lost
from api.workers.client import Desk
from api.workers.protocol import Message
from puzzles.ids import canonical_text
from puzzles.kind import Twin

# A call that took less is worked out again sooner than its answer is written down safely.
_WORTH_KEEPING = 0.25
# Beyond the seconds of its work: waiting for a turn, and what the desk grants it.
_PATIENCE = 10.0


@dataclass(frozen=True)
class Reply:
    """An answer, or a problem document in its place."""

    answer: dict[str, Any] | None
    problem: dict[str, Any] | None = None
    # Ended from outside, and the call has no answer for that.
    cut_short: bool = False
    was_kept: bool = False


class Fault(RuntimeError):
    """The engines failed: our fault."""


@dataclass(frozen=True)
class Question:
    """A call on a puzzle as far as it decides the answer; `key` is the same for all twins."""

    key: str
    text: str = ""
    subject: Subject | None = None
    twin: Twin[Any, Any] | None = None


def question_of(call: Call, body: Body) -> Question | None:
    """None for a call whose answer is not worth keeping."""
    if not call.kept:
        return None
    subject = body.get("puzzle")
    rest = {name: value for name, value in body.items() if name not in ("puzzle", "seconds")}
    if not isinstance(subject, Subject):
        return Question(_key(call, rest))
    # An answer counts whatever chance an engine used; where it did not suffice, more time may.
    rest.pop("seed", None)
    kind = subject.kind
    text = canonical_text(kind.serialise(subject.puzzle))
    if body.get("moves"):
        # These are told in the puzzle's own terms.
        return Question(_key(call, rest | {"puzzle": text}), text)
    twin = kind.twin(subject.puzzle)
    return Question(_key(call, rest | {"puzzle": kind.serialise(twin.puzzle)}), text, subject, twin)


def _key(call: Call, parts: dict[str, Any]) -> str:
    return hashlib.sha256(canonical_text({"call": call.name} | parts).encode()).hexdigest()


class Asking:
    def __init__(self, settings: Settings, database: Database, desk: Desk) -> None:
        self._settings, self._database, self._desk = settings, database, desk

    def answer(
        self,
        call: Call,
        body: Body,
        seconds: float,
    ) -> Reply:
        """`seconds` of work at most. Busy, Gone or Unwanted as the desk's client says."""
        seconds = min(seconds, body["seconds"]) if call.timed else seconds
        question = question_of(call, body)
        kept = None if question is None else self.kept(question, seconds)
        if kept is not None:
            return Reply(kept, was_kept=True)
        request = {
            "call": call.name,
            "body": written(body) | ({"seconds": seconds} if call.timed else {}),
            "lane": "call",
            "seconds": seconds,
        }
        began = time.monotonic()
        reply = replied(call, body, self._desk.ask(request, seconds + _PATIENCE))
        return self.settled(call, body, question, reply, seconds, time.monotonic() - began)

    def settled(
        self, call: Call, body: Body, question: Question | None, reply: Reply, seconds: float, took: float
    ) -> Reply:
        """What is to be kept of it is kept."""
        if reply.answer is None or reply.cut_short:
            return reply
        if call.name == "generate":
            entry = Entry(reply.answer["record"], reply.answer["solution"], reply.answer["score"])
            # The record tells an address: it must be there.
            remember(self._database, entry)
            reply = replace(reply, answer=entry.record)
        if question is not None and reply.answer is not None and took > _WORTH_KEEPING:
            self.keep(question, reply.answer, seconds, call.final(body, reply.answer))
        return reply

    def kept(self, question: Question, seconds: float) -> dict[str, Any] | None:
        try:
            with self._database.reading() as c:
                found = rows.kept(c, question.key, time.time(), seconds)
        except Lost:
            # An answer needs no database; readyz tells that it is gone.
            return None
        return None if found is None else _mapped_back(question, found)

    def keep(self, question: Question, answer: dict[str, Any], seconds: float, final: bool) -> None:
        canonical = _mapped(question, answer, lambda twin: twin.there)
        until = time.time() + self._settings.keep
        with suppress(Lost), self._database.writing() as c:
            rows.keep(c, question.key, question.text, canonical, seconds, final, until)


def replied(call: Call, body: Body, message: Message) -> Reply:
    """The desk's message as a reply."""
    if "answer" in message:
        return Reply(message["answer"])
    if "problem" in message:
        return Reply(None, message["problem"])
    if "fault" in message:
        raise Fault(message["fault"])
    if call.stopped is None:
        return Reply(None, cut_short=True)
    return Reply(call.stopped(body["puzzle"].kind, message["stopped"]), cut_short=True)


def _mapped_back(question: Question, found: Kept) -> dict[str, Any] | None:
    """The answer in the terms of the puzzle that was asked about; None where it cannot be told in them."""
    answer = _mapped(question, found.answer, lambda twin: twin.back)
    subject = question.subject
    if subject is None:
        return answer
    if found.puzzle != question.text and answer.get("reason") not in (None, "time", "memory", "size"):
        # Words about the cells or cards of a twin.
        return None
    if answer.get("solution") is not None:
        solution = subject.kind.parse_solution(answer["solution"])
        broken = subject.kind.verify(subject.puzzle, solution)
        if broken or subject.kind.score(subject.puzzle, solution) != answer["score"]:
            # A fault of ours, but nobody has to suffer it: it is worked out anew, and kept in its place.
            LOG.error("fault", detail="a kept answer is wrong", key=question.key)
            return None
    return answer


def _mapped(
    question: Question, answer: dict[str, Any], way: Callable[[Twin[Any, Any]], Callable[[Any], Any]]
) -> dict[str, Any]:
    if question.subject is None or question.twin is None or answer.get("solution") is None:
        return answer
    kind = question.subject.kind
    solution = way(question.twin)(kind.parse_solution(answer["solution"]))
    return answer | {"solution": kind.serialise_solution(solution)}

"""The table of cached answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from api.store.schema import answers

# The most answers that are kept. They take some kilobytes each, and a client can ask for any number.
_MAX_ANSWERS = 20_000
# SQLAlchemy has a separate "on conflict" for each database.
_INSERT = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


@dataclass(frozen=True)
class CachedAnswer:
    """An answer as it is cached.

    puzzle   the text of the puzzle that it was worked out for
    seconds  how long that might take
    final    whether more seconds could not improve it; the column is called proven
    """

    puzzle: str
    answer: dict[str, Any]
    seconds: float
    final: bool


def store(
    c: Connection,
    key: str,
    puzzle_text: str,
    answer: dict[str, Any],
    seconds: float,
    final: bool,
    until: float,
) -> None:
    """Stores an answer, unless a better one is there: a final one, or one that got more seconds."""
    row = {"puzzle": puzzle_text, "answer": json.dumps(answer), "seconds": seconds, "proven": final}
    row["until"] = until
    statement: Any = _INSERT[c.dialect.name](answers).values(key=key, **row)
    if_better = None if final else and_(~answers.c.proven, answers.c.seconds <= seconds)
    c.execute(statement.on_conflict_do_update(index_elements=[answers.c.key], set_=row, where=if_better))


def find(c: Connection, key: str, now: float, seconds: float) -> CachedAnswer | None:
    """Finds the answer of a key, if it is final or got at least so many seconds."""
    enough = or_(answers.c.proven, answers.c.seconds >= seconds)
    query = select(answers).where(answers.c.key == key, answers.c.until > now, enough)
    row = c.execute(query).one_or_none()
    return None if row is None else CachedAnswer(row.puzzle, json.loads(row.answer), row.seconds, row.proven)


def delete_expired(c: Connection, now: float) -> None:
    """Deletes the answers that have expired and, where too many are left, those that expire first."""
    c.execute(delete(answers).where(answers.c.until <= now))
    surplus = c.execute(select(func.count()).select_from(answers)).scalar_one() - _MAX_ANSWERS
    if surplus > 0:
        first = select(answers.c.key).order_by(answers.c.until, answers.c.key).limit(surplus)
        c.execute(delete(answers).where(answers.c.key.in_(first)))

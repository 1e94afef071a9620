"""Answers that are kept for whoever asks the same again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from api.store.schema import answers

# SQLAlchemy has "on conflict" in the words of each database only.
_INSERT = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


@dataclass(frozen=True)
class Kept:
    """`puzzle` is the text of the puzzle that was answered; `seconds` how long was to be spent on it."""

    puzzle: str
    answer: dict[str, Any]
    seconds: float
    proven: bool


def keep(
    c: Connection,
    key: str,
    puzzle_text: str,
    answer: dict[str, Any],
    seconds: float,
    proven: bool,
    until: float,
) -> None:
    """Unless a better one is kept: a proven one, or after an unproven one that got more seconds."""
    row = {"puzzle": puzzle_text, "answer": json.dumps(answer), "seconds": seconds, "proven": proven}
    row["until"] = until
    made: Any = _INSERT[c.dialect.name](answers).values(key=key, **row)
    better = None if proven else and_(~answers.c.proven, answers.c.seconds <= seconds)
    c.execute(made.on_conflict_do_update(index_elements=[answers.c.key], set_=row, where=better))


def kept(c: Connection, key: str, now: float, seconds: float) -> Kept | None:
    """The answer kept, where it is proven or got as many seconds as are asked for."""
    enough = or_(answers.c.proven, answers.c.seconds >= seconds)
    wanted = select(answers).where(answers.c.key == key, answers.c.until > now, enough)
    row = c.execute(wanted).one_or_none()
    return None if row is None else Kept(row.puzzle, json.loads(row.answer), row.seconds, row.proven)


def forget(c: Connection, now: float) -> None:
    """What is out of date is deleted."""
    c.execute(delete(answers).where(answers.c.until <= now))

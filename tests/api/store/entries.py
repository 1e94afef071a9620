"""Entries that differ in their ids, made up: the store looks at no puzzle."""

from __future__ import annotations

from typing import Any

from api.store.bank import NewPuzzle

KIND, GRADE = "end_of_line.cover", "easy"


def record(n: int, kind: str = KIND, grade: str = GRADE) -> dict[str, Any]:
    name = f"{n:016}"
    return {
        "id": name,
        "kind": kind,
        "grade": grade,
        "difficulty": n % 100,
        "seed": n,
        "generator": f"{kind}/1",
        "puzzle": {"kind": kind, "number": n},
        "url": f"/v1/puzzles/{name}",
    }


def entry(n: int, kind: str = KIND, grade: str = GRADE) -> NewPuzzle:
    return NewPuzzle(record(n, kind, grade), {"number": n}, n)

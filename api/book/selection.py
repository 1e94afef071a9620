"""Which puzzles a book holds: drawn from the packs by a seed, named by their ids, or given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from api.calls.subject import Subject, read_puzzle
from generators.protocol import seeded
from puzzles import packs
from puzzles.errors import BadInput, Problem
from puzzles.ids import puzzle_id
from puzzles.packs import Entry
from puzzles.registry import kind_named

MOST_PUZZLES = 1000
# Whether a puzzle of the packs may be in the book, by its id.
Allowed = Callable[[str], bool]
# The record of a puzzle that is not in the packs, by its id; None where nobody knows it.
Elsewhere = Callable[[str], Mapping[str, Any] | None]


@dataclass(frozen=True)
class Drawn:
    """So many puzzles of these kinds and grades, as evenly spread as there are any, by chance."""

    kinds: tuple[str, ...]
    grades: tuple[str, ...]
    count: int
    seed: int


@dataclass(frozen=True)
class Listed:
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Given:
    puzzles: tuple[Subject, ...]


Selection = Drawn | Listed | Given


@dataclass(frozen=True)
class Chosen:
    """A puzzle for a book. `at`: what asked for it, as a pointer. `entry`: what the packs have of it, or of
    one of its twins; that is proved."""

    subject: Subject
    id: str
    at: str = ""
    entry: Entry | None = None


class Shelves:
    """Where puzzles are taken from: the packs, and whatever else the caller knows."""

    def __init__(self, allowed: Allowed = lambda _: True, elsewhere: Elsewhere = lambda _: None) -> None:
        self._allowed, self._elsewhere = allowed, elsewhere

    def take(self, selection: Selection) -> tuple[Chosen, ...]:
        """In the order of the selection; BadInput with pointers to what cannot be had."""
        if isinstance(selection, Drawn):
            return tuple(self._drawn(selection))
        if isinstance(selection, Listed):
            return self._listed(selection.ids)
        chosen = [
            Chosen(subject, puzzle_id(subject.kind, subject.puzzle), f"/puzzles/{i}")
            for i, subject in enumerate(selection.puzzles)
        ]
        _refuse_twice(chosen)
        return tuple(replace(each, entry=self._packed(each.id)) for each in chosen)

    def _drawn(self, wanted: Drawn) -> Iterator[Chosen]:
        left = {
            (kind, grade): self._shuffled(kind, grade, wanted.seed)
            for grade in wanted.grades
            for kind in wanted.kinds
        }
        found: list[Entry] = []
        while left and len(found) < wanted.count:
            for pair in list(left)[: wanted.count - len(found)]:
                entry = next(left[pair], None)
                if entry is None:
                    del left[pair]
                else:
                    found.append(entry)
        if len(found) < wanted.count:
            told = f"expected at most {len(found)}, the number of puzzles of these kinds and grades"
            raise BadInput([Problem("/count", f"{told}, got {wanted.count}")])
        return (_chosen(entry, "") for entry in found)

    def _shuffled(self, kind: str, grade: str, seed: int) -> Iterator[Entry]:
        """The allowed puzzles of a pack, in an order by chance."""
        rng = seeded("book", kind, grade, seed)
        order = sorted((rng.random(), n) for n in range(packs.size(kind, grade)))
        entries = (packs.entry(kind, grade, n) for _, n in order)
        return (entry for entry in entries if self._allowed(entry.record["id"]))

    def _listed(self, ids: tuple[str, ...]) -> tuple[Chosen, ...]:
        chosen: list[Chosen] = []
        problems: list[Problem] = []
        for i, name in enumerate(ids):
            at = f"/ids/{i}"
            entry = self._packed(name)
            record = None if entry is not None else self._elsewhere(name)
            if entry is not None and self._allowed(name):
                chosen.append(_chosen(entry, at))
            elif record is not None:
                chosen.append(Chosen(read_puzzle(record), name, at))
            else:
                problems.append(Problem(at, f"no puzzle with the id {name} is known"))
        if problems:
            raise BadInput(problems)
        _refuse_twice(chosen)
        return tuple(chosen)

    def _packed(self, name: str) -> Entry | None:
        found = packs.place(name)
        return None if found is None else packs.entry(*found)


def _chosen(entry: Entry, at: str) -> Chosen:
    """As it is in the packs, whose checksums say that id and puzzle belong together."""
    kind = kind_named(entry.record["kind"])
    subject = Subject(kind, kind.parse(entry.record["puzzle"]), entry.record)
    return Chosen(subject, entry.record["id"], at, entry)


def _refuse_twice(chosen: list[Chosen]) -> None:
    times = Counter(each.id for each in chosen)
    problems = [
        Problem(each.at, f"{each.id} is in the book already")
        for i, each in enumerate(chosen)
        if times[each.id] > 1 and any(other.id == each.id for other in chosen[:i])
    ]
    if problems:
        raise BadInput(problems)

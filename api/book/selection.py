"""The puzzles of a book: chosen from the packs by a seed, named by their ids, or given."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from api.calls.puzzle_documents import Subject, read_puzzle
from generators.seeding import seeded
from puzzles import packs
from puzzles.errors import BadInput, Problem
from puzzles.ids import puzzle_id
from puzzles.packs import PackEntry
from puzzles.registry import kind_named

MAX_PUZZLES = 1000
# Whether a puzzle of the packs may be in the book, by its id.
Allowed = Callable[[str], bool]
# Which puzzles of the packs are chosen at random for the book; one that is named is printed in any case.
Suits = Callable[[Sequence[PackEntry]], Sequence[bool]]
# Finds the record of a puzzle that is not in the packs by its id; None where it is not known.
FindRecord = Callable[[str], Mapping[str, Any] | None]


@dataclass(frozen=True)
class RandomSelection:
    """`count` puzzles of these kinds and grades, chosen at random and spread as evenly as possible."""

    kinds: tuple[str, ...]
    grades: tuple[str, ...]
    count: int
    seed: int


@dataclass(frozen=True)
class SelectedIds:
    ids: tuple[str, ...]


@dataclass(frozen=True)
class GivenPuzzles:
    puzzles: tuple[Subject, ...]


Selection = RandomSelection | SelectedIds | GivenPuzzles


@dataclass(frozen=True)
class ChosenPuzzle:
    """A puzzle for a book.

    at        the pointer to its choice in the order
    entry     the entry of the packs for it or one of its twins, which is proved
    has_page  whether the service has a page of it
    """

    subject: Subject
    id: str
    at: str = ""
    entry: PackEntry | None = None
    has_page: bool = True


def all_suit(entries: Sequence[PackEntry]) -> list[bool]:
    return [True] * len(entries)


class PuzzleSources:
    """The sources of puzzles: the packs, and whatever else the caller knows."""

    def __init__(
        self,
        allowed: Allowed = lambda _: True,
        find_outside_packs: FindRecord = lambda _: None,
        suits: Suits = all_suit,
    ) -> None:
        self._allowed, self._find_outside_packs, self._suits = allowed, find_outside_packs, suits

    def select(self, selection: Selection) -> tuple[ChosenPuzzle, ...]:
        """Takes the puzzles of a selection, in order; BadInput with pointers to those that are not there."""
        if isinstance(selection, RandomSelection):
            return tuple(self._choose(selection))
        if isinstance(selection, SelectedIds):
            return self._find_ids(selection.ids)
        chosen = [
            ChosenPuzzle(subject, puzzle_id(subject.kind, subject.puzzle), f"/puzzles/{i}")
            for i, subject in enumerate(selection.puzzles)
        ]
        _refuse_duplicates(chosen)
        entries = (self._pack_entry(puzzle.id) for puzzle in chosen)
        return tuple(
            replace(puzzle, entry=entry, has_page=entry is not None)
            for puzzle, entry in zip(chosen, entries, strict=True)
        )

    def _choose(self, selection: RandomSelection) -> Iterator[ChosenPuzzle]:
        left = [
            _Pile(self._shuffled(kind, grade, selection.seed))
            for grade in selection.grades
            for kind in selection.kinds
        ]
        entries_taken: list[PackEntry] = []
        while left and len(entries_taken) < selection.count:
            missing = selection.count - len(entries_taken)
            self._fill(left, -(-missing // len(left)))
            entries_taken += [pile.suitable.popleft() for pile in left[:missing] if pile.suitable]
            left = [pile for pile in left if pile.suitable or not pile.used_up]
        if len(entries_taken) < selection.count:
            expected = (
                f"expected at most {len(entries_taken)}, the number of puzzles of these kinds and grades"
            )
            raise BadInput([Problem("/count", f"{expected}, got {selection.count}")])
        return (_from_pack(entry, "") for entry in entries_taken)

    def _shuffled(self, kind: str, grade: str, seed: int) -> Iterator[PackEntry]:
        """Yields the allowed puzzles of a pack in a random order."""
        rng = seeded("book", kind, grade, seed)
        order = sorted((rng.random(), n) for n in range(packs.size(kind, grade)))
        entries = (packs.entry(kind, grade, n) for _, n in order)
        return (entry for entry in entries if self._allowed(entry.record["id"]))

    def _fill(self, piles: Iterable[_Pile], count: int) -> None:
        """Has piles offer at least so many suitable puzzles, or all they have; judges many at once."""
        while drawn := [(pile, entry) for pile in piles for entry in pile.draw(count - len(pile.suitable))]:
            verdicts = self._suits([entry for _, entry in drawn])
            for (pile, entry), suits in zip(drawn, verdicts, strict=True):
                if suits:
                    pile.suitable.append(entry)

    def _find_ids(self, ids: tuple[str, ...]) -> tuple[ChosenPuzzle, ...]:
        chosen: list[ChosenPuzzle] = []
        problems: list[Problem] = []
        for i, name in enumerate(ids):
            at = f"/ids/{i}"
            entry = self._pack_entry(name)
            record = None if entry is not None else self._find_outside_packs(name)
            if entry is not None and self._allowed(name):
                chosen.append(_from_pack(entry, at))
            elif record is not None:
                chosen.append(ChosenPuzzle(read_puzzle(record), name, at))
            else:
                problems.append(Problem(at, f"no puzzle with the id {name} is known"))
        if problems:
            raise BadInput(problems)
        _refuse_duplicates(chosen)
        return tuple(chosen)

    def _pack_entry(self, name: str) -> PackEntry | None:
        location = packs.locate(name)
        return None if location is None else packs.entry(*location)


@dataclass
class _Pile:
    """The puzzles of a pack that are left, and those of them that are known to suit the book."""

    rest: Iterator[PackEntry]
    suitable: deque[PackEntry] = field(default_factory=deque)
    used_up: bool = False

    def draw(self, count: int) -> list[PackEntry]:
        drawn = list(islice(self.rest, max(0, count)))
        self.used_up = self.used_up or len(drawn) < count
        return drawn


def _from_pack(entry: PackEntry, at: str) -> ChosenPuzzle:
    """Reads a puzzle of the packs, whose checksums ensure that id and puzzle belong together."""
    kind = kind_named(entry.record["kind"])
    subject = Subject(kind, kind.parse(entry.record["puzzle"]), entry.record)
    return ChosenPuzzle(subject, entry.record["id"], at, entry)


def _refuse_duplicates(chosen: list[ChosenPuzzle]) -> None:
    times = Counter(puzzle.id for puzzle in chosen)
    problems = [
        Problem(puzzle.at, f"{puzzle.id} is in the book already")
        for i, puzzle in enumerate(chosen)
        if times[puzzle.id] > 1 and any(other.id == puzzle.id for other in chosen[:i])
    ]
    if problems:
        raise BadInput(problems)

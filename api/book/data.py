"""What the printer's templates are told of a book, as JSON: they decide nothing but where things stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from api.book.drawings import Files, Picture, code
from api.book.layout import Grid, Layout, Wanted, shared_out
from api.book.options import BookOptions
from api.book.proving import Proved
from api.book.rules import rules_of
from api.book.telling import Told
from generators.base import GRADES, url_of
from puzzles.look import Look
from puzzles.words import Words

Json = dict[str, Any]
Numbers = Mapping[int, int]


@dataclass(frozen=True)
class Printed:
    """A puzzle as it is printed."""

    number: int
    found: Proved
    told: Told
    puzzle: Picture
    answer: Picture
    steps: tuple[str, ...]

    @property
    def game(self) -> str:
        return self.found.kind.id.split(".")[0]

    @property
    def stars(self) -> int:
        return 0 if self.found.grade is None else [*GRADES].index(self.found.grade) + 1


@dataclass(frozen=True)
class Frame:
    """What the parts of one file have in common."""

    options: BookOptions
    layout: Layout
    look: Look
    words: Words
    base_url: str | None

    def kind(self, printed: Printed) -> str:
        return self.words.say(f"book.kinds.{printed.found.kind.id}.name")

    def grade(self, printed: Printed) -> str:
        grade = printed.found.grade
        return self.words.say("book.ungraded" if grade is None else f"book.grades.{grade}")


@dataclass
class Chapters:
    """The puzzles, game by game. `answered_on`: the page of each answer, where these are in a file apart."""

    frame: Frame
    files: Files
    answered_on: Numbers

    def data(self, printed: Sequence[Printed]) -> list[Json]:
        chapters = []
        for game, of_game in groupby(printed, key=lambda each: each.game):
            puzzles = list(of_game)
            kinds = list(dict.fromkeys(each.found.kind.id for each in puzzles))
            rules = rules_of(game, kinds, self.frame.words, self.frame.look, self.files)
            chapters.append({"rules": rules, "pages": list(self._pages(puzzles))})
        return chapters

    def _pages(self, puzzles: Sequence[Printed]) -> Iterator[Json]:
        """Kinds that have the same grid share pages, so that few puzzles are alone on one."""
        first = {each.number for _, (each, *_) in _by_kind(puzzles)}
        grids = {kind: self._grid(of_kind) for kind, of_kind in _by_kind(puzzles)}
        for grid, together in groupby(puzzles, key=lambda each: grids[each.found.kind.id]):
            for shared in shared_out(list(together), grid.slots):
                # One that is left over gets the page.
                used = Grid(1, 1) if len(shared) == 1 else grid
                slots = [self._slot(each, used, each.number in first) for each in shared]
                yield {"cols": used.cols, "rows": used.rows, "slots": slots}

    def _grid(self, of_kind: Sequence[Printed]) -> Grid:
        return self.frame.layout.grid(self.frame.options.per_page, [self._wanted(each) for each in of_kind])

    def _wanted(self, printed: Printed) -> Wanted:
        below = 2.2 * self.frame.layout.line if printed.told.lines else 0.0
        if printed.told.dots:
            below = self.frame.layout.dots
        return Wanted(printed.puzzle.width, printed.puzzle.height, below)

    def _slot(self, printed: Printed, grid: Grid, first: bool) -> Json:
        frame, told = self.frame, printed.told
        address = None if frame.base_url is None else frame.base_url + url_of(printed.found.id)
        slot = {
            "number": printed.number,
            "kind": frame.kind(printed),
            "first": first,
            "grade": frame.grade(printed),
            "stars": printed.stars,
            "task": told.task,
            "drawing": self.files.placed(printed.puzzle, frame.layout.scale(grid, self._wanted(printed))),
            "lines": told.lines,
            "dots": told.dots,
            "address": address,
            "code": None if address is None else self._code(address),
        }
        if printed.number in self.answered_on:
            slot["answer_page"] = self.answered_on[printed.number]
        return slot

    def _code(self, address: str) -> Json:
        drawn = code(address, self.frame.words.say("book.code", address=address))
        return self.files.placed(drawn, self.frame.layout.code / drawn.width)


@dataclass
class Answers:
    """The answers, kind by kind. `asked_on`: the page of each puzzle, where these are in a file apart."""

    frame: Frame
    files: Files
    asked_on: Numbers

    def data(self, printed: Sequence[Printed]) -> list[Json]:
        return [self._part(of_kind) for _, of_kind in _by_kind(printed)]

    def _part(self, of_kind: Sequence[Printed]) -> Json:
        beside = any(each.steps for each in of_kind)
        sides = [(each.answer.width, each.answer.height) for each in of_kind]
        columns, scale = self.frame.layout.answers(sides, beside)
        game = self.frame.words.say(f"book.games.{of_kind[0].game}")
        return {
            "title": f"{game} · {self.frame.kind(of_kind[0])}",
            "columns": columns,
            "items": [self._item(each, scale, beside) for each in of_kind],
        }

    def _item(self, printed: Printed, scale: float, beside: bool) -> Json:
        item = {
            "number": printed.number,
            "drawing": self.files.placed(printed.answer, scale),
            "words": printed.told.answer,
            "steps": printed.steps,
            "beside": beside,
        }
        if printed.number in self.asked_on:
            item["puzzle_page"] = self.asked_on[printed.number]
        return item


def index_of(frame: Frame, printed: Sequence[Printed]) -> list[Json]:
    """A row for each kind and grade: in rising difficulty, the numbers of each are consecutive."""
    rows = []
    for (kind, grade), group in groupby(printed, key=lambda each: (frame.kind(each), frame.grade(each))):
        first, *rest = [each.number for each in group]
        numbers = f"{first}–{rest[-1]}" if rest else str(first)  # noqa: RUF001  # an en dash, as in print
        rows.append({"kind": kind, "grade": grade, "numbers": numbers, "first": first})
    return rows


def _by_kind(printed: Sequence[Printed]) -> Iterator[tuple[str, list[Printed]]]:
    for kind, group in groupby(printed, key=lambda each: each.found.kind.id):
        yield kind, list(group)

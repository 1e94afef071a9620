"""What the printer's templates are told of a book, as JSON: they decide nothing but where things stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from itertools import groupby
from typing import Any, Literal

from api.book.cut_out_sheets import CutPuzzle, sheets
from api.book.layout import BESIDE, BETWEEN, GAP, GUTTER, Grid, Layout, Wanted, shared_out
from api.book.options import BookOptions, Order
from api.book.pictures import Files, Picture, code
from api.book.proved_answers import Proved
from api.book.rules import example_of, rules_of
from api.book.selection import Drawn
from generators.protocol import GRADES, page_of
from puzzles.drawing.style import Look
from puzzles.errors import BadInput, Problem
from puzzles.game import Caption, Game
from puzzles.registry import GAMES, game_of
from puzzles.texts import Phrase, Translator

Json = dict[str, Any]
Part = Literal["book", "answers"]
# The words of the templates, by their keys under `book`.
_WORDS = ("contents", "answers", "index", "play", "answer_on", "answer_apart", "puzzle_on", "puzzle_apart")
_COLUMNS = ("grade", "numbers", "page", "answer")
# The part of the page's height that the examples of the rules take, and of its width that of the title.
_EXAMPLE, _COVER = 0.22, 0.6


@dataclass(frozen=True)
class Printed:
    """A puzzle as it is printed; without an answer where the book has none."""

    number: int
    found: Proved
    caption: Caption
    puzzle: Picture
    answer: Picture | None
    steps: tuple[str, ...]

    @property
    def game(self) -> Game:
        return game_of(self.found.kind.id)

    @property
    def stars(self) -> int:
        return 0 if self.found.grade is None else list[str](GRADES).index(self.found.grade) + 1


@dataclass(frozen=True)
class Frame:
    """What the parts of a book have in common."""

    order: Order
    layout: Layout
    look: Look
    base_url: str | None

    @property
    def options(self) -> BookOptions:
        return self.order.options

    @property
    def words(self) -> Translator:
        return self.look.words

    def kind(self, kind_id: str) -> str:
        return self.words.text(f"{kind_id}.name")

    def grade(self, grade: str | None) -> str:
        return self.words.text("frame.book.ungraded" if grade is None else f"frame.book.grades.{grade}")


@dataclass(frozen=True)
class Fit:
    """How puzzles that look alike fit into their pages; the scales of their drawings by their numbers."""

    grid: Grid
    head: float
    scales: Mapping[int, float]


@dataclass
class Writer:
    """Writes what one file is told. `elsewhere`: the pages of the answers, or of the puzzles, by number,
    where these are in a file apart and the pages are known."""

    frame: Frame
    printed: Sequence[Printed]
    elsewhere: Mapping[int, int] = field(default_factory=dict)
    files: Files = field(default_factory=Files)

    def book(self) -> Json:
        with_answers = self.frame.options.answers == "with"
        return {
            **self._frame(self._title(), "subtitle_answered" if with_answers else "subtitle"),
            "imprint": list(self._imprint()),
            "contents": True,
            "chapters": self._chapters(),
            "parts": self._parts() if with_answers else [],
            "answers": with_answers,
            "index": list(self._index()),
            "sheets": self._sheets() if self.frame.options.cut_outs else [],
        }

    def apart(self) -> Json:
        """The answers in a file of their own."""
        title = self.frame.words.text("frame.book.answers_title", title=self._title())
        nothing: Json = {"contents": False, "chapters": [], "index": [], "sheets": []}
        imprint = list(self._imprint())
        frame = self._frame(title, "subtitle_apart")
        return {**frame, **nothing, "imprint": imprint, "answers": True, "parts": self._parts()}

    def _title(self) -> str:
        title = " ".join((self.frame.options.title or "").split())
        return title or self.frame.words.text("frame.book.title")

    def _frame(self, title: str, subtitle: str) -> Json:
        frame, layout, options = self.frame, self.frame.layout, self.frame.options
        columns = _COLUMNS if options.answers == "with" else _COLUMNS[:-1]
        # The templates know which page it is.
        words = {key: frame.words.text(f"frame.book.{key}", page="{page}") for key in _WORDS}
        games = [game.name(frame.words) for game, _ in self._by_game()]
        kinds = [frame.kind(kind) for kind, _ in _by_kind(self.printed)]
        first = self.printed[0].found.kind.id
        cover = example_of(first, frame.look)
        return {
            "language": options.language,
            "coloured": options.ink == "colour",
            "title": title,
            "subtitle": frame.words.text(f"frame.book.{subtitle}", n=len(self.printed)),
            "games": games,
            "authors": [options.author] if options.author else [],
            "keywords": list(dict.fromkeys([*games, *kinds])),
            "paper": asdict(layout.sheet),
            "text": layout.sheet.text,
            "large": options.large_print,
            "foot": layout.foot,
            "gap": GAP,
            "gutter": GUTTER,
            "between": BETWEEN,
            "beside": BESIDE,
            "words": words
            | {"index_columns": [frame.words.text(f"frame.book.index_columns.{c}") for c in columns]},
            "cover": self.files.placed(cover, _COVER * layout.sheet.across / max(cover.width, cover.height)),
            "apart": options.answers == "apart",
            "numbers": [each.number for each in self.printed],
        }

    def _imprint(self) -> Iterator[str]:
        words, selection = self.frame.words, self.frame.order.selection
        yield words.text(
            "frame.book.imprint.unofficial", games=words.all_of([game.name(words) for game in GAMES])
        )
        if self.frame.options.answers != "without":
            yield words.text("frame.book.imprint.verified")
        yield from dict.fromkeys(
            words.render(notice) for each in self.printed for notice in each.caption.notices
        )
        if isinstance(selection, Drawn):
            kinds = ", ".join(self.frame.kind(kind) for kind, _ in _by_kind(self.printed))
            yield words.text("frame.book.imprint.drawn", seed=selection.seed, n=selection.count, kinds=kinds)
        yield words.text("frame.book.imprint.made", version=version("lineworks"))

    def _by_game(self) -> Iterator[tuple[Game, list[Printed]]]:
        for game, group in groupby(self.printed, key=lambda each: each.game):
            yield game, list(group)

    def _chapters(self) -> list[Json]:
        chapters = [self._chapter(game, group) for game, group in self._by_game()]
        most = max(page["cols"] * page["rows"] for chapter in chapters for page in chapter["pages"])
        wanted = self.frame.options.per_page
        if wanted is not None and most < min(wanted, len(self.printed)):
            told = f"{wanted} puzzles a page would be too small to read on this paper"
            raise BadInput([Problem("/per_page", told)])
        return chapters

    def _chapter(self, game: Game, puzzles: Sequence[Printed]) -> Json:
        frame = self.frame
        kinds = [kind for kind, _ in _by_kind(puzzles)]
        drawn = [example_of(kind, frame.look) for kind in kinds]
        sheet = frame.layout.sheet
        share = sheet.across / len(drawn) - GAP
        high, wide = max(each.height for each in drawn), max(each.width for each in drawn)
        scale = min(_EXAMPLE * sheet.down / high, share / wide, frame.layout.sizes.good)
        examples = [
            {"drawing": self.files.placed(each, scale), "title": frame.kind(kind)}
            for each, kind in zip(drawn, kinds, strict=True)
        ]
        return {
            "rules": rules_of(game, kinds, frame.words, examples),
            "pages": list(self._pages(puzzles)),
        }

    def _pages(self, puzzles: Sequence[Printed]) -> Iterator[Json]:
        """Kinds that have the same grid share pages, so that few puzzles are alone on one."""
        layout, of_kinds = self.frame.layout, dict(_by_kind(puzzles))
        first = {each.number for each, *_ in of_kinds.values()}
        fits: dict[str, Fit] = {}
        for kind, of_kind in of_kinds.items():
            fits[kind] = self._fit(layout.grid(self.frame.options.per_page, self._wanted(of_kind)), of_kind)
        for grid, together in groupby(puzzles, key=lambda each: fits[each.found.kind.id].grid):
            for shared in shared_out(list(together), grid.slots):
                fit = [fits[each.found.kind.id] for each in shared]
                if 2 * len(shared) <= grid.slots:  # those that are left over get the page
                    fit = [self._fit(layout.grid(len(shared), self._wanted(shared)), shared)] * len(shared)
                slots = [self._slot(each, of, first) for each, of in zip(shared, fit, strict=True)]
                yield {**asdict(fit[0].grid), "slots": slots}

    def _fit(self, grid: Grid, alike: Sequence[Printed]) -> Fit:
        wanted = self._wanted(alike)
        scales = self.frame.layout.scales(grid, wanted)
        numbers = (each.number for each in alike)
        head = self.frame.layout.head(grid, (each.task for each in wanted))
        return Fit(grid, head, dict(zip(numbers, scales, strict=True)))

    def _wanted(self, printed: Sequence[Printed]) -> list[Wanted]:
        return [
            Wanted(
                each.puzzle.width,
                each.puzzle.height,
                self._room_below(each.caption),
                not each.caption.needs_paper,
                self.frame.words.render(each.caption.task),
            )
            for each in printed
        ]

    def _room_below(self, caption: Caption) -> float:
        """The height of what the solver draws or writes on."""
        layout = self.frame.layout
        return layout.paper if caption.needs_paper else layout.lines if caption.write_lines else 0.0

    def _slot(self, printed: Printed, fit: Fit, first: Collection[int]) -> Json:
        frame, caption, found = self.frame, printed.caption, printed.found
        address = None if frame.base_url is None else frame.base_url + page_of(found.id)
        return {
            "number": printed.number,
            "kind": frame.kind(found.kind.id),
            "first": printed.number in first,
            "head": fit.head,
            "grade": frame.grade(found.grade),
            "stars": printed.stars,
            "task": frame.words.render(caption.task),
            "drawing": self.files.placed(printed.puzzle, fit.scales[printed.number]),
            "write_lines": self._rendered(caption.write_lines),
            "needs_paper": caption.needs_paper,
            "address": address,
            "code": None if address is None else self._code(address),
            "elsewhere": self.elsewhere.get(printed.number, 0),
        }

    def _rendered(self, phrases: Iterable[Phrase]) -> list[str]:
        return [self.frame.words.render(phrase) for phrase in phrases]

    def _code(self, address: str) -> Json:
        drawn = code(address, self.frame.words.text("frame.book.code", address=address))
        return self.files.placed(drawn, self.frame.layout.code / drawn.width)

    def _parts(self) -> list[Json]:
        """The answers, kind by kind."""
        return [self._part(kind, of_kind) for kind, of_kind in _by_kind(self.printed)]

    def _part(self, kind: str, of_kind: Sequence[Printed]) -> Json:
        answered = [(each, each.answer) for each in of_kind if each.answer is not None]
        beside = any(each.steps for each in of_kind)
        layout = self.frame.layout.answers(max(answer.width for _, answer in answered), beside)
        items = [
            {
                "number": each.number,
                "drawing": self.files.placed(answer, layout.scale(answer.width, answer.height)),
                "words": self._rendered(each.caption.answer),
                "steps": each.steps,
                "elsewhere": self.elsewhere.get(each.number, 0),
            }
            for each, answer in answered
        ]
        title = f"{of_kind[0].game.name(self.frame.words)} · {self.frame.kind(kind)}"
        return {"title": title, "columns": layout.columns, "beside": beside, "items": items}

    def _index(self) -> Iterator[Json]:
        """The kinds, with a row for each grade: in rising difficulty, the numbers of each are consecutive."""
        of = self.frame
        for kind, of_kind in _by_kind(self.printed):
            rows = list[Json]()
            for grade, group in groupby(of_kind, key=lambda each: each.found.grade):
                first, *rest = [each.number for each in group]
                numbers = f"{first}–{rest[-1]}" if rest else str(first)  # noqa: RUF001  # as in print
                rows.append({"grade": of.grade(grade), "numbers": numbers, "first": first})
            yield {"title": f"{of_kind[0].game.name(of.words)} · {of.kind(kind)}", "rows": rows}

    def _sheets(self) -> list[Json]:
        puzzles = [CutPuzzle(each.found.kind, each.found.puzzle, each.caption) for each in self.printed]
        return sheets(puzzles, self.frame.look, self.frame.options.card_size, self.frame.layout, self.files)


def _by_kind(printed: Sequence[Printed]) -> Iterator[tuple[str, list[Printed]]]:
    for kind, group in groupby(printed, key=lambda each: each.found.kind.id):
        yield kind, list(group)

"""The data of a book for the printer's templates, as JSON. The templates only decide where things stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from itertools import groupby
from typing import Any

from api.book.cut_out_sheets import PuzzleToCut, sheets
from api.book.layout import BESIDE, BETWEEN, GAP, GUTTER, Grid, Layout, NeededSpace, share_out
from api.book.options import BookOptions, Order
from api.book.pictures import Picture, PrinterFiles, qr_code
from api.book.proved_answers import ProvedPuzzle
from api.book.rules import example_of, rules_of
from api.book.selection import RandomSelection
from generators.records import page_of
from puzzles.drawing.style import Look
from puzzles.errors import BadInput, Problem
from puzzles.game import Caption, Game
from puzzles.grades import GRADES
from puzzles.registry import GAMES, game_of
from puzzles.texts import Phrase, Translator

Json = dict[str, Any]
# The texts of the templates, by their keys under `book`.
_WORDS = ("contents", "answers", "index", "play", "answer_on", "answer_apart", "puzzle_on", "puzzle_apart")
_COLUMNS = ("grade", "numbers", "page", "answer")
# Share of the page height for the example drawings of the rules; share of its width for the title drawing.
_EXAMPLE, _TITLE_DRAWING = 0.22, 0.6


@dataclass(frozen=True)
class PrintedPuzzle:
    """A puzzle as it is printed. `answer` is None in a book without answers."""

    number: int
    proved: ProvedPuzzle
    caption: Caption
    drawing: Picture
    answer: Picture | None
    steps: tuple[str, ...]

    @property
    def game(self) -> Game:
        return game_of(self.proved.kind.id)

    @property
    def stars(self) -> int:
        return 0 if self.proved.grade is None else list[str](GRADES).index(self.proved.grade) + 1


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
    def translator(self) -> Translator:
        return self.look.translator

    def kind(self, kind_id: str) -> str:
        return self.translator.text(f"{kind_id}.name")

    def grade(self, grade: str | None) -> str:
        return self.translator.text("frame.book.ungraded" if grade is None else f"frame.book.grades.{grade}")


@dataclass(frozen=True)
class Fit:
    """How puzzles that look alike fit into their pages; the scales of their drawings by their numbers."""

    grid: Grid
    head: float
    scales: Mapping[int, float]


@dataclass
class TemplateData:
    """Writes the data of one file.

    `pages_in_other_file`: the pages of the answers, or of the puzzles, by number, where these are in a
    separate file and their pages are known."""

    frame: Frame
    printed: Sequence[PrintedPuzzle]
    pages_in_other_file: Mapping[int, int] = field(default_factory=dict)
    files: PrinterFiles = field(default_factory=PrinterFiles)

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

    def answers_apart(self) -> Json:
        """Returns the data of a separate file of answers."""
        title = self.frame.translator.text("frame.book.answers_title", title=self._title())
        nothing: Json = {"contents": False, "chapters": [], "index": [], "sheets": []}
        imprint = list(self._imprint())
        frame = self._frame(title, "subtitle_apart")
        return {**frame, **nothing, "imprint": imprint, "answers": True, "parts": self._parts()}

    def _title(self) -> str:
        title = " ".join((self.frame.options.title or "").split())
        return title or self.frame.translator.text("frame.book.title")

    def _frame(self, title: str, subtitle: str) -> Json:
        frame, layout, options = self.frame, self.frame.layout, self.frame.options
        columns = _COLUMNS if options.answers == "with" else _COLUMNS[:-1]
        # The templates know which page it is.
        words = {key: frame.translator.text(f"frame.book.{key}", page="{page}") for key in _WORDS}
        games = [game.name(frame.translator) for game, _ in self._by_game()]
        kinds = [frame.kind(kind) for kind, _ in _by_kind(self.printed)]
        first = self.printed[0].proved.kind.id
        cover = example_of(first, frame.look)
        cover_width = _TITLE_DRAWING * layout.page_format.across
        return {
            "language": options.language,
            "coloured": options.ink == "colour",
            "title": title,
            "subtitle": frame.translator.text(f"frame.book.{subtitle}", n=len(self.printed)),
            "games": games,
            "authors": [options.author] if options.author else [],
            "keywords": list(dict.fromkeys([*games, *kinds])),
            "paper": asdict(layout.page_format),
            "text": layout.page_format.text,
            "large": options.large_print,
            "foot": layout.foot_height,
            "gap": GAP,
            "gutter": GUTTER,
            "between": BETWEEN,
            "beside": BESIDE,
            "words": words
            | {"index_columns": [frame.translator.text(f"frame.book.index_columns.{c}") for c in columns]},
            "cover": self.files.add(cover, cover_width / max(cover.width, cover.height)),
            "apart": options.answers == "apart",
            "numbers": [puzzle.number for puzzle in self.printed],
        }

    def _imprint(self) -> Iterator[str]:
        translator, selection = self.frame.translator, self.frame.order.selection
        yield translator.text(
            "frame.book.imprint.unofficial",
            games=translator.all_of([game.name(translator) for game in GAMES]),
        )
        if self.frame.options.answers != "without":
            yield translator.text("frame.book.imprint.verified")
        yield from dict.fromkeys(
            translator.render(notice) for puzzle in self.printed for notice in puzzle.caption.notices
        )
        if isinstance(selection, RandomSelection):
            kinds = ", ".join(self.frame.kind(kind) for kind, _ in _by_kind(self.printed))
            yield translator.text(
                "frame.book.imprint.drawn", seed=selection.seed, n=selection.count, kinds=kinds
            )
        yield translator.text("frame.book.imprint.made", version=version("lineworks"))

    def _by_game(self) -> Iterator[tuple[Game, list[PrintedPuzzle]]]:
        for game, group in groupby(self.printed, key=lambda puzzle: puzzle.game):
            yield game, list(group)

    def _chapters(self) -> list[Json]:
        chapters = [self._chapter(game, group) for game, group in self._by_game()]
        most_on_a_page = max(page["cols"] * page["rows"] for chapter in chapters for page in chapter["pages"])
        per_page = self.frame.options.per_page
        if per_page is not None and most_on_a_page < min(per_page, len(self.printed)):
            detail = f"{per_page} puzzles a page would be too small to read on this paper"
            raise BadInput([Problem("/per_page", detail)])
        return chapters

    def _chapter(self, game: Game, puzzles: Sequence[PrintedPuzzle]) -> Json:
        frame = self.frame
        kinds = [kind for kind, _ in _by_kind(puzzles)]
        pictures = [example_of(kind, frame.look) for kind in kinds]
        page_format = frame.layout.page_format
        share = page_format.across / len(pictures) - GAP
        height = max(example.height for example in pictures)
        width = max(example.width for example in pictures)
        scale = min(_EXAMPLE * page_format.down / height, share / width, frame.layout.sizes.good)
        examples = [
            {"drawing": self.files.add(example, scale), "title": frame.kind(kind)}
            for example, kind in zip(pictures, kinds, strict=True)
        ]
        return {
            "rules": rules_of(game, kinds, frame.translator, examples),
            "pages": list(self._pages(puzzles)),
        }

    def _pages(self, puzzles: Sequence[PrintedPuzzle]) -> Iterator[Json]:
        """Kinds that have the same grid share pages, so that few puzzles are alone on one."""
        layout, of_kinds = self.frame.layout, dict(_by_kind(puzzles))
        first = {puzzle.number for puzzle, *_ in of_kinds.values()}
        fits: dict[str, Fit] = {}
        for kind, of_kind in of_kinds.items():
            fits[kind] = self._fit(layout.grid(self.frame.options.per_page, self._spaces(of_kind)), of_kind)
        for grid, together in groupby(puzzles, key=lambda puzzle: fits[puzzle.proved.kind.id].grid):
            for shared in share_out(list(together), grid.slots):
                fit = [fits[puzzle.proved.kind.id] for puzzle in shared]
                if 2 * len(shared) <= grid.slots:  # the few that are left over get the whole page
                    fit = [self._fit(layout.grid(len(shared), self._spaces(shared)), shared)] * len(shared)
                slots = [self._slot(puzzle, of, first) for puzzle, of in zip(shared, fit, strict=True)]
                yield {**asdict(fit[0].grid), "slots": slots}

    def _fit(self, grid: Grid, alike: Sequence[PrintedPuzzle]) -> Fit:
        spaces = self._spaces(alike)
        scales = self.frame.layout.scales(grid, spaces)
        numbers = (puzzle.number for puzzle in alike)
        head = self.frame.layout.head_height(grid, (space.task for space in spaces))
        return Fit(grid, head, dict(zip(numbers, scales, strict=True)))

    def _spaces(self, printed: Sequence[PrintedPuzzle]) -> list[NeededSpace]:
        return [
            NeededSpace(
                puzzle.drawing.width,
                puzzle.drawing.height,
                self._room_below(puzzle.caption),
                not puzzle.caption.needs_paper,
                self.frame.translator.render(puzzle.caption.task),
            )
            for puzzle in printed
        ]

    def _room_below(self, caption: Caption) -> float:
        """Returns the height of the area where the reader draws or writes."""
        layout = self.frame.layout
        if caption.needs_paper:
            return layout.paper_height
        return layout.lines_height if caption.write_lines else 0.0

    def _slot(self, printed: PrintedPuzzle, fit: Fit, first: Collection[int]) -> Json:
        frame, caption, proved = self.frame, printed.caption, printed.proved
        address = None if frame.base_url is None else frame.base_url + page_of(proved.id)
        return {
            "number": printed.number,
            "kind": frame.kind(proved.kind.id),
            "first": printed.number in first,
            "head": fit.head,
            "grade": frame.grade(proved.grade),
            "stars": printed.stars,
            "task": frame.translator.render(caption.task),
            "drawing": self.files.add(printed.drawing, fit.scales[printed.number]),
            "write_lines": self._rendered(caption.write_lines),
            "needs_paper": caption.needs_paper,
            "address": address,
            "code": None if address is None else self._qr_code(address),
            "elsewhere": self.pages_in_other_file.get(printed.number, 0),
        }

    def _rendered(self, phrases: Iterable[Phrase]) -> list[str]:
        return [self.frame.translator.render(phrase) for phrase in phrases]

    def _qr_code(self, address: str) -> Json:
        picture = qr_code(address, self.frame.translator.text("frame.book.code", address=address))
        return self.files.add(picture, self.frame.layout.qr_code / picture.width)

    def _parts(self) -> list[Json]:
        """The answers, kind by kind."""
        return [self._part(kind, of_kind) for kind, of_kind in _by_kind(self.printed)]

    def _part(self, kind: str, of_kind: Sequence[PrintedPuzzle]) -> Json:
        answered = [(puzzle, puzzle.answer) for puzzle in of_kind if puzzle.answer is not None]
        beside = any(puzzle.steps for puzzle in of_kind)
        layout = self.frame.layout.answers(max(answer.width for _, answer in answered), beside)
        items = [
            {
                "number": puzzle.number,
                "drawing": self.files.add(answer, layout.scale(answer.width, answer.height)),
                "words": self._rendered(puzzle.caption.answer),
                "steps": puzzle.steps,
                "elsewhere": self.pages_in_other_file.get(puzzle.number, 0),
            }
            for puzzle, answer in answered
        ]
        title = f"{of_kind[0].game.name(self.frame.translator)} · {self.frame.kind(kind)}"
        return {"title": title, "columns": layout.columns, "beside": beside, "items": items}

    def _index(self) -> Iterator[Json]:
        """Yields the kinds with a row for each grade, whose numbers are consecutive: difficulty rises."""
        frame = self.frame
        for kind, of_kind in _by_kind(self.printed):
            rows = list[Json]()
            for grade, group in groupby(of_kind, key=lambda puzzle: puzzle.proved.grade):
                first, *rest = [puzzle.number for puzzle in group]
                numbers = f"{first}–{rest[-1]}" if rest else str(first)  # noqa: RUF001  # as in print
                rows.append({"grade": frame.grade(grade), "numbers": numbers, "first": first})
            yield {"title": f"{of_kind[0].game.name(frame.translator)} · {frame.kind(kind)}", "rows": rows}

    def _sheets(self) -> list[Json]:
        puzzles = [
            PuzzleToCut(puzzle.proved.kind, puzzle.proved.puzzle, puzzle.caption) for puzzle in self.printed
        ]
        return sheets(puzzles, self.frame.look, self.frame.options.card_size, self.frame.layout, self.files)


def _by_kind(printed: Sequence[PrintedPuzzle]) -> Iterator[tuple[str, list[PrintedPuzzle]]]:
    for kind, group in groupby(printed, key=lambda puzzle: puzzle.proved.kind.id):
        yield kind, list(group)

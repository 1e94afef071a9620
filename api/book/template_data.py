"""The data of a book for the printer's templates, as JSON. The templates only decide where things stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from itertools import groupby
from typing import Any

from api.book.codes import PuzzleCode, code_of
from api.book.cut_out_sheets import PuzzleToCut, sheets
from api.book.engines import Engines
from api.book.fitting import Fitter, Room
from api.book.layout import BESIDE, BETWEEN, CARD_SHAPE, GAP, GUTTER, Layout
from api.book.options import BookOptions, Order
from api.book.pictures import PrinterFiles, picture
from api.book.proved_answers import ProvedPuzzle
from api.book.puzzle_pages import PuzzlePages, PuzzleToFit, Slot, puzzle_to_fit
from api.book.rules import RulesPages
from api.book.selection import RandomSelection
from api.book.title_page import COVER_GAP, composition
from puzzles.drawing.drawing import Drawing
from puzzles.drawing.style import Look
from puzzles.errors import BadInput, Problem
from puzzles.game import Caption, Game
from puzzles.grades import GRADES
from puzzles.registry import GAMES, game_of
from puzzles.texts import Phrase, Translator, phrase

Json = dict[str, Any]
# The texts of the templates, by their keys under `book`.
_WORDS = (
    "contents", "answers", "index", "play", "example", "example_answer", "tips", "grades_ask",
    "answer_on", "answer_apart", "puzzle_on", "puzzle_apart",
)  # fmt: skip
# The most of the height of a page that the drawing of an answer takes.
_ANSWER_HEIGHT = 0.28


@dataclass(frozen=True)
class PrintedPuzzle:
    """A puzzle as it is printed, with a person's steps to its answer, and the techniques of these."""

    number: int
    proved: ProvedPuzzle
    caption: Caption
    steps: tuple[str, ...] = ()
    techniques: tuple[str, ...] = ()

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
    engines: Engines

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


@dataclass
class TemplateData:
    """Writes the data of the files of a book."""

    frame: Frame
    printed: Sequence[PrintedPuzzle]
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
        # The templates know which page it is.
        words = {key: frame.translator.text(f"frame.book.{key}", page="{page}") for key in _WORDS}
        games = [game.name(frame.translator) for game, _ in self._by_game()]
        kinds = [frame.kind(kind) for kind, _ in _by_kind(self.printed)]
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
            "narrow": layout.is_narrow,
            "gap": GAP,
            "gutter": GUTTER,
            "between": BETWEEN,
            "beside": BESIDE,
            "card_shape": CARD_SHAPE,
            "columns": layout.answer_columns,
            "words": words,
            "elsewhere": {},
            "cover": self._cover(),
            "cover_gap": COVER_GAP,
            "apart": options.answers == "apart",
            "numbers": [puzzle.number for puzzle in self.printed],
        }

    def _cover(self) -> list[list[Json]]:
        """The rows of drawings on the title page."""
        kinds = [kind for kind, _ in _by_kind(self.printed)]
        rows = composition(kinds, self.frame.look, self.frame.layout)
        return [[self.files.add(picture(it.drawing), it.scale) for it in row] for row in rows]

    @property
    def _rules(self) -> RulesPages:
        return RulesPages(self.frame.layout, self.frame.look, self.files, self.frame.engines)

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
        if self.frame.base_url is None:
            yield translator.text("frame.book.imprint.codes")
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
        first = {of_kind[0].number for _, of_kind in _by_kind(puzzles)}
        printed = {puzzle.number: puzzle for puzzle in puzzles}
        pages = PuzzlePages(frame.layout, game.least_scale, frame.options.per_page)
        to_fit = [self._to_fit(puzzle) for puzzle in puzzles]
        return {
            "rules": self._rules.rules_of(
                game, {kind: _grades(of_kind) for kind, of_kind in _by_kind(puzzles)}
            ),
            "pages": [
                {
                    **asdict(page.grid),
                    "heights": page.heights,
                    "slots": [self._slot(printed[slot.number], slot, first) for slot in page.slots],
                }
                for page in pages.pages(to_fit)
            ],
        }

    def _to_fit(self, printed: PrintedPuzzle) -> PuzzleToFit:
        proved = printed.proved
        code = self.frame.layout.code_side(self._code(proved).modules)
        return puzzle_to_fit(
            printed.number, proved.kind, proved.puzzle, printed.caption, self.frame.look, code
        )

    def _code(self, proved: ProvedPuzzle) -> PuzzleCode:
        return code_of(proved.kind, proved.puzzle, proved.id, proved.has_page, self.frame.base_url)

    def _slot(self, printed: PrintedPuzzle, slot: Slot, first: Collection[int]) -> Json:
        frame, caption, proved, fit = self.frame, printed.caption, printed.proved, slot.fit
        code = self._code(proved)
        drawn = code.picture(frame.translator)
        side = frame.layout.code_side(code.modules)
        return {
            "number": printed.number,
            "kind": frame.kind(proved.kind.id),
            "first": printed.number in first,
            "head": slot.head,
            "grade": frame.grade(proved.grade),
            "stars": printed.stars,
            "task": frame.translator.render(caption.task),
            "drawing": self.files.add(picture(fit.drawing), fit.scale),
            "write_lines": self._rendered(caption.write_lines),
            "frame": caption.frame,
            "cell": round(fit.cell, 2),
            "frame_beside": fit.beside,
            "address": code.address,
            "code": None if drawn is None else self.files.add(drawn, side / drawn.width),
            "foot": frame.layout.foot_height(side),
        }

    def _rendered(self, phrases: Iterable[Phrase]) -> list[str]:
        return [self.frame.translator.render(phrase) for phrase in phrases]

    def _parts(self) -> list[Json]:
        """The answers, kind by kind."""
        return [self._part(kind, of_kind) for kind, of_kind in _by_kind(self.printed)]

    def _part(self, kind: str, of_kind: Sequence[PrintedPuzzle]) -> Json:
        items = [
            {
                "number": puzzle.number,
                "drawing": self._answer(puzzle),
                "words": self._rendered(puzzle.caption.answer),
                "steps": puzzle.steps,
            }
            for puzzle in of_kind
        ]
        return {
            "title": f"{of_kind[0].game.name(self.frame.translator)} · {self.frame.kind(kind)}",
            "items": items,
        }

    def _answer(self, printed: PrintedPuzzle) -> Json:
        proved, layout = printed.proved, self.frame.layout
        look = replace(self.frame.look, answer=True)

        def draw(min_letters: float, proportion: float) -> Drawing:
            return proved.kind.draw(
                proved.puzzle, proved.solution, replace(look, min_letters=min_letters, proportion=proportion)
            )

        room = Room(layout.answer_width, _ANSWER_HEIGHT * layout.page_format.down)
        fit = Fitter(replace(layout.sizes, good=layout.sizes.answer), 0.0).fit(draw, room)
        return self.files.add(picture(fit.drawing), min(fit.scale, max(layout.sizes.answer, fit.readable)))

    def _index(self) -> Iterator[Json]:
        """Yields the kinds, with their puzzles by grade, size and technique."""
        frame = self.frame
        for kind, of_kind in _by_kind(self.printed):
            grades = [(frame.grade(puzzle.proved.grade), puzzle.number) for puzzle in of_kind]
            sizes = [(puzzle.caption.size, puzzle.number) for puzzle in of_kind if puzzle.caption.size]
            by_size = [(str(size.n), number) for size, number in sorted(sizes, key=lambda pair: pair[0].n)]
            techniques = [(name, puzzle.number) for puzzle in of_kind for name in puzzle.techniques]
            groups = [
                (phrase("frame.book.by_grade"), grades),
                *((size.heading, by_size) for size, _ in sizes[:1]),
                (phrase("frame.book.by_technique"), techniques),
            ]
            yield {
                "title": f"{of_kind[0].game.name(frame.translator)} · {frame.kind(kind)}",
                "groups": [
                    {"title": frame.translator.render(title), "rows": _rows(pairs)}
                    for title, pairs in groups
                    if pairs
                ],
            }

    def _sheets(self) -> list[Json]:
        puzzles = [
            PuzzleToCut(puzzle.proved.kind, puzzle.proved.puzzle, puzzle.caption) for puzzle in self.printed
        ]
        return sheets(puzzles, self.frame.look, self.frame.options.card_size, self.frame.layout, self.files)


def _by_kind(printed: Sequence[PrintedPuzzle]) -> Iterator[tuple[str, list[PrintedPuzzle]]]:
    for kind, group in groupby(printed, key=lambda puzzle: puzzle.proved.kind.id):
        yield kind, list(group)


def _grades(printed: Sequence[PrintedPuzzle]) -> list[str]:
    """The grades of puzzles, each once."""
    return list(dict.fromkeys(puzzle.proved.grade for puzzle in printed if puzzle.proved.grade is not None))


def _rows(pairs: Iterable[tuple[str, int]]) -> list[Json]:
    """Rows of the index: a heading with the numbers of its puzzles."""
    numbers: dict[str, list[int]] = {}
    for heading, number in pairs:
        numbers.setdefault(heading, []).append(number)
    return [{"heading": heading, "numbers": sorted(of_heading)} for heading, of_heading in numbers.items()]

"""linja.endgame: one whole turn that wins, holds the draw, or keeps the greatest margin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Integer, ListOf, Optional, Record
from puzzles.kind import Facts, Twin, Violation
from puzzles.linja.board import (
    EXTRA_MOVES,
    LAST,
    MOST_INSIDE,
    PIECES,
    PLAYERS,
    ROWS,
    USUAL,
    Board,
    Options,
    Player,
    Rows,
    opponent,
)
from puzzles.linja.drawing.cut_outs import cut_outs
from puzzles.linja.drawing.puzzle import Scene
from puzzles.linja.referee import violations
from puzzles.linja.turns import PASS, Extra, Turn
from puzzles.texts import Part, Phrase, phrase

EndgameGoal = Literal["win", "draw", "margin"]
GOALS: tuple[EndgameGoal, ...] = ("win", "draw", "margin")
PASS_WORD = "pass"


@dataclass(frozen=True)
class EndgamePuzzle:
    board: Board
    to_move: Player
    goal: EndgameGoal = "margin"
    options: Options = USUAL


@dataclass(frozen=True)
class EndgameTurn:
    """The solution of an endgame."""

    turn: Turn


def least_of(goal: EndgameGoal, best: int) -> int:
    """The least value of a turn that meets the goal, where the best turn has the value `best`."""
    return {"win": 1, "draw": 0, "margin": best}[goal]


_FROM = Record({"from": Integer()}, what="an object with from")
_EXTRA = Record(
    {"piece": Choice(PLAYERS), "from": Integer(), "to": Integer()}, what="an object with piece, from and to"
)
_MOVES = Record(
    {"initial": _FROM, "second": Optional(_FROM), "extra": Optional(_EXTRA)},
    {"second": None, "extra": None},
    what=f'"{PASS_WORD}" or an object with initial, second and extra',
)


@dataclass(frozen=True)
class _TurnShape:
    """A turn as JSON."""

    def read(self, value: object, at: str = "") -> Turn:
        if value == PASS_WORD:
            return PASS
        found = _MOVES.read(value, at)
        second, extra = found["second"], found["extra"]
        return Turn(
            found["initial"]["from"],
            second and second["from"],
            extra and Extra(extra["piece"], extra["from"], extra["to"]),
        )

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [{"const": PASS_WORD}, _MOVES.schema()]}


SOLUTION = Record({"turn": _TurnShape()}, what="an object with turn")
_ROWS = ListOf(Integer(0, PIECES), most=ROWS, least=ROWS)


class Endgame:
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "linja.endgame"
    summary = "Linja: find the turn that wins, holds the draw, or keeps the greatest margin."
    facts = Facts(valued=True, unique=True)
    record = Record(
        {
            "kind": Choice((id,)),
            "A": _ROWS,
            "B": _ROWS,
            "to_move": Choice(PLAYERS),
            "goal": Choice(GOALS),
            "extra_move": Choice(EXTRA_MOVES),
            "negatives": Boolean(),
        },
        {"goal": "margin", "extra_move": "own", "negatives": True},
        what=f"a {id} puzzle",
    )

    def parse(self, document: object) -> EndgamePuzzle:
        found = self.record.read(document)
        problems = [*_miscounted(found), *_crowded(found["A"], found["B"])]
        if problems:
            raise BadInput(problems)
        options = Options(found["extra_move"], found["negatives"])
        return EndgamePuzzle(Board(found["A"], found["B"]), found["to_move"], found["goal"], options)

    def serialise(self, puzzle: EndgamePuzzle) -> dict[str, Any]:
        return {
            "kind": self.id,
            "A": list(puzzle.board.A),
            "B": list(puzzle.board.B),
            "to_move": puzzle.to_move,
            "goal": puzzle.goal,
            "extra_move": puzzle.options.extra_move,
            "negatives": puzzle.options.negatives,
        }

    def parse_solution(self, document: object) -> EndgameTurn:
        return EndgameTurn(SOLUTION.read(document)["turn"])

    def serialise_solution(self, solution: EndgameTurn) -> dict[str, Any]:
        return {"turn": write_turn(solution.turn)}

    def verify(self, puzzle: EndgamePuzzle, solution: EndgameTurn) -> tuple[Violation, ...]:
        return violations(puzzle.board, puzzle.to_move, puzzle.options, solution.turn)

    def score(self, puzzle: EndgamePuzzle, solution: EndgameTurn) -> int | None:
        return None

    def twin(self, puzzle: EndgamePuzzle) -> Twin[EndgamePuzzle, EndgameTurn]:
        """Player A is to move."""
        if puzzle.to_move == "A":
            return Twin(puzzle, _same, _same)
        board = Board(puzzle.board.B[::-1], puzzle.board.A[::-1])
        swapped = EndgamePuzzle(board, opponent(puzzle.to_move), puzzle.goal, puzzle.options)
        return Twin(swapped, _swapped, _swapped)

    def puzzle_schema(self) -> dict[str, Any]:
        return self.record.schema()

    def solution_schema(self) -> dict[str, Any]:
        return SOLUTION.schema()

    def draw_text(self, puzzle: EndgamePuzzle, solution: EndgameTurn | None = None) -> str:
        return self._scene(puzzle, solution).text()

    def draw(self, puzzle: EndgamePuzzle, solution: EndgameTurn | None = None, look: Look = PLAIN) -> Drawing:
        return self._scene(puzzle, solution).draw(look)

    def cut_outs(self, puzzle: EndgamePuzzle, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(cut_outs(look))

    def _scene(self, puzzle: EndgamePuzzle, solution: EndgameTurn | None) -> Scene:
        turn = None if solution is None else solution.turn
        broken = () if solution is None else self.verify(puzzle, solution)
        notes: tuple[Part, ...] = (*_told(puzzle.options), *(violation.message for violation in broken))
        return Scene(puzzle.board, puzzle.to_move, puzzle.options, turn, bool(broken), notes, _asked(puzzle))


KIND = Endgame()


def read_turn(document: object) -> Turn:
    """A turn from JSON."""
    return _TurnShape().read(document)


def write_turn(turn: Turn) -> Any:
    """A turn as JSON."""
    if turn.initial is None:
        return PASS_WORD
    extra = turn.extra
    return {
        "initial": {"from": turn.initial},
        "second": None if turn.second is None else {"from": turn.second},
        "extra": None if extra is None else {"piece": extra.piece, "from": extra.start, "to": extra.end},
    }


def _same(solution: EndgameTurn) -> EndgameTurn:
    return solution


def _swapped(solution: EndgameTurn) -> EndgameTurn:
    """The turn as the other player's, who sees the board from its other end."""
    initial, second, extra = solution.turn.initial, solution.turn.second, solution.turn.extra
    return EndgameTurn(
        Turn(
            None if initial is None else LAST - initial,
            None if second is None else LAST - second,
            extra and Extra(opponent(extra.piece), LAST - extra.start, LAST - extra.end),
        )
    )


def _miscounted(found: dict[str, Any]) -> list[Problem]:
    return [
        Problem(f"/{player}", f"expected {PIECES} pieces in all, got {sum(found[player])}")
        for player in PLAYERS
        if sum(found[player]) != PIECES
    ]


def _crowded(a: Rows, b: Rows) -> list[Problem]:
    """Rows that hold more than there is room for, each told where one player has too many, or else at B's."""
    return [
        Problem(
            f"/{'A' if a[row] > MOST_INSIDE else 'B'}/{row}",
            f"an inner row holds at most {MOST_INSIDE} pieces, both players' together, got {a[row] + b[row]}",
        )
        for row in range(1, LAST)
        if a[row] + b[row] > MOST_INSIDE
    ]


def _asked(puzzle: EndgamePuzzle) -> Phrase:
    if puzzle.board.over:
        return phrase("linja.drawing.asks_over")
    return phrase(f"linja.drawing.asks.{puzzle.goal}", player=puzzle.to_move)


def _told(options: Options) -> Sequence[Phrase]:
    """What is not as usual."""
    told = []
    if options.extra_move == "any":
        told.append(phrase("linja.drawing.extra_any"))
    if not options.negatives:
        told.append(phrase("linja.drawing.no_negatives"))
    return told

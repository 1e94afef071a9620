"""linja.endgame: one whole turn that wins, holds the draw, or keeps the greatest margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Integer, ListOf, ObjectShape
from puzzles.kind import Facts, Twin, Violation
from puzzles.linja.board import (
    EXTRA_MOVES,
    LAST,
    MAX_INSIDE,
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
from puzzles.linja.drawing.moves import option_words
from puzzles.linja.drawing.puzzle import TurnView
from puzzles.linja.play import TurnPlay, TurnPosition, begin_turn
from puzzles.linja.referee import violations
from puzzles.linja.turn_json import TurnBegunShape, TurnShape, write_turn
from puzzles.linja.turns import Extra, Turn, turns
from puzzles.play import Outcome
from puzzles.texts import Part, Phrase, phrase

EndgameGoal = Literal["win", "draw", "margin"]
GOALS: tuple[EndgameGoal, ...] = ("win", "draw", "margin")


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


class EndgamePlay(TurnPlay):
    """One turn, which is over when it is complete. Whether it meets the goal is for a solver to say."""

    def begin(self, puzzle: EndgamePuzzle) -> TurnPosition:
        return begin_turn(puzzle.board, puzzle.to_move, puzzle.options)

    def outcome(self, position: TurnPosition) -> Outcome | None:
        if not position.complete:
            return None
        if position.turn is None:
            return Outcome(solved=False, reason=phrase("linja.play.over"))
        return Outcome(solved=True)

    def solution(self, position: TurnPosition) -> EndgameTurn | None:
        return None if position.turn is None else EndgameTurn(position.turn)


def goal_threshold(goal: EndgameGoal, best: int) -> int:
    """The least value of a turn that meets the goal, where the best turn has the value `best`."""
    return {"win": 1, "draw": 0, "margin": best}[goal]


SOLUTION = ObjectShape({"turn": TurnShape()}, what="an object with turn")
PROGRESS = ObjectShape({"turn": TurnBegunShape()}, {"turn": {}}, what="an object with turn")
_ROWS = ListOf(Integer(0, PIECES), max_items=ROWS, min_items=ROWS)


class Endgame:
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "linja.endgame"
    summary = "Linja: find the turn that wins, holds the draw, or keeps the greatest margin."
    facts = Facts(valued=True, unique=True)
    puzzle_shape = ObjectShape(
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
    play = EndgamePlay()

    def parse(self, document: object) -> EndgamePuzzle:
        fields = self.puzzle_shape.read(document)
        problems = [*_miscounted(fields), *_crowded(fields["A"], fields["B"])]
        if problems:
            raise BadInput(problems)
        options = Options(fields["extra_move"], fields["negatives"])
        return EndgamePuzzle(Board(fields["A"], fields["B"]), fields["to_move"], fields["goal"], options)

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

    def parse_progress(self, document: object) -> Turn | None:
        first_moves: Turn | None = PROGRESS.read(document)["turn"]
        return first_moves

    def progress_violations(self, puzzle: EndgamePuzzle, progress: Turn) -> tuple[Violation, ...]:
        """None where a legal turn begins so; else what is wrong with the moves as they stand."""
        legal_turns = turns(puzzle.board, puzzle.to_move, puzzle.options)
        if any(turn.begins_with(progress) for turn, _ in legal_turns):
            return ()
        return violations(puzzle.board, puzzle.to_move, puzzle.options, progress)

    def begins_with(self, solution: EndgameTurn, progress: Turn) -> bool:
        return solution.turn.begins_with(progress)

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
        return self.puzzle_shape.schema()

    def solution_schema(self) -> dict[str, Any]:
        return SOLUTION.schema()

    def progress_schema(self) -> dict[str, Any]:
        return PROGRESS.schema()

    def max_puzzle_bytes(self) -> int:
        return self.puzzle_shape.max_bytes()

    def max_solution_bytes(self) -> int:
        return SOLUTION.max_bytes()

    def draw_text(self, puzzle: EndgamePuzzle, solution: EndgameTurn | None = None) -> str:
        return self._scene(puzzle, solution).text()

    def draw(self, puzzle: EndgamePuzzle, solution: EndgameTurn | None = None, look: Look = PLAIN) -> Drawing:
        return self._scene(puzzle, solution).draw(look)

    def cut_outs(self, puzzle: EndgamePuzzle, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(cut_outs(look))

    def _scene(self, puzzle: EndgamePuzzle, solution: EndgameTurn | None) -> TurnView:
        turn = None if solution is None else solution.turn
        broken = () if solution is None else self.verify(puzzle, solution)
        notes: tuple[Part, ...] = (
            *option_words(puzzle.options),
            *(violation.message for violation in broken),
        )
        return TurnView(
            puzzle.board, puzzle.to_move, puzzle.options, turn, bool(broken), notes, _task(puzzle)
        )


KIND = Endgame()


def _same(solution: EndgameTurn) -> EndgameTurn:
    return solution


def _swapped(solution: EndgameTurn) -> EndgameTurn:
    """Returns the turn as that of the other player, from the other end of the board."""
    initial, second, extra = solution.turn.initial, solution.turn.second, solution.turn.extra
    return EndgameTurn(
        Turn(
            None if initial is None else LAST - initial,
            None if second is None else LAST - second,
            extra and Extra(opponent(extra.owner), LAST - extra.start, LAST - extra.end),
        )
    )


def _miscounted(fields: dict[str, Any]) -> list[Problem]:
    return [
        Problem(f"/{player}", f"expected {PIECES} pieces in all, got {sum(fields[player])}")
        for player in PLAYERS
        if sum(fields[player]) != PIECES
    ]


def _crowded(a: Rows, b: Rows) -> list[Problem]:
    """Reports rows that are too full, at the player who alone has too many there, or else at B."""
    return [
        Problem(
            f"/{'A' if a[row] > MAX_INSIDE else 'B'}/{row}",
            f"an inner row holds at most {MAX_INSIDE} pieces, both players' together, got {a[row] + b[row]}",
        )
        for row in range(1, LAST)
        if a[row] + b[row] > MAX_INSIDE
    ]


def _task(puzzle: EndgamePuzzle) -> Phrase:
    if puzzle.board.over:
        return phrase("linja.drawing.asks_over")
    return phrase(f"linja.drawing.asks.{puzzle.goal}", player=puzzle.to_move)

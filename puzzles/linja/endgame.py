"""linja.endgame: one whole turn that wins, holds the draw, or keeps the greatest margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Described, Integer, ListOf, ObjectShape, kind_name
from puzzles.kind import Facts, Twin, Violation
from puzzles.linja import line_sections
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
from puzzles.texts import Part, Phrase, phrase, sentences

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


SOLUTION = ObjectShape(
    {
        "turn": Described(
            TurnShape(),
            "The moves of the turn; `pass` where the rules make the player pass.",
            {"initial": {"from": 0}, "second": {"from": 5}, "extra": None},
        )
    },
    what="an object with turn",
)
PROGRESS = ObjectShape(
    {"turn": Described(TurnBegunShape(), "The moves of the turn so far.")},
    {"turn": {}},
    what="an object with turn",
)
_ROWS = ListOf(Integer(0, PIECES), max_items=ROWS, min_items=ROWS)


class Endgame:
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "linja.endgame"
    summary = "Linja: find the turn that wins, holds the draw, or keeps the greatest margin."
    facts = Facts(valued=True, unique=True, is_game=True)
    puzzle_shape = ObjectShape(
        {
            "kind": kind_name(id),
            "A": Described(
                _ROWS,
                "How many of player A's 12 pieces stand in each row, 0 to 7. A moves up, from row 0.",
                [6, 1, 1, 1, 1, 1, 1, 0],
            ),
            "B": Described(
                _ROWS,
                "The same for player B, who moves down, from row 7. Rows are numbered as for A.",
                [0, 1, 1, 1, 1, 1, 1, 6],
            ),
            "to_move": Described(Choice(PLAYERS), "Whose turn it is."),
            "goal": Described(
                Choice(GOALS),
                "What the turn is to do: win, hold the draw, or keep the greatest margin that can be forced.",
            ),
            "extra_move": Described(
                Choice(EXTRA_MOVES), "Whose piece an extra move may move: the player's own, or any."
            ),
            "negatives": Described(
                Boolean(), "Whether pieces on the near half of the board score below 0, or 0."
            ),
        },
        {"goal": "margin", "extra_move": "own", "negatives": True},
        what=f"a {id} puzzle",
    )
    play = EndgamePlay()
    line_form = line_sections.ENDGAME

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

    def task(self, puzzle: EndgamePuzzle, target: int | None = None) -> Phrase:
        if puzzle.board.over:
            return _goal(puzzle)
        return sentences(_goal(puzzle), phrase(f"{self.id}.task.moves"), *option_words(puzzle.options))

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

    def draw_text(
        self, puzzle: EndgamePuzzle, solution: EndgameTurn | None = None, look: TextLook = PLAIN_TEXT
    ) -> str:
        return self._scene(puzzle, solution).text(look)

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
            puzzle.board, puzzle.to_move, puzzle.options, turn, bool(broken), notes, _goal(puzzle)
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
            f"an inner row holds at most {MAX_INSIDE} pieces of both players together, got {a[row] + b[row]}",
        )
        for row in range(1, LAST)
        if a[row] + b[row] > MAX_INSIDE
    ]


def _goal(puzzle: EndgamePuzzle) -> Phrase:
    if puzzle.board.over:
        return phrase("linja.endgame.task.over")
    way = phrase(f"linja.endgame.way.{puzzle.to_move}")
    return phrase(f"linja.endgame.task.{puzzle.goal}", player=puzzle.to_move, way=way)

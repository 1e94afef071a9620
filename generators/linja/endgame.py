"""Makes Linja endgames: positions of games between simulated players, where one result meets the goal."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from generators.errors import NoneFound
from generators.grading_scale import Scale
from generators.linja.opponent import EndgameOpponent
from generators.linja.players import FARTHEST, Lookahead
from generators.linja.tags import tags
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec, refuse_contradiction
from puzzles.errors import BadInput, Problem
from puzzles.grades import GRADES, Grade
from puzzles.json_shapes import Boolean, Choice, Described, ObjectShape
from puzzles.linja.board import EXTRA_MOVES, ROWS, Board, Options
from puzzles.linja.endgame import GOALS, KIND, EndgameGoal, EndgamePuzzle, goal_threshold
from puzzles.linja.turns import results
from solvers.linja.endgame import VALUES
from solvers.linja.engine import ValuedTurn
from solvers.linja.layers import LATE
from solvers.linja.search import Search
from solvers.linja.table_engine import knows
from solvers.protocol import ENDLESS, Clock, Limits

SCALE = Scale((8.0, 14.0, 22.0))
# The slots of the confirming search, as a power of two. Late positions are few.
_MEMORY = 18
# The least and the greatest total progress of a puzzle, by stage.
STAGES = {"late": (LATE, 150), "middle": (100, LATE - 1)}
# A puzzle offers at least this many turns, and at least this many pieces of each player still have opponents
# in front of them or level with them.
MIN_TURNS = 6
_MIN_FACING = 2
# An easy puzzle may have fewer turns, and no such pieces.
_MIN_EASY_TURNS = 3
_GAMES = 4_000
# The goals to choose from where the options name none.
_GOALS: tuple[EndgameGoal, ...] = ("win", "draw", "margin", "margin")
# What each turn ahead adds to the measure of difficulty.
_TURN_AHEAD = 4
# From this gap on the best wrong turn is clearly worse.
_FAR_GAP = 5


class EndgameMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = KIND.id
    version = 1
    options = ObjectShape(
        {
            "stage": Described(
                Choice(tuple(STAGES)),
                "how far the game has come; middle: earlier positions, for which a table must be built: "
                f"lineworks linja build --down-to {STAGES['middle'][0]}",
            ),
            "goal": Described(Choice(GOALS), "what the turn is to do; the default depends on the seed"),
            "extra_move": Described(Choice(EXTRA_MOVES), "whose piece an extra move may move"),
            "negatives": Described(Boolean(), "whether pieces may score below 0"),
        },
        {"stage": "late", "extra_move": "own", "negatives": True},
        optional=("goal",),
        what="an object with stage, goal, extra_move and negatives",
    )

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[EndgamePuzzle]:
        options = Options(spec.options["extra_move"], spec.options["negatives"])
        first, last = STAGES[spec.options["stage"]]
        _refuse_without_table(options, first)
        lookahead = Lookahead(options)
        goal = spec.options.get("goal") or rng.choice(_GOALS)
        for _ in range(_GAMES):
            begin = first + rng.getrandbits(10) % (last - first + 1)
            for board, player in lookahead.game(rng, begin):
                if not begin <= board.progress <= last:
                    continue
                graded = _graded(EndgamePuzzle(board, player, goal, options), spec, lookahead)
                if graded is not None:
                    return graded
        raise NoneFound(f"found no {spec.grade} {self.kind} puzzle in {_GAMES} games")


class EndgameGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: EndgamePuzzle, clock: Clock = ENDLESS) -> Grading | None:
        moves = _moves(puzzle, clock)
        if not moves or sum(move.value >= goal_threshold(puzzle.goal, moves[0].value) for move in moves) != 1:
            return None
        ahead = _turns_ahead(puzzle, moves, Lookahead(puzzle.options), clock)
        return None if ahead is None else SCALE.grading(_measure(moves, ahead))


GENERATORS: KindGenerators[EndgamePuzzle] = KindGenerators(
    EndgameMaker(), EndgameGrader(), opponent=EndgameOpponent()
)


def _graded(puzzle: EndgamePuzzle, spec: Spec, lookahead: Lookahead) -> GradedPuzzle[EndgamePuzzle] | None:
    """Grades a candidate; None where it is no puzzle, or none of the grade in `spec`."""
    easy = spec.grade == "easy"
    if not easy and min(_facing(puzzle.board)) < _MIN_FACING:
        return None
    moves = _moves(puzzle, ENDLESS) or ()
    if len(moves) < (_MIN_EASY_TURNS if easy else MIN_TURNS) or not _one_meets(puzzle.goal, moves):
        return None
    # A puzzle that needs more turns ahead is too hard in any case.
    ahead = _turns_ahead(puzzle, moves, lookahead, ENDLESS, _farthest(spec.grade))
    grading = None if ahead is None else SCALE.grading(_measure(moves, ahead))
    if ahead is None or grading is None or grading.grade != spec.grade or not _confirmed(puzzle, moves):
        return None
    return GradedPuzzle(puzzle, grading, {"tags": list(tags(puzzle, moves[0], ahead))})


def _refuse_without_table(options: Options, first: int) -> None:
    """Raises BadInput where a table is missing. Only late layers are computed on first use."""
    if first < LATE and not knows(options, first):
        rules = "" if options.extra_move == "own" else f" --extra-move {options.extra_move}"
        rules += "" if options.negatives else " --no-negatives"
        command = f"lineworks linja build --down-to {first}{rules}"
        message = f"needs a table down to layer {first}; to make it: {command}"
        raise BadInput([Problem("/stage", message)])


def _moves(puzzle: EndgamePuzzle, clock: Clock) -> Sequence[ValuedTurn] | None:
    moves = VALUES.moves(None, puzzle, Limits(seconds=clock.left(), cancelled=clock.cancelled))
    return None if isinstance(moves, str) else moves


def _one_meets(goal: EndgameGoal, moves: Sequence[ValuedTurn]) -> bool:
    """Whether exactly one result meets the goal, and none meets a higher goal."""
    best, second = moves[0].value, moves[1].value
    return {"win": best > 0 >= second, "draw": best == 0 > second, "margin": best > second}[goal]


def _turns_ahead(
    puzzle: EndgamePuzzle,
    moves: Sequence[ValuedTurn],
    lookahead: Lookahead,
    clock: Clock,
    farthest: int = FARTHEST,
) -> int | None:
    right = moves[0].A, moves[0].B
    return lookahead.turns_ahead(puzzle.board, puzzle.to_move, right, clock, farthest)


def _farthest(grade: Grade) -> int:
    """Returns the most turns that a puzzle of the grade may need one to look ahead."""
    end = (*SCALE.thresholds, math.inf)[GRADES.index(grade)]
    return int(min(FARTHEST, end / _TURN_AHEAD))


def _measure(moves: Sequence[ValuedTurn], ahead: int) -> float:
    """Returns how hard a puzzle is: by how far one has to look, how good the best wrong turn is, and how many
    turns there are."""
    gap = moves[0].value - moves[1].value if len(moves) > 1 else _FAR_GAP
    return _TURN_AHEAD * ahead + max(0, _FAR_GAP - gap) + min(4.0, max(0.0, math.log2(len(moves) / 4)))


def _facing(board: Board) -> tuple[int, int]:
    """Counts the pieces of A and of B that still have an opponent in front of them or level with them."""
    highest = max(row for row in range(ROWS) if board.B[row])
    lowest = min(row for row in range(ROWS) if board.A[row])
    return sum(board.A[: highest + 1]), sum(board.B[lowest:])


def _confirmed(puzzle: EndgamePuzzle, moves: Sequence[ValuedTurn]) -> bool:
    """Confirms by a search without tables that the first turn has its value, and no other meets the goal.

    False where the same position can be reached both with the game over and not over: such a puzzle would
    turn on too fine a point."""
    reachable = results(puzzle.board, puzzle.to_move, puzzle.options)
    boards = {(board.A, board.B): board for board in reachable}
    if len(boards) < len(reachable):
        return False
    best = moves[0].value
    threshold = max(moves[1].value + 1, goal_threshold(puzzle.goal, best))
    search = Search(puzzle.to_move, puzzle.options, Limits(), _MEMORY)
    right, *others = (boards[move.A, move.B] for move in moves)
    agreed = search.reaches(right, best) and not search.reaches(right, best + 1)
    refuse_contradiction(
        KIND, puzzle, not agreed or any(search.reaches(board, threshold) for board in others)
    )
    return True

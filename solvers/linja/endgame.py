"""The engines of linja.endgame: the table where it goes down far enough, or else an exact search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

from puzzles.kind import Violation
from puzzles.linja.board import USUAL
from puzzles.linja.endgame import EndgamePuzzle, EndgameTurn, goal_threshold
from puzzles.linja.turns import Turn, apply
from puzzles.texts import Part, phrase
from solvers.linja.continuation import EndgameContinuation, continuing, moves_after
from solvers.linja.engine import EndgameEngine, ValuedTurn, standing
from solvers.protocol import (
    Continuation,
    Counting,
    EngineEntry,
    Judgement,
    KindSolvers,
    Limits,
    Stop,
    engine_at,
)

T = TypeVar("T")

ENGINES: tuple[EngineEntry[EndgameEngine], ...] = (
    engine_at("table", "solvers.linja.table_engine:TableEngine"),
    engine_at("search", "solvers.linja.search:SearchEngine"),
    engine_at("sat", "solvers.linja.sat:SatEngine"),
    engine_at("cpsat", "solvers.linja.cpsat:CpSatEngine"),
)
# The engines to try in turn where none is named. The others are for small endgames.
_DEFAULT_ENGINES = ENGINES[:2]


class EndgameValues:
    """See solvers.protocol.Valued."""

    def moves(
        self, engine: str | None, puzzle: EndgamePuzzle, limits: Limits, progress: Turn | None = None
    ) -> Sequence[ValuedTurn] | Stop:
        engines = _DEFAULT_ENGINES if engine is None else [entry for entry in ENGINES if entry.name == engine]
        if progress is None:
            return _first_answer(engines, limits, lambda entry, limits: entry.moves(puzzle, limits))
        continuation = Continuation(puzzle, progress)
        return _first_answer(engines, limits, lambda entry, limits: moves_after(entry, continuation, limits))

    def judge(self, puzzle: EndgamePuzzle, solution: EndgameTurn, limits: Limits) -> Judgement | Stop:
        after = apply(puzzle.board, puzzle.to_move, puzzle.options, solution.turn)

        def values_of(engine: EndgameEngine, limits: Limits) -> tuple[int, int] | Stop:
            best_moves = engine.toward_goal(puzzle, limits)
            if isinstance(best_moves, str):
                return best_moves
            value = engine.values([after], puzzle.to_move, puzzle.options, limits)
            return value if isinstance(value, str) else (best_moves[0].value, value[0])

        values = _first_answer(_DEFAULT_ENGINES, limits, values_of)
        return values if isinstance(values, str) else Judgement(values[0], _violations(puzzle, *values))


VALUES = EndgameValues()


def _first_answer(
    engines: Sequence[EngineEntry[EndgameEngine]],
    limits: Limits,
    ask: Callable[[EndgameEngine, Limits], T | Stop],
) -> T | Stop:
    """Returns the answer of the first engine that has one; else why the last has none."""
    clock = limits.start()
    stop: Stop = "size"
    for engine in engines:
        answer = ask(engine.load(), replace(limits, seconds=clock.left()))
        if not isinstance(answer, str):
            return answer
        stop = cast(Stop, answer)
    return stop


def _violations(puzzle: EndgamePuzzle, best: int, value: int) -> tuple[Violation, ...]:
    if value >= goal_threshold(puzzle.goal, best):
        return ()
    parts: dict[str, Part] = {"player": puzzle.to_move, "standing": standing(value)}
    if puzzle.goal == "margin":
        parts["best"] = standing(best)
    return (Violation("goal", phrase(f"linja.violation.goal.{puzzle.goal}", **parts), {}),)


def _warm_up(folder: Path) -> None:
    """Builds a table in two runs, because a second run needs other kernels: those that read layers."""
    from solvers.linja.table_builder import build  # noqa: PLC0415  # numba is slow to load

    for layer in (166, 160):
        build(folder / "some.table", USUAL, layer)


def _prepare() -> None:
    """Builds the late layers now: of several processes that need them at once only one could build them."""
    from solvers.linja.layers import LATE  # noqa: PLC0415  # as above
    from solvers.linja.table_engine import knows  # noqa: PLC0415  # as above

    if not knows(USUAL, LATE):
        raise OSError("the late layers of Linja's table cannot be made in the data folder")


_CONTINUING = tuple(map(continuing, ENGINES))
_CONTINUATIONS: KindSolvers[EndgameContinuation, EndgameTurn] = KindSolvers(
    kind="linja.endgame",
    refute=lambda continuation: None,
    refute_thoroughly=lambda continuation: None,
    engines=_CONTINUING,
    partners=lambda continuation: ("search",),
    counting=Counting(_CONTINUING, lambda continuation: None),
)

SOLVERS: KindSolvers[EndgamePuzzle, EndgameTurn] = KindSolvers(
    kind="linja.endgame",
    refute=lambda puzzle: None,
    refute_thoroughly=lambda puzzle: None,
    engines=ENGINES,
    partners=lambda puzzle: ("search",),
    counting=Counting(ENGINES, lambda puzzle: None),
    valued=VALUES,
    analyst=engine_at("table", "solvers.linja.analysis:EndgameAnalyst"),
    continuations=_CONTINUATIONS,
    warm_up=_warm_up,
    prepare=_prepare,
)

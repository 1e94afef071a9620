"""What solves linja.endgame: the table where it has been built so far, or else an exact search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

from puzzles.kind import Violation
from puzzles.linja.board import USUAL
from puzzles.linja.endgame import EndgamePuzzle, EndgameTurn, least_of
from puzzles.linja.turns import apply
from solvers.linja.engine import EndgameEngine, Move, ends
from solvers.protocol import Counting, EngineEntry, Judgement, KindSolvers, Limits, Stop, engine_at

T = TypeVar("T")

ENGINES: tuple[EngineEntry[EndgameEngine], ...] = (
    engine_at("table", "solvers.linja.table_engine:TableEngine"),
    engine_at("search", "solvers.linja.search:SearchEngine"),
    engine_at("sat", "solvers.linja.sat:SatEngine"),
    engine_at("cpsat", "solvers.linja.cpsat:CpSatEngine"),
)
# Those that are asked, one after the other, where none is named: the others are for small endgames.
_ASKED = ENGINES[:2]


class EndgameValues:
    """See solvers.protocol.Valued."""

    def moves(self, engine: str | None, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[Move] | Stop:
        asked = _ASKED if engine is None else [each for each in ENGINES if each.name == engine]
        return _first(asked, limits, lambda each, limits: each.moves(puzzle, limits))

    def judge(self, puzzle: EndgamePuzzle, solution: EndgameTurn, limits: Limits) -> Judgement | Stop:
        after = apply(puzzle.board, puzzle.to_move, puzzle.options, solution.turn)

        def look(engine: EndgameEngine, limits: Limits) -> tuple[int, int] | Stop:
            found = engine.toward_goal(puzzle, limits)
            if isinstance(found, str):
                return found
            value = engine.values([after], puzzle.to_move, puzzle.options, limits)
            return value if isinstance(value, str) else (found[0].value, value[0])

        told = _first(_ASKED, limits, look)
        return told if isinstance(told, str) else Judgement(told[0], _missed(puzzle, *told))


VALUES = EndgameValues()


def _first(
    engines: Sequence[EngineEntry[EndgameEngine]],
    limits: Limits,
    ask: Callable[[EndgameEngine, Limits], T | Stop],
) -> T | Stop:
    """What the first engine says that knows; why the last one does not."""
    clock = limits.start()
    stop: Stop = "size"
    for engine in engines:
        said = ask(engine.load(), replace(limits, seconds=clock.left()))
        if not isinstance(said, str):
            return said
        stop = cast(Stop, said)
    return stop


def _missed(puzzle: EndgamePuzzle, best: int, value: int) -> tuple[Violation, ...]:
    if value >= least_of(puzzle.goal, best):
        return ()
    words = {
        "win": f"The turn does not win: against best play {puzzle.to_move} ends {ends(value)}.",
        "draw": f"The turn loses: against best play {puzzle.to_move} ends {ends(value)}.",
        "margin": f"Against best play {puzzle.to_move} then ends {ends(value)}, and could end {ends(best)}.",
    }
    return (Violation("goal", words[puzzle.goal], {}),)


def _warm_up(folder: Path) -> None:
    """Begins a table, and goes on with it: a table that exists takes up the layers that are there."""
    from solvers.linja.table_builder import build  # noqa: PLC0415  # numba is slow to load

    for layer in (166, 160):
        build(folder / "some.table", USUAL, layer)


def _prepare() -> None:
    """Where several processes ask for the late layers at once, one makes them and the others do without."""
    from solvers.linja.layers import LATE  # noqa: PLC0415  # as above
    from solvers.linja.table_engine import knows  # noqa: PLC0415  # as above

    if not knows(USUAL, LATE):
        raise OSError("the late layers of Linja's table cannot be made in the data folder")


SOLVERS: KindSolvers[EndgamePuzzle, EndgameTurn] = KindSolvers(
    kind="linja.endgame",
    refute=lambda puzzle: None,
    explain=lambda puzzle: None,
    engines=ENGINES,
    partners=lambda puzzle: ("search",),
    counting=Counting(ENGINES, lambda puzzle: None),
    valued=VALUES,
    warm_up=_warm_up,
    prepare=_prepare,
)

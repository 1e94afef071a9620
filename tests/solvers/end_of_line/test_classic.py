"""Tests the engines of the classic solitaire: with the brute force, with each other, and on known deals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from puzzles.end_of_line.board import STANDARD
from puzzles.end_of_line.classic import KIND
from puzzles.end_of_line.classic_puzzle import Action, ClassicPuzzle, ClassicSolution
from puzzles.texts import ENGLISH
from solvers import verified
from solvers.end_of_line.classic import SOLVERS
from solvers.protocol import Continuation, Count, Limits
from tests.oracle import end_of_line_classic as oracle
from tests.oracle.end_of_line_classic_instances import instance
from tests.tiers import parts

CHUNK = 25
# The most solutions that SAT counts: it finds them one by one.
MAX_LISTED = 60
ENGINES = ("search", "sat")
DECK = tuple(card for card, n in STANDARD.items() for _ in range(n))


def _puzzle(**fields: Any) -> ClassicPuzzle:
    return KIND.parse({"kind": KIND.id, "deck": list(DECK), **fields})


def _deal(seed: int, blocked: int, cards: int = len(DECK)) -> ClassicPuzzle:
    rng = random.Random(seed)
    cells = [[row, col] for row in range(5) for col in range(5) if (row, col) != (2, 2)]
    return _puzzle(deck=rng.sample(DECK, cards), blocked=rng.sample(cells, blocked))


def _best(puzzle: ClassicPuzzle, engine: str | None) -> tuple[str, int | None]:
    answer = verified.solve(KIND, SOLVERS, puzzle, "best", engine=engine)
    assert answer.proven
    return answer.status, answer.score


def _best_after(puzzle: ClassicPuzzle, progress: ClassicSolution, engine: str) -> tuple[str, int | None]:
    continuation = Continuation(puzzle, progress)
    answer = verified.continue_solution(KIND, SOLVERS, continuation, "best", engine=engine)
    assert answer.proven
    return answer.status, answer.score


def _expected(best: int | None) -> tuple[str, int | None]:
    return ("impossible" if best is None else "solved"), best


def _beginning(solution: ClassicSolution, puzzle: ClassicPuzzle, rng: random.Random) -> ClassicSolution:
    """The first actions of a solution, and perhaps a discard that it does not make."""
    actions = solution.actions[: rng.randint(0, len(solution.actions))]
    drawn = sum(action.do != "recover" for action in actions)
    if drawn < len(puzzle.deck) and len(actions) < len(solution.actions) and rng.random() < 0.3:
        actions = (*actions, Action("discard"))
    return ClassicSolution(actions)


@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(80))
def test_engines_agree_with_the_brute_force(chunk: int) -> None:
    for i in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        document = instance(random.Random(f"agree {KIND.id} {i}"))
        puzzle, best, ways = KIND.parse(document), oracle.best(document), oracle.count(document)
        for engine in ENGINES:
            assert _best(puzzle, engine) == _expected(best), (engine, document)
            if engine == "search" or ways <= MAX_LISTED:
                cap = 1_000_000 if engine == "search" else 2 * MAX_LISTED
                assert verified.count(SOLVERS, puzzle, cap, engine=engine) == Count(ways, ways < cap)


@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(40))
def test_engines_continue_solutions_as_the_brute_force_does(chunk: int) -> None:
    for i in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        rng = random.Random(f"continue {KIND.id} {i}")
        document = instance(rng)
        puzzle = KIND.parse(document)
        solution = verified.solve(KIND, SOLVERS, puzzle, limits=Limits(seed=i), engine="search").solution
        if solution is None:
            continue
        progress = _beginning(solution, puzzle, rng)
        begun = KIND.serialise_solution(progress)
        best, ways = oracle.best(document, begun), oracle.count(document, begun)
        for engine in ENGINES:
            assert _best_after(puzzle, progress, engine) == _expected(best), (engine, document, begun)
        count = verified.count_continuations(KIND, SOLVERS, Continuation(puzzle, progress), 1_000_000)
        assert count == Count(ways, ways < 1_000_000)


@pytest.mark.parametrize("blocked,cards", [(8, 17), (10, 15), (12, 14)])
def test_engines_agree_on_larger_areas(blocked: int, cards: int) -> None:
    for seed in range(6):
        puzzle = _deal(seed, blocked, cards)
        assert _best(puzzle, "search") == _best(puzzle, "sat")


def test_a_standard_deal_on_the_empty_area_scores_eight() -> None:
    for seed in range(3):
        assert _best(_deal(seed, 0), "search") == ("solved", 8)


def test_a_deck_of_more_than_one_word() -> None:
    """Sets of cards take two words here, and the cards that turn lie in the second."""
    puzzle = _puzzle(
        rows=3, cols=3, start={"cell": [0, 0], "heading": "E"}, deck=["S"] * 66 + ["R", "LR"] + ["S"] * 6
    )
    area = puzzle.area
    assert len(area.free_cells()) == 8
    assert _best(puzzle, "search") == _best(puzzle, "sat")


def test_a_large_area_is_covered() -> None:
    deck = [card for card in ("S", "LS", "SR", "LSR") for _ in range(20)]
    random.Random(3).shuffle(deck)
    puzzle = _puzzle(rows=8, cols=8, deck=deck)
    answer = verified.solve(KIND, SOLVERS, puzzle, engine="search", limits=Limits(work=200_000))
    assert answer.status == "solved"


def test_two_reverses_in_a_row() -> None:
    """The third card continues the first one, and the fourth the second."""
    puzzle = _puzzle(rows=3, cols=3, start={"cell": [0, 0], "heading": "E"}, deck=["LSR"] * 8, energy=2)
    begun = (Action("place", (0, 1)), Action("place", (0, 2)), Action("place", (1, 1), reverse=True))
    progress = ClassicSolution((*begun, Action("place", (1, 2), reverse=True)))
    for engine in ENGINES:
        status, _ = _best_after(puzzle, progress, engine)
        document, start = KIND.serialise(puzzle), KIND.serialise_solution(progress)
        assert status == _expected(oracle.best(document, start))[0]


def test_a_limit_is_not_an_answer() -> None:
    puzzle = _deal(1, 0)
    for engine in ENGINES:
        assert verified.solve(KIND, SOLVERS, puzzle, limits=Limits(work=0), engine=engine).status == "unknown"
    assert verified.count(SOLVERS, puzzle, 10, Limits(work=0), "search") == Count(0, False)


@pytest.mark.parametrize(
    "fields,words",
    [
        ({"deck": ["S"] * 23}, "too few cards"),
        ({"blocked": [[1, 2]]}, "blocked"),
        ({"blocked": [[0, 1], [0, 4], [1, 0], [4, 0]], "energy": 0}, "cut off"),
        ({"deck": ["S"] * 25}, "too few turns"),
    ],
)
def test_impossible_in_words(fields: dict[str, Any], words: str) -> None:
    answer = verified.solve(KIND, SOLVERS, _puzzle(**fields))
    assert answer.status == "impossible"
    assert answer.reason is not None
    assert not isinstance(answer.reason, str)
    assert words in ENGLISH.render(answer.reason)


def test_a_beginning_is_refuted_in_words() -> None:
    puzzle = _puzzle(energy=0)
    progress = ClassicSolution((Action("place", (1, 2)), Action("discard"), Action("place", (0, 2))))
    cut_off = _puzzle(energy=0, blocked=[[4, 1], [4, 3], [3, 2]])
    progress = ClassicSolution((*progress.actions, Action("place", (4, 2))))
    assert verified.continue_solution(KIND, SOLVERS, Continuation(puzzle, progress)).status == "solved"
    answer = verified.continue_solution(KIND, SOLVERS, Continuation(cut_off, progress))
    assert (answer.status, answer.engine) == ("impossible", "argument")

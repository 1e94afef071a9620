"""The brute forces of kinds of END OF LINE, and what tests compare with them: how a kind is played, what its
referee says, and its twins."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from puzzles.errors import BadInput
from puzzles.ids import puzzle_id
from puzzles.kind import PuzzleKind
from puzzles.play import Outcome
from tests.oracle import (
    end_of_line_classic,
    end_of_line_classic_instances,
    end_of_line_coop,
    end_of_line_coop_instances,
    end_of_line_coop_legal,
)
from tests.oracle.end_of_line_spoiling import spoil_classic, spoil_coop
from tests.puzzles.end_of_line.json_symmetries import random_twin

Document = dict[str, Any]
AnyKind = PuzzleKind[Any, Any]


@dataclass(frozen=True)
class BruteForce:
    """The brute force of a kind.

    instance      a random tiny puzzle
    best          the greatest score of a puzzle, None where it is impossible
    count         how many solutions of a puzzle are counted
    legal_score   the score of a solution, None where it breaks a rule
    solution      some solution of a puzzle, None where none was found
    spoil         a solution with random changes
    twin          another puzzle, equal under a symmetry
    game          the rules of a puzzle
    moves         the legal moves in a state, as the JSON of a play's moves, and the states after them
    """

    instance: Callable[[random.Random], Document]
    best: Callable[[Document], int | None]
    count: Callable[[Document], int]
    legal_score: Callable[[Document, Document], int | None]
    solution: Callable[[Document, random.Random], Document | None]
    spoil: Callable[[random.Random, Document, Document], Document]
    twin: Callable[[random.Random, Document], Document]
    game: Callable[[Document], Any]
    moves: Callable[[Any, Any], dict[str, Any]]


def classic_moves(
    game: end_of_line_classic.Game, state: end_of_line_classic.State
) -> dict[str, end_of_line_classic.State]:
    """A play is over once no card can ever be placed again, although some could be discarded."""
    if not (state.last or (state.energy and state.previous)):
        return {}
    return {
        move_key({"do": action.do, "cell": action.cell, "reverse": action.reverse}): after
        for action, after in game.moves(state)
    }


def coop_moves(
    game: end_of_line_coop.Game, state: end_of_line_coop.State
) -> dict[str, end_of_line_coop.State]:
    """To spend no energy is no move of its own."""
    moves: dict[str, end_of_line_coop.State] = {}
    for move, after in game.moves(state):
        if move is None:
            moves |= coop_moves(game, after)
        elif isinstance(move, str):
            moves[move_key({"energy": move})] = after
        else:
            placed_card = {"card": move.card, "cell": move.cell, "reverse": move.goes_back}
            moves[move_key(placed_card)] = after
    return moves


def move_key(move: Document) -> str:
    """A move as text, whether what may be left out is there or not."""
    return json.dumps({name: value for name, value in sorted(move.items()) if value})


BRUTE_FORCES = {
    "end_of_line.classic": BruteForce(
        instance=end_of_line_classic_instances.instance,
        best=end_of_line_classic.best,
        count=end_of_line_classic.count,
        legal_score=end_of_line_classic.legal_score,
        solution=end_of_line_classic.random_solution,
        spoil=spoil_classic,
        twin=random_twin,
        game=end_of_line_classic.Game,
        moves=classic_moves,
    ),
    "end_of_line.coop": BruteForce(
        instance=end_of_line_coop_instances.instance,
        best=end_of_line_coop.best,
        count=end_of_line_coop.count,
        legal_score=end_of_line_coop_legal.legal_score,
        solution=end_of_line_coop.random_solution,
        spoil=spoil_coop,
        twin=random_twin,
        game=partial(end_of_line_coop.Game, prune=False),
        moves=coop_moves,
    ),
}


def play_both(kind: AnyKind, brute_force: BruteForce, document: Document, rng: random.Random) -> bool:
    """Plays at random, and checks that play and brute force have the same moves and the same outcome.

    Returns whether the puzzle was solved."""
    game = brute_force.game(document)
    position, state = kind.play.begin(kind.parse(document)), game.first()
    while moves := {move_key(kind.play.serialise_move(move)): move for move in kind.play.moves(position)}:
        states = brute_force.moves(game, state)
        assert sorted(moves) == sorted(states), (document, kind.play.solution(position))
        assert kind.play.outcome(position) is None, (document, kind.play.solution(position))
        key = rng.choice(sorted(moves))
        position, state = kind.play.after(position, moves[key]), states[key]
    assert not brute_force.moves(game, state), (document, kind.play.solution(position))
    outcome = kind.play.outcome(position)
    assert outcome is not None
    is_solved = not state.free
    expected = Outcome(is_solved, game.score(state) if is_solved else None, outcome.reason)
    assert outcome == expected, (document, kind.play.solution(position))
    return is_solved


def sequences(brute_force: BruteForce, document: Document, length: int) -> int:
    """Counts the sequences of so many moves, in the brute force."""
    game = brute_force.game(document)

    def count(state: Any, remaining: int) -> int:
        if remaining == 0:
            return 1
        return sum(count(after, remaining - 1) for after in brute_force.moves(game, state).values())

    return count(game.first(), length)


def judge_solutions(
    kind: AnyKind, brute_force: BruteForce, document: Document, rng: random.Random
) -> Iterator[bool]:
    """Checks that verify and the brute force agree on a solution, and on spoiled ones.

    Yields for each whether it is legal."""
    solution = brute_force.solution(document, rng)
    if solution is None:
        return
    puzzle = kind.parse(document)
    for candidate in [solution, *(brute_force.spoil(rng, document, solution) for _ in range(12))]:
        score = brute_force.legal_score(document, candidate)
        try:
            parsed = kind.parse_solution(candidate)
        except BadInput:
            assert score is None, (document, candidate)
            continue
        violations = kind.verify(puzzle, parsed)
        assert (violations == ()) == (score is not None), (document, candidate, violations)
        if score is not None:
            assert kind.score(puzzle, parsed) == score, (document, candidate)
        yield score is not None


def compare_twins(kind: AnyKind, brute_force: BruteForce, document: Document, rng: random.Random) -> None:
    """Checks that twins have one id, the same answers, and solutions that can be mapped."""
    other = brute_force.twin(rng, document)
    puzzle, other_puzzle = kind.parse(document), kind.parse(other)
    twin = kind.twin(puzzle)
    assert twin.puzzle == kind.twin(other_puzzle).puzzle, (document, other)
    assert puzzle_id(kind, puzzle) == puzzle_id(kind, other_puzzle), (document, other)
    canonical = kind.serialise(twin.puzzle)
    assert brute_force.best(canonical) == brute_force.best(document), (document, canonical)
    assert brute_force.count(canonical) == brute_force.count(document), (document, canonical)
    solution = brute_force.solution(document, rng)
    if solution is not None:
        parsed = kind.parse_solution(solution)
        mapped = twin.to_canonical(parsed)
        score = brute_force.legal_score(canonical, kind.serialise_solution(mapped))
        assert score == brute_force.legal_score(document, solution), (document, solution)
        assert twin.from_canonical(mapped) == parsed, (document, solution)

"""What every play owes: it is consistent, its referee agrees, and every engine's solution can be played."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.protocol import GRADES
from puzzles import packs
from puzzles.errors import BadInput
from puzzles.kind import PuzzleKind
from puzzles.play import IllegalMove, Outcome
from puzzles.registry import KINDS, kind_named
from puzzles.texts import LANGUAGES, translator_for
from solvers import verified
from solvers.registry import solvers_for
from tests.samples import SAMPLES
from tests.tiers import examples, reach

Kind = PuzzleKind[Any, Any]
IDS = [kind.id for kind in KINDS]
TINY = 12
# Solutions of the packs replayed of each kind and grade.
FEW = 3


@cache
def _tiny(kind: str) -> list[dict[str, Any]]:
    return [SAMPLES[kind].instance(random.Random(f"{kind} {i}")) for i in range(TINY)]


def _random_play(kind: Kind, puzzle: Any, rng: random.Random) -> list[Any]:
    """The positions of a play in which every move is one of the legal ones, at random."""
    positions = [kind.play.begin(puzzle)]
    while moves := kind.play.moves(positions[-1]):
        positions.append(kind.play.after(positions[-1], rng.choice(moves)))
    return positions


def _played(kind: Kind, document: dict[str, Any], solution: dict[str, Any]) -> Outcome | None:
    """The outcome when a solution is played move by move."""
    puzzle = kind.parse(document)
    position = kind.play.begin(puzzle)
    for move in SAMPLES[kind.id].moves(solution):
        if kind.play.outcome(position) is None:
            position = kind.play.after(position, kind.play.parse_move(move))
    assert kind.verify(puzzle, kind.play.solution(position)) == ()
    return kind.play.outcome(position)


@pytest.mark.parametrize("kind", IDS)
@given(seed=st.integers(0, 2**32))
@examples(100)
def test_the_referee_judges_every_play_as_its_outcome_does(kind: str, seed: int) -> None:
    it, rng = kind_named(kind), random.Random(seed)
    puzzle = it.parse(SAMPLES[kind].instance(rng))
    for _ in range(5):
        *before, last = _random_play(it, puzzle, rng)
        assert [it.play.outcome(position) for position in before] == [None] * len(before)
        outcome = it.play.outcome(last)
        assert outcome is not None
        solution = it.play.solution(last)
        assert outcome.solved == (solution is not None and it.verify(puzzle, solution) == ())
        if outcome.solved:
            assert outcome.reason is None
            assert outcome.score == it.score(puzzle, solution)
        else:
            assert outcome.score is None
            assert outcome.reason is not None


@pytest.mark.parametrize("kind", IDS)
def test_moves_can_be_written_typed_and_told(kind: str) -> None:
    it, rng = kind_named(kind), random.Random(kind)
    languages = [translator_for(language, "people") for language in LANGUAGES]
    for document in _tiny(kind):
        for position in _random_play(it, it.parse(document), rng):
            moves = it.play.moves(position)
            assert it.play.moves(position) == moves
            assert len(set(moves)) == len(moves)
            typed = [" ".join(it.play.notation(position, move).casefold().split()) for move in moves]
            assert len(set(typed)) == len(moves)
            assert all(typed)
            assert all(len(text) <= 60 for text in typed)
            for move in moves:
                written = json.loads(json.dumps(it.play.serialise_move(move)))
                assert it.play.parse_move(written) == move
                described = [words.render(it.play.describe(position, move)) for words in languages]
                assert all(described)
            told = [
                words.render(it.play.describe(position, move)) for move in moves for words in languages[:1]
            ]
            assert len(set(told)) == len(moves), "two moves are described alike"


@pytest.mark.parametrize("kind", IDS)
def test_positions_are_values_and_can_be_drawn(kind: str) -> None:
    it, rng = kind_named(kind), random.Random(kind)
    for document in _tiny(kind)[:4]:
        puzzle = it.parse(document)
        seed = rng.random()
        positions, again = (_random_play(it, puzzle, random.Random(seed)) for _ in range(2))
        assert positions == again
        assert len(set(positions)) == len(positions)
        for position in (positions[0], positions[-1]):
            drawings = [it.play.draw_text(position, language) for language in LANGUAGES]
            assert all(drawing.strip() and drawing.endswith("\n") for drawing in drawings)
        assert it.play.draw_text(positions[0]) == it.play.draw_text(positions[0], "en")
        for position in positions:
            outcome = it.play.outcome(position)
            for words in (translator_for(language, "people") for language in LANGUAGES):
                assert outcome is None or outcome.reason is None or words.render(outcome.reason)


@pytest.mark.parametrize("kind", IDS)
def test_solutions_so_far_can_be_written(kind: str) -> None:
    it, rng = kind_named(kind), random.Random(kind)
    for document in _tiny(kind):
        for position in _random_play(it, it.parse(document), rng):
            solution = it.play.solution(position)
            if solution is not None:
                assert it.parse_solution(it.serialise_solution(solution)) == solution


@pytest.mark.parametrize("kind", IDS)
def test_nothing_but_a_legal_move_can_be_made(kind: str) -> None:
    it, rng = kind_named(kind), random.Random(kind)
    refused = 0
    for document in _tiny(kind):
        positions = _random_play(it, it.parse(document), rng)
        moves = {move for position in positions for move in it.play.moves(position)}
        for position in positions:
            for move in moves.difference(it.play.moves(position)):
                with pytest.raises(IllegalMove):
                    it.play.after(position, move)
                refused += 1
    assert refused
    wrong_documents: list[object] = [None, 1, "S", [], {}, {"move": 1}]
    for wrong in wrong_documents:
        with pytest.raises(BadInput):
            it.play.parse_move(wrong)


@pytest.mark.parametrize("kind", IDS)
def test_the_engines_solutions_can_be_played(kind: str) -> None:
    it = kind_named(kind)
    played = 0
    for document in _tiny(kind):
        answer = verified.solve(it, solvers_for(kind), it.parse(document), "best")
        if answer.solution is None:
            continue
        outcome = _played(it, document, it.serialise_solution(answer.solution))
        assert outcome == Outcome(True, answer.score), document
        played += 1
    assert played


@pytest.mark.further
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("kind", IDS)
def test_the_solutions_of_the_packs_can_be_played(kind: str, grade: str) -> None:
    it, size = kind_named(kind), packs.size(kind, grade)
    for n in range(reach(min(FEW, size), size)):
        entry = packs.entry(kind, grade, n)
        outcome = _played(it, dict(entry.record["puzzle"]), dict(entry.solution))
        assert outcome == Outcome(True, entry.score), entry.record["id"]

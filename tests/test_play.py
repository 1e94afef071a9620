"""Checks the play of every kind: consistency, agreement with the referee, replay of engines' solutions."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import packs
from puzzles.drawing.terminal import TextLook
from puzzles.errors import BadInput
from puzzles.grades import GRADES
from puzzles.kind import PuzzleKind
from puzzles.play import IllegalMove, Outcome
from puzzles.registry import KINDS, kind_named
from puzzles.texts import LANGUAGES, translator_for
from solvers import verified
from solvers.registry import solvers_for
from tests.replays import legal_play
from tests.samples import SAMPLES
from tests.tiers import examples, reach

Kind = PuzzleKind[Any, Any]
IDS = [kind.id for kind in KINDS]
TINY = 12
# The number of pack solutions replayed of each kind and grade.
FEW = 3


@cache
def _tiny_puzzles(kind_id: str) -> list[dict[str, Any]]:
    return [SAMPLES[kind_id].instance(random.Random(f"{kind_id} {i}")) for i in range(TINY)]


def _random_play(kind: Kind, puzzle: Any, rng: random.Random) -> list[Any]:
    """Returns the positions of a play of random legal moves."""
    positions = [kind.play.begin(puzzle)]
    while moves := kind.play.moves(positions[-1]):
        positions.append(kind.play.after(positions[-1], rng.choice(moves)))
    return positions


def _outcome_of_replay(kind: Kind, document: dict[str, Any], solution: dict[str, Any]) -> Outcome | None:
    """Plays a solution move by move and returns the outcome."""
    puzzle = kind.parse(document)
    position = kind.play.begin(puzzle)
    for move in legal_play(kind, document, SAMPLES[kind.id].plays(solution)):
        position = kind.play.after(position, move)
    assert kind.verify(puzzle, kind.play.solution(position)) == ()
    return kind.play.outcome(position)


@pytest.mark.parametrize("kind_id", IDS)
@given(seed=st.integers(0, 2**32))
@examples(100)
def test_the_referee_agrees_with_the_outcome_of_every_play(kind_id: str, seed: int) -> None:
    kind, rng = kind_named(kind_id), random.Random(seed)
    puzzle = kind.parse(SAMPLES[kind_id].instance(rng))
    for _ in range(5):
        *before, last = _random_play(kind, puzzle, rng)
        assert [kind.play.outcome(position) for position in before] == [None] * len(before)
        outcome = kind.play.outcome(last)
        assert outcome is not None
        solution = kind.play.solution(last)
        assert outcome.solved == (solution is not None and kind.verify(puzzle, solution) == ())
        if outcome.solved:
            assert outcome.reason is None
            assert outcome.score == kind.score(puzzle, solution)
        else:
            assert outcome.score is None
            assert outcome.reason is not None


@pytest.mark.parametrize("kind_id", IDS)
def test_moves_can_be_serialised_typed_and_described(kind_id: str) -> None:
    kind, rng = kind_named(kind_id), random.Random(kind_id)
    languages = [translator_for(language) for language in LANGUAGES]
    for document in _tiny_puzzles(kind_id):
        for position in _random_play(kind, kind.parse(document), rng):
            moves = kind.play.moves(position)
            assert kind.play.moves(position) == moves
            assert len(set(moves)) == len(moves)
            notations = [" ".join(kind.play.notation(position, move).casefold().split()) for move in moves]
            assert len(set(notations)) == len(moves)
            assert all(notations)
            assert all(len(text) <= 60 for text in notations)
            for move in moves:
                move_json = json.loads(json.dumps(kind.play.serialise_move(move)))
                assert kind.play.parse_move(move_json) == move
                renderings = [
                    translator.render(kind.play.describe(position, move)) for translator in languages
                ]
                assert all(renderings)
            descriptions = [
                translator.render(kind.play.describe(position, move))
                for move in moves
                for translator in languages[:1]
            ]
            assert len(set(descriptions)) == len(moves), "two moves are described alike"


@pytest.mark.parametrize("kind_id", IDS)
def test_positions_are_values_and_can_be_drawn(kind_id: str) -> None:
    kind, rng = kind_named(kind_id), random.Random(kind_id)
    for document in _tiny_puzzles(kind_id)[:4]:
        puzzle = kind.parse(document)
        seed = rng.random()
        positions, repeated = (_random_play(kind, puzzle, random.Random(seed)) for _ in range(2))
        assert positions == repeated
        assert len(set(positions)) == len(positions)
        for position in (positions[0], positions[-1]):
            drawings = [kind.play.draw_text(position, TextLook(language)) for language in LANGUAGES]
            assert all(drawing.strip() and drawing.endswith("\n") for drawing in drawings)
        assert kind.play.draw_text(positions[0]) == kind.play.draw_text(positions[0], TextLook("en"))
        for position in positions:
            outcome = kind.play.outcome(position)
            for translator in (translator_for(language) for language in LANGUAGES):
                assert outcome is None or outcome.reason is None or translator.render(outcome.reason)


@pytest.mark.parametrize("kind_id", IDS)
def test_partial_solutions_can_be_serialised(kind_id: str) -> None:
    kind, rng = kind_named(kind_id), random.Random(kind_id)
    for document in _tiny_puzzles(kind_id):
        for position in _random_play(kind, kind.parse(document), rng):
            solution = kind.play.solution(position)
            if solution is not None:
                assert kind.parse_solution(kind.serialise_solution(solution)) == solution


@pytest.mark.parametrize("kind_id", IDS)
def test_only_legal_moves_can_be_made(kind_id: str) -> None:
    kind, rng = kind_named(kind_id), random.Random(kind_id)
    refusals = 0
    for document in _tiny_puzzles(kind_id):
        positions = _random_play(kind, kind.parse(document), rng)
        moves = {move for position in positions for move in kind.play.moves(position)}
        for position in positions:
            for move in moves.difference(kind.play.moves(position)):
                with pytest.raises(IllegalMove):
                    kind.play.after(position, move)
                refusals += 1
    assert refusals
    wrong_documents: list[object] = [None, 1, "S", [], {}, {"move": 1}]
    for wrong_document in wrong_documents:
        with pytest.raises(BadInput):
            kind.play.parse_move(wrong_document)


@pytest.mark.parametrize("kind_id", IDS)
def test_engine_solutions_can_be_played(kind_id: str) -> None:
    kind = kind_named(kind_id)
    replays = 0
    for document in _tiny_puzzles(kind_id):
        answer = verified.solve(kind, solvers_for(kind_id), kind.parse(document), "best")
        if answer.solution is None:
            continue
        outcome = _outcome_of_replay(kind, document, kind.serialise_solution(answer.solution))
        assert outcome == Outcome(True, answer.score), document
        replays += 1
    assert replays


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("kind_id", IDS)
def test_pack_solutions_can_be_played(kind_id: str, grade: str) -> None:
    kind, size = kind_named(kind_id), packs.size(kind_id, grade)
    for n in range(reach(min(FEW, size), size)):
        entry = packs.entry(kind_id, grade, n)
        outcome = _outcome_of_replay(kind, dict(entry.record["puzzle"]), dict(entry.solution))
        assert outcome == Outcome(True, entry.score), entry.record["id"]

"""Legal solutions are found clean, and spoilt ones are judged as the oracle and the second judge do."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from puzzles.end_of_line import solo
from puzzles.kind import Violation
from puzzles.registry import kind_of
from tests.oracle import HEADINGS, STANDARD
from tests.oracle import end_of_line_cover as cover_oracle
from tests.oracle import end_of_line_solo as solo_oracle
from tests.puzzles.end_of_line.second_judge import Broken, judge_cover, judge_solo, overdrawn
from tests.puzzles.end_of_line.spoilt_solutions import (
    CARDS,
    OF_COVER,
    OF_SOLO,
    solved_covers,
    solved_solos,
    spoilt,
)
from tests.tiers import examples

Document = dict[str, Any]
often = examples(500)
seeds = st.integers(0, 2**32)


def told(puzzle: Document, solution: Document) -> list[Broken]:
    """The violations as the second judge writes them."""
    kind = kind_of(puzzle)
    return [written(each) for each in kind.verify(kind.parse(puzzle), kind.parse_solution(solution))]


def written(violation: Violation) -> Broken:
    at = [violation.at[name] for name in ("round", "card", "step") if name in violation.at]
    assert len(at) == len(violation.at)
    assert violation.message
    return violation.rule, tuple(map(int, at))


def score_of(puzzle: Document, solution: Document) -> int | None:
    return solo.KIND.score(solo.KIND.parse(puzzle), solo.KIND.parse_solution(solution))


def refuses_energy(broken: list[Broken]) -> bool:
    return any(rule == "energy" for rule, _ in broken)


def spoilt_solo(seed: int) -> tuple[Document, Document]:
    pairs = solved_solos()
    return spoilt(pairs[seed % len(pairs)], OF_SOLO, seed)


def spoilt_cover(seed: int) -> tuple[Document, Document]:
    pairs = solved_covers()
    return spoilt(pairs[seed % len(pairs)], OF_COVER, seed)


def nonsense(rng: random.Random) -> Document:
    """Rounds of any cards on any cells, most of them side by side."""
    row, col = rng.randrange(4), rng.randrange(4)
    rounds = []
    for _ in range(rng.randint(0, 7)):
        cards = []
        for _ in range(rng.choice((0, 1, 2, 2, 2, 3, 4))):
            row, col = row + rng.choice((-1, 0, 0, 1)), col + rng.choice((-1, 0, 0, 1))
            cards.append({"card": rng.choice(CARDS), "cell": [row % 4 if row < 6 else row, col % 4]})
        rounds.append({"energy": rng.choice([None, None, *solo_oracle.ACTIONS]), "cards": cards})
    return {"rounds": rounds}


class TestSolo:
    def test_legal_solutions_are_clean_and_score_alike(self) -> None:
        energies: Counter[str | None] = Counter()
        for puzzle, solution in solved_solos():
            assert told(puzzle, solution) == [], (puzzle, solution)
            assert score_of(puzzle, solution) == solo_oracle.legal_score(puzzle, solution)
            energies.update(played.get("energy") for played in solution["rounds"])
        assert all(energies[action] > 10 for action in solo_oracle.ACTIONS), energies

    @often
    @given(seeds)
    def test_a_violation_is_found_when_the_oracle_says_illegal(self, seed: int) -> None:
        puzzle, solution = spoilt_solo(seed)
        score = solo_oracle.legal_score(puzzle, solution)
        assert (told(puzzle, solution) == []) == (score is not None), (puzzle, solution)
        if score is not None:
            assert score_of(puzzle, solution) == score

    @often
    @given(seeds)
    def test_the_first_violation_is_exact(self, seed: int) -> None:
        puzzle, solution = spoilt_solo(seed)
        same_first(told(puzzle, solution), judge_solo(puzzle, solution), (puzzle, solution))

    @often
    @given(seeds)
    def test_all_that_is_certain_is_told_and_nothing_else(self, seed: int) -> None:
        puzzle, solution = spoilt_solo(seed)
        expected = judge_solo(puzzle, solution)
        if not refuses_energy(expected):
            assert Counter(told(puzzle, solution)) == Counter(expected), (puzzle, solution)

    @often
    @given(seeds)
    def test_nothing_false_is_told_after_energy_that_may_not_be_spent(self, seed: int) -> None:
        """Nobody can say whether the point is gone, and whether it works."""
        puzzle, solution = spoilt_solo(seed)
        expected = judge_solo(puzzle, solution)
        if refuses_energy(expected):
            assert not Counter(told(puzzle, solution)) - Counter(expected), (puzzle, solution)

    @often
    @given(seeds)
    def test_nonsense(self, seed: int) -> None:
        rng = random.Random(seed)
        blocked = [[rng.randrange(4), 3]] * rng.randrange(2)
        deck = rng.choices(CARDS, k=rng.randint(0, 20))
        start = {"cell": [rng.randrange(4), rng.randrange(3)], "heading": rng.choice(HEADINGS)}
        puzzle = {
            "kind": "end_of_line.solo",
            "rows": 4,
            "cols": 4,
            "start": start,
            "blocked": blocked,
            "deck": deck,
        }
        solution = nonsense(rng)
        expected = judge_solo(puzzle, solution)
        same_first(told(puzzle, solution), expected, (puzzle, solution))
        if not refuses_energy(expected):
            assert Counter(told(puzzle, solution)) == Counter(expected), (puzzle, solution)

    def test_the_judge_agrees_with_the_oracle(self) -> None:
        for seed in range(400):
            puzzle, solution = spoilt_solo(seed)
            assert (judge_solo(puzzle, solution) == []) == (
                solo_oracle.legal_score(puzzle, solution) is not None
            )

    def test_the_ways_to_spoil_reach_every_rule(self) -> None:
        broken = Counter(rule for seed in range(800) for rule, _ in judge_solo(*spoilt_solo(seed)))
        rules = (
            "range",
            "blocked",
            "occupied",
            "exit",
            "hand",
            "round_size",
            "energy",
            "covered",
            "after_end",
        )
        assert all(broken[rule] > 8 for rule in rules), broken


class TestCover:
    def test_legal_lines_are_clean(self) -> None:
        assert len(solved_covers()) > 100
        for puzzle, solution in solved_covers():
            assert told(puzzle, solution) == [], (puzzle, solution)
            assert cover_oracle.legal(puzzle, solution)

    @often
    @given(seeds)
    def test_a_violation_is_found_when_the_oracle_says_illegal(self, seed: int) -> None:
        puzzle, solution = spoilt_cover(seed)
        assert (told(puzzle, solution) == []) == cover_oracle.legal(puzzle, solution), (puzzle, solution)

    @often
    @given(seeds)
    def test_all_that_is_certain_is_told_and_nothing_else(self, seed: int) -> None:
        puzzle, solution = spoilt_cover(seed)
        found = [each for each in told(puzzle, solution) if each[0] != "tray"]
        expected = judge_cover(puzzle, solution)
        same_first(found, expected, (puzzle, solution))
        assert Counter(found) == Counter(expected), (puzzle, solution)

    @often
    @given(seeds)
    def test_the_tray(self, seed: int) -> None:
        """Where no card is given, each card that the tray does not hold is told where it lies."""
        puzzle, solution = spoilt_cover(seed)
        puzzle["givens"] = []
        found = [at[0] for rule, at in told(puzzle, solution) if rule == "tray"]
        ended = [at[0] for rule, at in judge_cover(puzzle, solution) if rule == "after_end"]
        counts = puzzle.get("tray", STANDARD)
        assert found == overdrawn(counts, solution, min(ended, default=len(solution["line"])))

    @often
    @given(seeds)
    def test_the_tray_with_givens(self, seed: int) -> None:
        """Told at every step at which the line asks for more of a type than there is, and only there."""
        puzzle, solution = spoilt_cover(seed)
        end = min((at[0] for rule, at in judge_cover(puzzle, solution) if rule == "after_end"), default=None)
        left: Counter[str] = Counter(puzzle.get("tray", STANDARD))
        over = []
        for step, placed in enumerate(solution["line"][:end]):
            left[placed["card"]] -= 1
            if left[placed["card"]] < 0:
                over.append((step,))
        assert [at for rule, at in told(puzzle, solution) if rule == "tray"] == over, (puzzle, solution)

    def test_the_judge_agrees_with_the_oracle(self) -> None:
        for seed in range(400):
            puzzle, solution = spoilt_cover(seed)
            counts = puzzle.get("tray", STANDARD)
            clean = not judge_cover(puzzle, solution) and not overdrawn(counts, solution, 400)
            assert clean == cover_oracle.legal(puzzle, solution)

    def test_the_ways_to_spoil_reach_every_rule(self) -> None:
        broken = Counter(rule for seed in range(800) for rule, _ in judge_cover(*spoilt_cover(seed)))
        rules = ("range", "blocked", "occupied", "exit", "given", "covered", "after_end")
        assert all(broken[rule] > 8 for rule in rules), broken


def same_first(found: list[Broken], expected: list[Broken], case: object) -> None:
    """The same place, and there a rule that the judge finds broken too."""
    assert bool(found) == bool(expected), case
    if found:
        place = expected[0][1]
        assert found[0] in [(rule, at) for rule, at in expected if at == place], (found, expected, case)

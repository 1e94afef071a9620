"""Checks that verify accepts legal solutions and agrees with the oracle and the judge on spoiled ones."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from puzzles.kind import Violation
from puzzles.registry import kind_of
from tests.oracle import HEADINGS, STANDARD
from tests.oracle import end_of_line_classic as classic_oracle
from tests.oracle import end_of_line_cover as cover_oracle
from tests.oracle import end_of_line_solo as solo_oracle
from tests.puzzles.end_of_line.second_judge import Violation as RuleAt
from tests.puzzles.end_of_line.second_judge import judge_classic, judge_cover, judge_solo, overdrawn
from tests.puzzles.end_of_line.spoiled_solutions import (
    CARDS,
    CLASSIC_CHANGES,
    COVER_CHANGES,
    SOLO_CHANGES,
    solved_classics,
    solved_covers,
    solved_solos,
    spoiled,
)
from tests.tiers import examples

Document = dict[str, Any]
often = examples(500)
seeds = st.integers(0, 2**32)


def violations_of(puzzle: Document, solution: Document) -> list[RuleAt]:
    """Returns the violations that verify reports, in the form of the second judge."""
    kind = kind_of(puzzle)
    return [
        _rule_and_place(violation)
        for violation in kind.verify(kind.parse(puzzle), kind.parse_solution(solution))
    ]


def _rule_and_place(violation: Violation) -> RuleAt:
    at = [violation.at[name] for name in ("round", "card", "step") if name in violation.at]
    assert len(at) == len(violation.at)
    assert violation.message
    return violation.rule, tuple(map(int, at))


def score_of(puzzle: Document, solution: Document) -> int | None:
    kind = kind_of(puzzle)
    return kind.score(kind.parse(puzzle), kind.parse_solution(solution))


def refuses_energy(violations: list[RuleAt]) -> bool:
    return any(rule == "energy" for rule, _ in violations)


def spoiled_solo(seed: int) -> tuple[Document, Document]:
    pairs = solved_solos()
    return spoiled(pairs[seed % len(pairs)], SOLO_CHANGES, seed)


def spoiled_classic(seed: int) -> tuple[Document, Document]:
    pairs = solved_classics()
    return spoiled(pairs[seed % len(pairs)], CLASSIC_CHANGES, seed)


def spoiled_cover(seed: int) -> tuple[Document, Document]:
    pairs = solved_covers()
    return spoiled(pairs[seed % len(pairs)], COVER_CHANGES, seed)


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
            assert violations_of(puzzle, solution) == [], (puzzle, solution)
            assert score_of(puzzle, solution) == solo_oracle.legal_score(puzzle, solution)
            energies.update(game_round.get("energy") for game_round in solution["rounds"])
        assert all(energies[action] > 10 for action in solo_oracle.ACTIONS), energies

    @often
    @given(seeds)
    def test_a_violation_is_found_when_the_oracle_says_illegal(self, seed: int) -> None:
        puzzle, solution = spoiled_solo(seed)
        score = solo_oracle.legal_score(puzzle, solution)
        assert (violations_of(puzzle, solution) == []) == (score is not None), (puzzle, solution)
        if score is not None:
            assert score_of(puzzle, solution) == score

    @often
    @given(seeds)
    def test_the_first_violation_is_exact(self, seed: int) -> None:
        puzzle, solution = spoiled_solo(seed)
        same_first(violations_of(puzzle, solution), judge_solo(puzzle, solution), (puzzle, solution))

    @often
    @given(seeds)
    def test_exactly_the_certain_violations_are_reported(self, seed: int) -> None:
        puzzle, solution = spoiled_solo(seed)
        expected = judge_solo(puzzle, solution)
        if not refuses_energy(expected):
            assert Counter(violations_of(puzzle, solution)) == Counter(expected), (puzzle, solution)

    @often
    @given(seeds)
    def test_nothing_false_is_reported_after_refused_energy(self, seed: int) -> None:
        """It is unknown whether the point is lost, and whether it has its effect."""
        puzzle, solution = spoiled_solo(seed)
        expected = judge_solo(puzzle, solution)
        if refuses_energy(expected):
            assert not Counter(violations_of(puzzle, solution)) - Counter(expected), (puzzle, solution)

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
        same_first(violations_of(puzzle, solution), expected, (puzzle, solution))
        if not refuses_energy(expected):
            assert Counter(violations_of(puzzle, solution)) == Counter(expected), (puzzle, solution)

    def test_the_judge_agrees_with_the_oracle(self) -> None:
        for seed in range(400):
            puzzle, solution = spoiled_solo(seed)
            assert (judge_solo(puzzle, solution) == []) == (
                solo_oracle.legal_score(puzzle, solution) is not None
            )

    def test_the_changes_break_every_rule(self) -> None:
        counts = Counter(rule for seed in range(800) for rule, _ in judge_solo(*spoiled_solo(seed)))
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
        assert all(counts[rule] > 8 for rule in rules), counts


def any_actions(rng: random.Random) -> Document:
    """Actions of all sorts, with most of their cells side by side."""
    row, col = rng.randrange(4), rng.randrange(4)
    actions: list[Document] = []
    for _ in range(rng.randint(0, 14)):
        if rng.random() < 0.3:
            actions.append({"do": "discard"})
            continue
        row, col = rng.choice(((row, col + rng.choice((-1, 1))), (row + rng.choice((-1, 1)), col)))
        cell = [row % 4 if row < 6 else row, col % 4]
        actions.append({"do": rng.choice(("place", "place", "recover")), "cell": cell})
        if rng.random() < 0.3:
            actions[-1]["reverse"] = True
    return {"actions": actions}


class TestClassic:
    def test_legal_solutions_are_clean_and_score_alike(self) -> None:
        counts: Counter[str] = Counter()
        for puzzle, solution in solved_classics():
            assert violations_of(puzzle, solution) == [], (puzzle, solution)
            assert score_of(puzzle, solution) == classic_oracle.legal_score(puzzle, solution)
            counts.update(action["do"] for action in solution["actions"])
            counts.update("reverse" for action in solution["actions"] if action.get("reverse"))
        assert all(counts[what] > 50 for what in ("place", "discard", "recover", "reverse")), counts

    @often
    @given(seeds)
    def test_a_violation_is_found_when_the_oracle_says_illegal(self, seed: int) -> None:
        puzzle, solution = spoiled_classic(seed)
        score = classic_oracle.legal_score(puzzle, solution)
        assert (violations_of(puzzle, solution) == []) == (score is not None), (puzzle, solution)
        if score is not None:
            assert score_of(puzzle, solution) == score

    @often
    @given(seeds)
    def test_exactly_the_certain_violations_are_reported(self, seed: int) -> None:
        puzzle, solution = spoiled_classic(seed)
        reported, expected = violations_of(puzzle, solution), judge_classic(puzzle, solution)
        same_first(reported, expected, (puzzle, solution))
        if refuses_energy(expected):
            assert not Counter(reported) - Counter(expected), (puzzle, solution)
        else:
            assert Counter(reported) == Counter(expected), (puzzle, solution)

    @often
    @given(seeds)
    def test_nonsense(self, seed: int) -> None:
        rng = random.Random(seed)
        start = {"cell": [rng.randrange(4), rng.randrange(3)], "heading": rng.choice(HEADINGS)}
        puzzle = {
            "kind": "end_of_line.classic",
            "rows": 4,
            "cols": 4,
            "start": start,
            "blocked": [[rng.randrange(4), 3]] * rng.randrange(2),
            "deck": rng.choices(CARDS, k=rng.randint(0, 16)),
        }
        solution = any_actions(rng)
        reported, expected = violations_of(puzzle, solution), judge_classic(puzzle, solution)
        same_first(reported, expected, (puzzle, solution))
        assert not Counter(reported) - Counter(expected), (puzzle, solution)
        if not refuses_energy(expected):
            assert Counter(reported) == Counter(expected), (puzzle, solution)

    def test_the_judge_agrees_with_the_oracle(self) -> None:
        for seed in range(400):
            puzzle, solution = spoiled_classic(seed)
            score = classic_oracle.legal_score(puzzle, solution)
            assert (judge_classic(puzzle, solution) == []) == (score is not None)

    def test_the_changes_break_every_rule(self) -> None:
        counts = Counter(rule for seed in range(800) for rule, _ in judge_classic(*spoiled_classic(seed)))
        rules = (
            "range",
            "blocked",
            "occupied",
            "exit",
            "draw",
            "discard",
            "energy",
            "covered",
            "after_end",
        )
        assert all(counts[rule] > 8 for rule in rules), counts


class TestCover:
    def test_legal_lines_are_clean(self) -> None:
        assert len(solved_covers()) > 100
        for puzzle, solution in solved_covers():
            assert violations_of(puzzle, solution) == [], (puzzle, solution)
            assert cover_oracle.legal(puzzle, solution)

    @often
    @given(seeds)
    def test_a_violation_is_found_when_the_oracle_says_illegal(self, seed: int) -> None:
        puzzle, solution = spoiled_cover(seed)
        assert (violations_of(puzzle, solution) == []) == cover_oracle.legal(puzzle, solution), (
            puzzle,
            solution,
        )

    @often
    @given(seeds)
    def test_exactly_the_certain_violations_are_reported(self, seed: int) -> None:
        puzzle, solution = spoiled_cover(seed)
        reported = [violation for violation in violations_of(puzzle, solution) if violation[0] != "tray"]
        expected = judge_cover(puzzle, solution)
        same_first(reported, expected, (puzzle, solution))
        assert Counter(reported) == Counter(expected), (puzzle, solution)

    @often
    @given(seeds)
    def test_the_tray(self, seed: int) -> None:
        """Without given cards, each card that the tray does not hold is reported where it lies."""
        puzzle, solution = spoiled_cover(seed)
        puzzle["givens"] = []
        steps = [at[0] for rule, at in violations_of(puzzle, solution) if rule == "tray"]
        end_steps = [at[0] for rule, at in judge_cover(puzzle, solution) if rule == "after_end"]
        counts = puzzle.get("tray", STANDARD)
        assert steps == overdrawn(counts, solution, min(end_steps, default=len(solution["line"])))

    @often
    @given(seeds)
    def test_the_tray_with_givens(self, seed: int) -> None:
        """Reported at exactly the steps where the line needs more cards of a type than there are."""
        puzzle, solution = spoiled_cover(seed)
        end = min((at[0] for rule, at in judge_cover(puzzle, solution) if rule == "after_end"), default=None)
        tray_left: Counter[str] = Counter(puzzle.get("tray", STANDARD))
        overdrawn_steps = []
        for step, card in enumerate(solution["line"][:end]):
            tray_left[card["card"]] -= 1
            if tray_left[card["card"]] < 0:
                overdrawn_steps.append((step,))
        assert [at for rule, at in violations_of(puzzle, solution) if rule == "tray"] == overdrawn_steps, (
            puzzle,
            solution,
        )

    def test_the_judge_agrees_with_the_oracle(self) -> None:
        for seed in range(400):
            puzzle, solution = spoiled_cover(seed)
            counts = puzzle.get("tray", STANDARD)
            clean = not judge_cover(puzzle, solution) and not overdrawn(counts, solution, 400)
            assert clean == cover_oracle.legal(puzzle, solution)

    def test_the_changes_break_every_rule(self) -> None:
        counts = Counter(rule for seed in range(800) for rule, _ in judge_cover(*spoiled_cover(seed)))
        rules = ("range", "blocked", "occupied", "exit", "given", "covered", "after_end")
        assert all(counts[rule] > 8 for rule in rules), counts


def same_first(reported: list[RuleAt], expected: list[RuleAt], case: object) -> None:
    """Checks that the first violation is at the judge's first place, with a rule that it reports there."""
    assert bool(reported) == bool(expected), case
    if reported:
        place = expected[0][1]
        assert reported[0] in [(rule, at) for rule, at in expected if at == place], (reported, expected, case)

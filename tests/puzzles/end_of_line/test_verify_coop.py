"""Checks verify of co-operative puzzles: against the oracle and a second judge, and its words one by one."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.end_of_line.board import CARDS
from puzzles.end_of_line.coop import KIND
from tests.oracle import end_of_line_coop as oracle
from tests.oracle import end_of_line_coop_instances as instances
from tests.oracle import end_of_line_coop_legal as legal
from tests.oracle.end_of_line_spoiling import spoil_coop
from tests.puzzles.end_of_line.second_coop_judge import judge_coop
from tests.puzzles.end_of_line.second_judge import Violation as RuleAt
from tests.tiers import examples

Document = dict[str, Any]
often = examples(500)
seeds = st.integers(0, 2**32)

# Player 1 goes up from A3, player 2 from C3; the edges are joined, and D is blocked.
SMALL: Document = {
    "kind": "end_of_line.coop",
    "rows": 4,
    "cols": 4,
    "blocked": [[row, 3] for row in range(4)],
    "energy": 1,
    "players": [
        {"start": {"cell": [2, 0], "heading": "N"}, "deck": ["S", "R", "R", "S"]},
        {"start": {"cell": [2, 2], "heading": "N"}, "deck": ["L", "S", "S", "LSR", "S"]},
    ],
}


def turn(player: int, cards: str, energy: str | None = None) -> Document:
    """A turn; each card is written as its code and its cell: `S/A2`."""
    placed = (card.split("/") for card in cards.split())
    return {
        "player": player,
        "energy": energy,
        "cards": [{"card": name, "cell": [int(at[1:]) - 1, ord(at[0]) - ord("A")]} for name, at in placed],
    }


def rounds(*turns: list[Document]) -> Document:
    return {"rounds": [{"turns": list(turns_of_round)} for turns_of_round in turns]}


def violations_of(puzzle: Document, solution: Document) -> list[RuleAt]:
    found = KIND.verify(KIND.parse(puzzle), KIND.parse_solution(solution))
    for violation in found:
        names = list(violation.at)
        assert names == ["round", "turn", "card"][: len(names)]
    return [(violation.rule, tuple(map(int, violation.at.values()))) for violation in found]


def words_of(puzzle: Document, solution: Document) -> list[str]:
    return [str(violation) for violation in KIND.verify(KIND.parse(puzzle), KIND.parse_solution(solution))]


@cache
def solved() -> tuple[tuple[Document, Document], ...]:
    """Puzzles of the oracle with a legal solution each."""
    pairs = []
    for seed in range(60):
        rng = random.Random(f"coop {seed}")
        puzzle = instances.instance(rng)
        solution = oracle.random_solution(puzzle, rng, 500)
        if solution is not None and solution["rounds"]:
            pairs.append((puzzle, solution))
    return tuple(pairs)


@cache
def played() -> tuple[tuple[Document, Document], ...]:
    """Puzzles with what random players did, most of it without a good end and much of it with energy."""
    pairs = []
    for seed in range(200):
        rng = random.Random(f"coop {seed}")
        puzzle = instances.empty_board(rng) | {"energy": 2}
        puzzle = instances.with_decks(puzzle, [rng.choices(CARDS, k=8) for _ in puzzle["players"]])
        position = KIND.play.begin(KIND.parse(puzzle))
        while moves := KIND.play.moves(position):
            position = KIND.play.after(position, rng.choice(moves))
        pairs.append((puzzle, KIND.serialise_solution(KIND.play.solution(position))))
    return tuple(pairs)


def spoiled(seed: int) -> tuple[Document, Document]:
    pairs = (*solved(), *played())
    puzzle, solution = pairs[seed % len(pairs)]
    return puzzle, spoil_coop(random.Random(seed), puzzle, solution)


def energies(pairs: tuple[tuple[Document, Document], ...]) -> set[str | None]:
    return {
        turn.get("energy")
        for _, solution in pairs
        for game_round in solution["rounds"]
        for turn in game_round["turns"]
    }


def refuses_energy(violations: list[RuleAt]) -> bool:
    return any(rule == "energy" for rule, _ in violations)


class TestAgainstTheOracle:
    def test_legal_solutions_are_clean_and_score_alike(self) -> None:
        assert {"reverse", None} <= energies(solved())
        assert len(energies(played())) == 5
        for puzzle, solution in solved():
            assert violations_of(puzzle, solution) == [], (puzzle, solution)
            score = KIND.score(KIND.parse(puzzle), KIND.parse_solution(solution))
            assert score == legal.legal_score(puzzle, solution)

    @often
    @given(seeds)
    def test_a_violation_is_found_when_the_oracle_says_illegal(self, seed: int) -> None:
        puzzle, solution = spoiled(seed)
        score = legal.legal_score(puzzle, solution)
        assert (violations_of(puzzle, solution) == []) == (score is not None), (puzzle, solution)

    @often
    @given(seeds)
    def test_the_first_violation_is_exact(self, seed: int) -> None:
        puzzle, solution = spoiled(seed)
        assert violations_of(puzzle, solution)[:1] == judge_coop(puzzle, solution)[:1], (puzzle, solution)

    @often
    @given(seeds)
    def test_exactly_the_certain_violations_are_reported(self, seed: int) -> None:
        puzzle, solution = spoiled(seed)
        found, expected = violations_of(puzzle, solution), judge_coop(puzzle, solution)
        if refuses_energy(expected):
            assert not Counter(found) - Counter(expected), (puzzle, solution)
        else:
            assert Counter(found) == Counter(expected), (puzzle, solution)


class TestOrder:
    def test_the_wrong_player_is_laid_all_the_same(self) -> None:
        solution = rounds([turn(1, "L/C2"), turn(0, "S/A2")])
        assert violations_of(SMALL, solution) == [("order", (0, 0)), ("covered", ())]
        assert words_of(SMALL, solution)[0] == "Round 1, player 2: it is the turn of player 1."

    def test_a_second_turn_in_a_round(self) -> None:
        solution = rounds([turn(0, "S/A2"), turn(1, "L/C2"), turn(1, "S/B2")])
        assert violations_of(SMALL, solution) == [("order", (0, 2)), ("covered", ())]
        assert words_of(SMALL, solution)[0] == "Round 1, player 2: everybody has played in this round."

    def test_a_round_that_leaves_a_player_out(self) -> None:
        solution = rounds([turn(0, "S/A2")], [turn(0, "R/A1 S/B1"), turn(1, "L/C2")])
        assert ("order", (0,)) in violations_of(SMALL, solution)
        assert words_of(SMALL, solution)[0] == "Round 1: player 2 has not played, but the area is not full."

    def test_an_empty_round(self) -> None:
        assert violations_of(SMALL, rounds([])) == [("order", (0,)), ("covered", ())]
        assert words_of(SMALL, rounds([]))[0] == (
            "Round 1: players 1, 2 have not played, but the area is not full."
        )

    def test_later_rounds_go_by_the_last_card(self) -> None:
        # Player 2 has laid an S, initiative 1, and player 1 an LR, initiative 4.
        players = [
            SMALL["players"][0] | {"deck": ["LR", "S", "S"]},
            SMALL["players"][1] | {"deck": ["S"] * 3},
        ]
        solution = rounds([turn(0, "LR/A2"), turn(1, "S/C2")], [turn(0, "S/B2 S/D2"), turn(1, "S/C1 S/C4")])
        puzzle = SMALL | {"players": players, "blocked": []}
        assert violations_of(puzzle, solution)[0] == ("order", (1, 0))

    def test_a_player_who_is_not_in_the_puzzle(self) -> None:
        solution = rounds([turn(5, "S/A2"), turn(0, "S/A2"), turn(1, "L/C2")])
        assert violations_of(SMALL, solution) == [("order", (0, 0)), ("covered", ())]


class TestTurns:
    def test_nobody_may_pass(self) -> None:
        solution = rounds([turn(0, "S/A2"), turn(1, "")])
        assert violations_of(SMALL, solution) == [("round_size", (0, 1)), ("covered", ())]
        assert words_of(SMALL, solution)[0] == (
            "Round 1, player 2: 0 of 1 cards are placed, but the area is not full."
        )

    def test_too_many_cards(self) -> None:
        solution = rounds([turn(0, "S/A2 R/A1"), turn(1, "L/C2")])
        assert violations_of(SMALL, solution)[0] == ("round_size", (0, 0, 1))
        assert words_of(SMALL, solution)[0] == (
            "Round 1, player 1, card 2: at most 1 card may be placed in this turn."
        )

    def test_the_lines_of_others_and_all_start_cards_are_occupied(self) -> None:
        players = [SMALL["players"][0] | {"start": {"cell": [2, 1], "heading": "E"}}, SMALL["players"][1]]
        solution = rounds([turn(0, "S/C3"), turn(1, "L/C2")], [turn(1, "S/B2 S/A2")])
        found = violations_of(SMALL | {"players": players}, solution)
        assert found[0] == ("occupied", (0, 0, 0))

    def test_energy_of_each_player(self) -> None:
        free = SMALL | {"blocked": [], "rows": 9, "cols": 9}
        players = [player | {"deck": ["S"] * 9} for player in SMALL["players"]]
        solution = rounds(
            [turn(0, "S/A2"), turn(1, "S/C2")],
            [turn(0, "S/A1 S/A9"), turn(1, "S/C1 S/C9")],
            [turn(0, "S/A8", "brake"), turn(1, "S/C8", "brake")],
            [turn(0, "S/A7", "brake"), turn(1, "S/C7 S/C6")],
        )
        assert violations_of(free | {"players": players}, solution) == [("energy", (3, 0)), ("covered", ())]

    @pytest.mark.parametrize("energy", ["brake", "speed_up", "reverse", "extra_gas"])
    def test_energy_too_early(self, energy: str) -> None:
        solution = rounds([turn(0, "S/A2", energy), turn(1, "L/C2")])
        assert violations_of(SMALL, solution)[0] == ("energy", (0, 0))

    def test_nothing_follows_the_end(self) -> None:
        full = SMALL | {
            "rows": 3,
            "cols": 3,
            "blocked": [[0, 1], [1, 1], [2, 1], [0, 2], [1, 2]],
            "players": SMALL["players"],
        }
        last = turn(0, "S/A2")
        solution = rounds([last, turn(1, "L/C2")], [turn(0, "R/A1 S/A1"), turn(1, "L/C2")], [], [turn(0, "")])
        found = violations_of(full, solution)
        assert found[-4:-1] == [("after_end", (1, 0, 1)), ("after_end", (1, 1, 0)), ("after_end", (2,))]
        assert found[-1] == ("after_end", (3, 0))
        # Whoever has not played when the area is full is not left out.
        assert violations_of(full, rounds([last, turn(1, "L/C2")], [turn(0, "R/A1")])) == [
            ("blocked", (0, 1, 0))
        ]

    def test_a_full_area_needs_no_turn(self) -> None:
        starts = [[2, 0], [2, 2]]
        cells = [[row, col] for row in range(4) for col in range(4) if [row, col] not in starts]
        full = SMALL | {"blocked": cells}
        assert violations_of(full, rounds()) == []
        assert violations_of(full, rounds([])) == [("after_end", (0,))]


class TestProgress:
    def begun(self, *turns: list[Document]) -> list[str]:
        progress = KIND.parse_progress(rounds(*turns))
        assert progress is not None
        return [violation.rule for violation in KIND.progress_violations(KIND.parse(SMALL), progress)]

    def test_what_is_missing_at_the_end_breaks_no_rule(self) -> None:
        assert self.begun([turn(0, "S/A2")]) == []
        assert self.begun([turn(0, "S/A2"), turn(1, "L/C2")], [turn(0, "R/A1")]) == []
        assert self.begun([turn(0, "S/A2"), turn(1, "L/C2")], [turn(0, "R/A1 R/B1"), turn(1, "")]) == []

    def test_what_is_missing_before_the_end_does(self) -> None:
        assert self.begun([turn(0, "S/A2")], [turn(0, "R/A1")]) == ["order"]
        assert self.begun([turn(0, ""), turn(1, "L/C2")]) == ["round_size"]
        assert self.begun([turn(0, "S/A2"), turn(1, "L/C2")], [turn(1, "S/B2")]) == ["order"]

    def test_nothing_begun(self) -> None:
        assert KIND.parse_progress({}) is None
        assert KIND.parse_progress(rounds([])) is None
        assert KIND.parse_progress(rounds([turn(0, "")])) is None

    def test_every_beginning_of_a_solution_is_one(self) -> None:
        for puzzle, document in solved()[:20]:
            solution = KIND.parse_solution(document)
            for at in range(len(document["rounds"])):
                turns = document["rounds"][at]["turns"]
                for k, last in enumerate(turns):
                    for cards in range(1, len(last["cards"]) + 1):
                        cut = last | {"cards": last["cards"][:cards]}
                        begun = {"rounds": [*document["rounds"][:at], {"turns": [*turns[:k], cut]}]}
                        progress = KIND.parse_progress(begun)
                        assert progress is not None
                        assert KIND.progress_violations(KIND.parse(puzzle), progress) == ()
                        assert KIND.begins_with(solution, progress)
                        other = cut | {"energy": "brake" if cut.get("energy") is None else None}
                        begun["rounds"][-1]["turns"][-1] = other
                        changed = KIND.parse_progress(begun)
                        assert changed is not None
                        assert not KIND.begins_with(solution, changed)

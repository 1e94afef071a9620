"""A person's steps, told in any language, and which of them matter most."""

from __future__ import annotations

import re
from itertools import count

import pytest

from generators.end_of_line.cover import EXPLAINER
from generators.end_of_line.cover_person import (
    LONG_WHAT_IF,
    ONE_END,
    ONLY_WAY,
    RING,
    SHORT_WHAT_IF,
    TECHNIQUES,
    Step,
)
from generators.end_of_line.cover_steps import FEW, key_steps, short_step_phrase, step_phrase
from puzzles import packs
from puzzles.end_of_line.cover import KIND, CoverPuzzle
from puzzles.texts import ENGLISH, LANGUAGES, Place, phrase, translator_for
from solvers.protocol import Limits


def puzzle(grade: str, number: int = 0) -> CoverPuzzle:
    return KIND.parse(packs.entry(KIND.id, grade, number).record["puzzle"])


def steps(*techniques: str) -> list[Step]:
    """Steps that settle nothing, but those with only one way, which settle more and more."""
    more = count(1)
    return [
        Step(technique, phrase("end_of_line.steps.no_end"), next(more) if technique == ONLY_WAY else 0)
        for technique in techniques
    ]


class TestKeySteps:
    def test_of_a_puzzle_with_only_one_way_the_first_two(self) -> None:
        plain = steps(ONLY_WAY, ONLY_WAY, ONLY_WAY)
        assert key_steps(plain, 6) == plain[:2]
        assert key_steps(plain, 1) == plain[:1]

    def test_the_beginning_and_the_hardest_in_their_order(self) -> None:
        taken = steps(ONLY_WAY, RING, ONLY_WAY, LONG_WHAT_IF, RING, SHORT_WHAT_IF, ONLY_WAY)
        assert key_steps(taken, 6) == [taken[i] for i in (0, 1, 3, 4, 5)]
        assert key_steps(taken, 3) == [taken[i] for i in (0, 3, 5)]
        assert key_steps(taken, 1) == [taken[3]]

    def test_of_equal_ones_those_that_settle_more(self) -> None:
        taken = steps(RING, RING, ONLY_WAY, RING, ONLY_WAY)
        assert key_steps(taken, 2) == [taken[1], taken[3]]

    def test_what_is_said_of_another_cell_is_said_once(self) -> None:
        def ends(end: int, cell: int) -> Step:
            return Step(
                ONE_END, phrase("end_of_line.steps.ends_there", end=Place(0, end), cell=Place(0, cell)), 0
            )

        taken = [ends(1, 2), ends(1, 3), ends(4, 2), ends(1, 5)]
        assert key_steps(taken, 6) == [taken[0], taken[2]]

    @pytest.mark.parametrize("grade", ["easy", "medium", "hard", "expert"])
    def test_of_puzzles(self, grade: str) -> None:
        for number in range(3):
            found = EXPLAINER.key_steps(puzzle(grade, number))
            whole = EXPLAINER.steps(puzzle(grade, number))
            if whole is None:
                # Only trial and error goes on from somewhere.
                assert found is None
                assert grade == "expert"
                continue
            assert found
            assert len(found) <= min(6, len(whole))
            assert len(EXPLAINER.key_steps(puzzle(grade, number), most=2) or ()) <= 2

    def test_none_without_time(self) -> None:
        assert EXPLAINER.key_steps(puzzle("expert"), Limits(seconds=0).start()) is None


class TestTold:
    def test_shortly(self) -> None:
        cells = tuple(Place(0, c) for c in range(9))
        step = Step(
            "cut off", phrase("end_of_line.steps.cut_off", way="north", cell=Place(1, 1), cells=cells), 0
        )
        assert ENGLISH.render(step_phrase(step)).count("[") == 10
        assert ENGLISH.render(short_step_phrase(step)).endswith(
            "cut off [0, 0], [0, 1], [0, 2], [0, 3], and 5 more"
        )
        few = Step(
            "cut off",
            phrase("end_of_line.steps.cut_off", way="north", cell=Place(1, 1), cells=cells[:FEW]),
            0,
        )
        assert short_step_phrase(few) == step_phrase(few)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_in_every_language(self, language: str) -> None:
        words = translator_for(language, "people")
        for grade in ("easy", "medium", "hard", "expert"):
            for said_step in EXPLAINER.steps(puzzle(grade)) or ():
                text = words.render(said_step)
                assert re.search(r"\b[A-E][1-5]\b", text)
                assert "[" not in text

    @pytest.mark.parametrize("technique", TECHNIQUES)
    def test_every_technique_has_its_name(self, technique: str) -> None:
        step = Step(technique, phrase("end_of_line.steps.no_end"), 0)
        assert ENGLISH.render(step_phrase(step)) == f"{technique}: some cells could not come to an end"


def _cut_off(cells: tuple[Place, ...]) -> Step:
    words = phrase("end_of_line.steps.cut_off", way="north", cell=Place(1, 1), cells=cells)
    return Step("cut off", words, 0)

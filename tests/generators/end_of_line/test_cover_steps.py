"""Tests the explanation of a person's steps in every language, and the choice of the key steps."""

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
from puzzles.texts import ENGLISH, LANGUAGES, BoardCell, phrase, translator_for
from solvers.protocol import Limits


def puzzle(grade: str, number: int = 0) -> CoverPuzzle:
    return KIND.parse(packs.entry(KIND.id, grade, number).record["puzzle"])


def steps(*techniques: str) -> list[Step]:
    """Returns steps that settle nothing, except those with only one way, which settle more and more cells."""
    settled = count(1)
    return [
        Step(technique, phrase("end_of_line.steps.no_end"), next(settled) if technique == ONLY_WAY else 0)
        for technique in techniques
    ]


class TestKeySteps:
    def test_of_a_puzzle_with_only_one_way_the_first_two(self) -> None:
        plain = steps(ONLY_WAY, ONLY_WAY, ONLY_WAY)
        assert key_steps(plain, 6) == plain[:2]
        assert key_steps(plain, 1) == plain[:1]

    def test_the_beginning_and_the_hardest_in_their_order(self) -> None:
        all_steps = steps(ONLY_WAY, RING, ONLY_WAY, LONG_WHAT_IF, RING, SHORT_WHAT_IF, ONLY_WAY)
        assert key_steps(all_steps, 6) == [all_steps[i] for i in (0, 1, 3, 4, 5)]
        assert key_steps(all_steps, 3) == [all_steps[i] for i in (0, 3, 5)]
        assert key_steps(all_steps, 1) == [all_steps[3]]

    def test_of_equal_ones_those_that_settle_more(self) -> None:
        all_steps = steps(RING, RING, ONLY_WAY, RING, ONLY_WAY)
        assert key_steps(all_steps, 2) == [all_steps[1], all_steps[3]]

    def test_steps_that_differ_only_in_the_cell_appear_once(self) -> None:
        def ends(end: int, cell: int) -> Step:
            return Step(
                ONE_END,
                phrase("end_of_line.steps.ends_there", end=BoardCell(0, end), cell=BoardCell(0, cell)),
                0,
            )

        all_steps = [ends(1, 2), ends(1, 3), ends(4, 2), ends(1, 5)]
        assert key_steps(all_steps, 6) == [all_steps[0], all_steps[2]]

    @pytest.mark.parametrize("grade", ["easy", "medium", "hard", "expert"])
    def test_of_puzzles(self, grade: str) -> None:
        for number in range(3):
            key = EXPLAINER.key_steps(puzzle(grade, number))
            every_step = EXPLAINER.steps(puzzle(grade, number))
            if every_step is None:
                # At some point only trial and error helps.
                assert key is None
                assert grade == "expert"
                continue
            assert key
            assert len(key) <= min(6, len(every_step))
            assert len(EXPLAINER.key_steps(puzzle(grade, number), maximum=2) or ()) <= 2

    def test_none_without_time(self) -> None:
        assert EXPLAINER.key_steps(puzzle("expert"), Limits(seconds=0).start()) is None


class TestPhrases:
    def test_shortly(self) -> None:
        cells = tuple(BoardCell(0, c) for c in range(9))
        step = Step(
            "cut off", phrase("end_of_line.steps.cut_off", way="north", cell=BoardCell(1, 1), cells=cells), 0
        )
        assert ENGLISH.render(step_phrase(step)).endswith(
            "from B2 would cut off A1, B1, C1, D1, E1, F1, G1, H1, I1"
        )
        assert ENGLISH.render(short_step_phrase(step)).endswith("cut off A1, B1, C1, D1, and 5 more")
        short = Step(
            "cut off",
            phrase("end_of_line.steps.cut_off", way="north", cell=BoardCell(1, 1), cells=cells[:FEW]),
            0,
        )
        assert short_step_phrase(short) == step_phrase(short)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_in_every_language(self, language: str) -> None:
        translator = translator_for(language)
        for grade in ("easy", "medium", "hard", "expert"):
            for step in EXPLAINER.steps(puzzle(grade)) or ():
                text = translator.render(step.words)
                assert re.search(r"\b[A-E][1-5]\b", text)
                assert "[" not in text
                assert text.startswith(translator.text(f"end_of_line.steps.technique.{step.technique}"))

    @pytest.mark.parametrize("technique", TECHNIQUES)
    def test_every_technique_has_its_name(self, technique: str) -> None:
        step = Step(technique, phrase("end_of_line.steps.no_end"), 0)
        assert (
            ENGLISH.render(step_phrase(step))
            == f"{technique}: some cells could not be joined to an end of the line"
        )


def _cut_off(cells: tuple[BoardCell, ...]) -> Step:
    words = phrase("end_of_line.steps.cut_off", way="north", cell=BoardCell(1, 1), cells=cells)
    return Step("cut off", words, 0)

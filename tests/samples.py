"""Test data for every kind: tiny instances, brute-force answers, corrupted solutions and twin puzzles.

A kind without an entry here fails tests/test_every_kind.py by name.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tests import replays
from tests.oracle import end_of_line_classic as classic_oracle
from tests.oracle import (
    end_of_line_classic_instances,
    end_of_line_instances,
    end_of_line_spoiling,
    light_line_instances,
    linja_instances,
)
from tests.oracle import end_of_line_cover as cover_oracle
from tests.oracle import end_of_line_solo as solo_oracle
from tests.oracle import light_line as light_oracle
from tests.oracle import light_line_legal as light_legal
from tests.puzzles.end_of_line import json_symmetries as end_twins
from tests.puzzles.light_line import json_symmetries as light_twins

Document = dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """The functions that the tests need of a kind.

    `best` returns None for an impossible puzzle, and 0 for a possible one of a kind without a score. `count`
    is None for a kind that is not counted. `twin` returns another puzzle, equal under a symmetry of the
    game. `plays` yields the moves of plays; a legal one among them ends with a solution.
    """

    instance: Callable[[random.Random], Document]
    best: Callable[[Document], int | None]
    count: Callable[[Document], int] | None
    legal: Callable[[Document, Document], bool]
    spoil: Callable[[random.Random, Document], Document]
    twin: Callable[[random.Random, Document], Document]
    plays: Callable[[Document], Iterable[list[Document]]]


def _placed_cards(solution: Document) -> list[Document]:
    if "line" in solution:
        return list(solution["line"])
    return [card for game_round in solution["rounds"] for card in game_round["cards"]]


def _spoil_line(rng: random.Random, solution: Document) -> Document:
    """Changes one thing at random: a card, a cell, or one card more or less."""
    changed = copy.deepcopy(solution)
    cards = _placed_cards(changed)
    card = rng.choice(cards)
    change = rng.randrange(4)
    if change == 0:
        card["card"] = rng.choice([c for c in ("S", "L", "R", "LS", "LSR") if c != card["card"]])
    elif change == 1:
        card["cell"] = [card["cell"][0] + rng.choice([-1, 1, 7]), card["cell"][1]]
    elif change == 2:
        card["cell"] = list(rng.choice(cards)["cell"])
    else:
        owner = changed["line"] if "line" in changed else rng.choice(changed["rounds"])["cards"]
        if owner:
            owner.pop(rng.randrange(len(owner)))
    return changed


def _spoil_layout(rng: random.Random, solution: Document) -> Document:
    """Changes one thing at random: a placed card or a section of the line."""
    changed = copy.deepcopy(solution)
    card, section = rng.choice(changed["layout"]), rng.choice(changed["line"])
    change = rng.randrange(6)
    if change == 0:
        card["turned"] = not card["turned"]
    elif change == 1:
        card[rng.choice(("row", "col"))] += rng.choice((-1, 1))
    elif change == 2:
        card["card"] = rng.choice(changed["layout"])["card"]
    elif change == 3:
        section["tube"] += rng.choice((-1, 1))
    elif change == 4:
        changed["line"].remove(section)
    else:
        changed["line"].insert(rng.randrange(len(changed["line"]) + 1), dict(section))
    return changed


def _spoil_placing(rng: random.Random, solution: Document) -> Document:
    changed = dict(solution)
    if rng.random() < 0.3:
        changed["turned"] = not changed["turned"]
    else:
        changed[rng.choice(("row", "col"))] += rng.choice((-2, -1, 1, 2))
    return changed


SAMPLES: dict[str, Sample] = {
    "end_of_line.solo": Sample(
        instance=end_of_line_instances.solo_instance,
        best=solo_oracle.best,
        count=solo_oracle.count,
        legal=lambda puzzle, solution: solo_oracle.legal_score(puzzle, solution) is not None,
        spoil=_spoil_line,
        twin=end_twins.random_twin,
        plays=replays.solo_plays,
    ),
    "end_of_line.classic": Sample(
        instance=end_of_line_classic_instances.instance,
        best=classic_oracle.best,
        count=classic_oracle.count,
        legal=lambda puzzle, solution: classic_oracle.legal_score(puzzle, solution) is not None,
        spoil=lambda rng, solution: end_of_line_spoiling.spoil_classic(rng, {}, solution),
        twin=end_twins.random_twin,
        plays=replays.one_play(replays.classic_moves),
    ),
    "end_of_line.cover": Sample(
        instance=end_of_line_instances.cover_instance,
        best=lambda puzzle: 0 if cover_oracle.count(puzzle) else None,
        count=cover_oracle.count,
        legal=cover_oracle.legal,
        spoil=_spoil_line,
        twin=end_twins.random_twin,
        plays=replays.one_play(replays.cover_moves),
    ),
    "light_line.solo": Sample(
        instance=light_line_instances.solo_instance,
        best=lambda puzzle: 0 if light_oracle.solo_solvable(puzzle) else None,
        count=light_oracle.solo_count,
        legal=light_legal.legal_solo,
        spoil=_spoil_layout,
        twin=light_twins.random_twin,
        plays=replays.one_play(replays.line_moves),
    ),
    "light_line.longest": Sample(
        instance=light_line_instances.longest_instance,
        best=light_oracle.best_longest,
        count=None,
        legal=light_legal.legal_longest,
        spoil=_spoil_layout,
        twin=light_twins.random_twin,
        plays=replays.one_play(replays.line_moves),
    ),
    "light_line.head": Sample(
        instance=light_line_instances.head_instance,
        best=lambda puzzle: 0 if light_oracle.head_possible(puzzle) else None,
        count=None,
        legal=light_legal.legal_head,
        spoil=_spoil_layout,
        twin=light_twins.random_twin,
        plays=replays.one_play(replays.line_moves),
    ),
    "light_line.place": Sample(
        instance=light_line_instances.place_instance,
        best=lambda puzzle: max(light_oracle.placings(puzzle).values(), default=None),
        count=lambda puzzle: len(light_oracle.placings(puzzle)),
        legal=light_legal.legal_place,
        spoil=_spoil_placing,
        twin=light_twins.random_twin,
        plays=replays.one_play(replays.place_moves),
    ),
    "linja.endgame": Sample(
        instance=linja_instances.instance,
        best=linja_instances.best,
        count=linja_instances.count,
        legal=linja_instances.legal,
        spoil=linja_instances.spoil,
        twin=lambda _, puzzle: linja_instances.twin(puzzle),
        plays=replays.one_play(replays.turn_moves),
    ),
}

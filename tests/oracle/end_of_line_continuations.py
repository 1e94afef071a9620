"""Random partial solutions of classic and co-operative END OF LINE puzzles, and what continues them."""

from __future__ import annotations

import copy
import random
from dataclasses import asdict
from typing import Any

from puzzles.end_of_line.board import PlacedCard, write_area
from puzzles.end_of_line.classic_puzzle import Action, ClassicPuzzle, ClassicSolution
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopRound, CoopSolution, Turn
from tests.oracle import as_cell, end_of_line_classic, end_of_line_coop
from tests.oracle.end_of_line_spoiling import spoil_classic, spoil_coop

Document = dict[str, Any]


def begin_classic(rng: random.Random, puzzle: ClassicPuzzle) -> ClassicSolution | None:
    """The beginning of a solution, or of any play; some of these break a rule."""
    document = classic_document(puzzle)
    begun = end_of_line_classic.random_solution(document, rng) if rng.random() < 0.8 else None
    if begun is None:
        begun = _actions_of_random_play(rng, document)
    del begun["actions"][rng.randint(0, len(begun["actions"])) :]
    if begun["actions"] and rng.random() < 0.15:
        begun = spoil_classic(rng, document, begun)
    actions = [
        Action(
            action["do"], as_cell(action["cell"]) if "cell" in action else None, action.get("reverse", False)
        )
        for action in begun["actions"]
    ]
    return ClassicSolution(tuple(actions)) if actions else None


def _actions_of_random_play(rng: random.Random, document: Document) -> Document:
    game = end_of_line_classic.Game(document)
    state, actions = game.first(), list[end_of_line_classic.Action]()
    while moves := game.moves(state):
        action, state = rng.choice(moves)
        actions.append(action)
    return end_of_line_classic.solution_document(tuple(actions))


def classic(puzzle: ClassicPuzzle, progress: ClassicSolution) -> tuple[int | None, int]:
    """The best score of a solution that begins with `progress`, and how many there are."""
    document = classic_document(puzzle)
    begun = {"actions": [asdict(action) for action in progress.actions]}
    return end_of_line_classic.best(document, begun), end_of_line_classic.count(document, begun)


def classic_document(puzzle: ClassicPuzzle) -> Document:
    return {**write_area(puzzle.area), "deck": list(puzzle.deck), "energy": puzzle.energy}


def begin_coop(rng: random.Random, puzzle: CoopPuzzle) -> CoopSolution | None:
    """The beginning of a solution, or of any play; some of these break a rule."""
    document = coop_document(puzzle)
    begun = end_of_line_coop.random_solution(document, rng) if rng.random() < 0.8 else None
    begun = cut_off(rng, begun or _turns_of_random_play(rng, document))
    if begun["rounds"] and rng.random() < 0.15:
        begun = spoil_coop(rng, document, begun)
    rounds = [[_turn(turn) for turn in game_round["turns"]] for game_round in begun["rounds"]]
    # Nothing was done yet in a last round without turns, nor in a last turn without energy and cards.
    while rounds and (not rounds[-1] or rounds[-1][-1] == Turn(rounds[-1][-1].player, ())):
        (rounds[-1] or rounds).pop()
    return CoopSolution(tuple(CoopRound(tuple(turns)) for turns in rounds)) if rounds else None


def _turns_of_random_play(rng: random.Random, document: Document) -> Document:
    game = end_of_line_coop.Game(document, prune=False)
    state, play = game.first(), list[tuple[end_of_line_coop.State, end_of_line_coop.Move]]()
    while moves := game.moves(state):
        move, after = rng.choice(moves)
        play.append((state, move))
        state = after
    return end_of_line_coop.solution_document(play)


def cut_off(rng: random.Random, document: Document) -> Document:
    """A beginning of a co-operative solution, which ends with some cards of a turn, or with none."""
    rounds: list[Document] = copy.deepcopy(document["rounds"])
    del rounds[rng.randint(min(1, len(rounds)), len(rounds)) :]
    if rounds and rounds[-1]["turns"]:
        del rounds[-1]["turns"][rng.randint(1, len(rounds[-1]["turns"])) :]
        cards = rounds[-1]["turns"][-1]["cards"]
        del cards[rng.randint(0, len(cards)) :]
    return {"rounds": rounds}


def _turn(turn: Document) -> Turn:
    cards = [PlacedCard(card["card"], as_cell(card["cell"])) for card in turn["cards"]]
    return Turn(turn["player"], tuple(cards), turn.get("energy"))


def coop(puzzle: CoopPuzzle, progress: CoopSolution) -> int | None:
    """The best score of a solution that begins with `progress`."""
    return end_of_line_coop.best(coop_document(puzzle), asdict(progress))


def coop_document(puzzle: CoopPuzzle) -> Document:
    return asdict(puzzle)

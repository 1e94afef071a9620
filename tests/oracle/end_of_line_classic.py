"""Brute force for `end_of_line.classic`: take every action in every legal way.

Equal positions are merged, and nothing is pruned. `legal_score` shares no playing code with the search, so
that the two can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from tests.oracle import INITIATIVE, Board, Cell, Door, as_cell
from tests.oracle.end_of_line_solo import open_doors


class State(NamedTuple):
    """Everything that the rest of a game can depend on, at a moment when no drawn card waits.

    Doors to covered cells are left out, as no cell is ever freed again. So the start card has no door left
    once the first card is placed, and nothing can go back to it.
    """

    free: frozenset[Cell]
    last: tuple[Door, ...]  # doors of the card placed last
    previous: tuple[Door, ...]  # doors of the card placed last but one
    draws: int  # how many cards have left the deck
    pile: tuple[str, ...]  # the discard pile, its top card last
    energy: int


class Action(NamedTuple):
    """An action as it is written; `reverse` where the card continues the last card but one."""

    do: str
    cell: Cell | None = None
    reverse: bool = False


class Game:
    def __init__(self, puzzle: dict[str, Any]) -> None:
        self.board = Board(puzzle)
        self.deck: list[str] = list(puzzle["deck"])
        self.energy = int(puzzle.get("energy", 3))

    def first(self) -> State:
        free = self.board.free
        return State(free, open_doors((self.board.first,), free), (), 0, (), self.energy)

    def score(self, state: State) -> int:
        """The score of a finished game: what is left over."""
        unplaced = [*state.pile, *self.deck[state.draws :]]
        return sum(INITIATIVE[card] for card in unplaced) + state.energy

    def moves(self, state: State) -> list[tuple[Action, State]]:
        """Every legal action and the state after it. There is none when the area is full, and there may be
        none before: then the game is lost."""
        moves: list[tuple[Action, State]] = []
        if not state.free:
            return moves
        if state.draws < len(self.deck):
            card, drawn = self.deck[state.draws], state._replace(draws=state.draws + 1)
            moves += self.placings("place", card, drawn)
            moves.append((Action("discard"), drawn._replace(pile=(*state.pile, card))))
        if state.pile:
            moves += self.placings("recover", state.pile[-1], state._replace(pile=state.pile[:-1]))
        return moves

    def placings(self, do: str, card: str, state: State) -> list[tuple[Action, State]]:
        """Place a card that was just taken from the deck or from the pile."""
        moves: list[tuple[Action, State]] = []
        ways = [(door, False) for door in state.last]
        if state.energy:
            ways += [(door, True) for door in state.previous]
        for (cell, heading), reverse in ways:
            free = state.free - {cell}
            after = state._replace(
                free=free,
                last=open_doors(self.board.doors[cell, heading, card], free),
                previous=open_doors(state.last, free),
                energy=state.energy - reverse,
            )
            moves.append((Action(do, cell, reverse), after))
        return moves


def best(puzzle: dict[str, Any], progress: dict[str, Any] | None = None) -> int | None:
    """Returns the greatest score of a solution that begins with `progress`, or None if there is none."""
    game = Game(puzzle)

    @cache
    def value(state: State) -> int | None:
        if not state.free:
            return game.score(state)
        values = [value(after) for _, after in game.moves(state)]
        return max([v for v in values if v is not None], default=None)

    state = state_after(game, progress)
    return None if state is None else value(state)


def count(puzzle: dict[str, Any], progress: dict[str, Any] | None = None) -> int:
    """Counts the solutions that begin with `progress`, as sequences of actions as written."""
    game = Game(puzzle)

    @cache
    def ways(state: State) -> int:
        return 1 if not state.free else sum([ways(after) for _, after in game.moves(state)])

    state = state_after(game, progress)
    return 0 if state is None else ways(state)


def state_after(game: Game, progress: dict[str, Any] | None) -> State | None:
    """Returns the state after a partial solution, or None if it breaks a rule."""
    state = game.first()
    for document in (progress or {}).get("actions", []):
        cell = document.get("cell")
        written = Action(
            document["do"], None if cell is None else as_cell(cell), bool(document.get("reverse"))
        )
        after = [after for action, after in game.moves(state) if action == written]
        if not after:
            return None
        [state] = after  # an action says all about itself
    return state


def solutions(puzzle: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields every solution as a document. It is not for puzzles with many."""
    game = Game(puzzle)

    def play(state: State, actions: tuple[Action, ...]) -> Iterator[dict[str, Any]]:
        if not state.free:
            yield solution_document(actions)
        for action, after in game.moves(state):
            yield from play(after, (*actions, action))

    return play(game.first(), ())


def sequences(puzzle: dict[str, Any], length: int) -> int:
    """Counts the legal sequences of so many actions."""
    game = Game(puzzle)

    @cache
    def ways(state: State, remaining: int) -> int:
        if remaining == 0:
            return 1
        return sum(ways(after, remaining - 1) for _, after in game.moves(state))

    return ways(game.first(), length)


def endings(puzzle: dict[str, Any]) -> tuple[int, int]:
    """Counts the complete sequences of actions that fill the area, and those after which there is no legal
    action though cells are free."""
    game = Game(puzzle)

    @cache
    def ways(state: State) -> tuple[int, int]:
        if not state.free:
            return 1, 0
        moves = game.moves(state)
        if not moves:
            return 0, 1
        won, lost = zip(*(ways(after) for _, after in moves), strict=True)
        return sum(won), sum(lost)

    return ways(game.first())


def random_solution(puzzle: dict[str, Any], rng: random.Random, nodes: int = 5_000) -> dict[str, Any] | None:
    """Returns some solution as a document, or None if `nodes` positions do not lead to one."""
    game = Game(puzzle)
    dead: set[State] = set()

    def search(state: State) -> tuple[Action, ...] | None:
        if not state.free:
            return ()
        if state in dead or len(dead) >= nodes:
            return None
        moves = game.moves(state)
        rng.shuffle(moves)
        for action, after in moves:
            later_actions = search(after)
            if later_actions is not None:
                return (action, *later_actions)
        dead.add(state)
        return None

    actions = search(game.first())
    return None if actions is None else solution_document(actions)


def solution_document(actions: tuple[Action, ...]) -> dict[str, Any]:
    """Returns a sequence of actions as a solution document."""
    documents: list[dict[str, Any]] = []
    for action in actions:
        document: dict[str, Any] = {"do": action.do}
        if action.cell is not None:
            document["cell"] = list(action.cell)
        if action.reverse:
            document["reverse"] = True
        documents.append(document)
    return {"actions": documents}


def legal_score(puzzle: dict[str, Any], solution: dict[str, Any]) -> int | None:
    """Returns the score of a legal solution that solves the puzzle, else None."""
    board = Board(puzzle)
    deck, pile = list(puzzle["deck"]), list[str]()
    energy = int(puzzle.get("energy", 3))
    free = set(board.free)
    line: list[tuple[Door, ...]] = [(board.first,)]  # the doors of every card, the start card's first
    for action in solution["actions"]:
        source = pile if action["do"] == "recover" else deck
        if not free or not source:
            return None  # the puzzle was over, or there is no card
        card = source.pop(-1 if source is pile else 0)
        if action["do"] == "discard":
            pile.append(card)
            continue
        reverse = bool(action.get("reverse"))
        if reverse and (energy == 0 or len(line) <= 2):
            return None
        energy -= reverse
        cell = as_cell(action["cell"])
        headings = [heading for target, heading in line[-2 if reverse else -1] if target == cell]
        if cell not in free or not headings:
            return None
        line.append(board.doors[cell, headings[0], card])
        free.remove(cell)
    return None if free else energy + sum(INITIATIVE[card] for card in deck + pile)

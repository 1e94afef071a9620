"""Brute force for `end_of_line.solo`: play every round in every way that the rules allow.

Equal positions are merged. Two plain bounds save time: positions whose cells could not be covered even with
the best of cards are left out (`coverable`), and so are those that cannot reach the score that is asked for
(`ceiling`); `best_plainly` and `prune=False` go without. `legal_score` shares no playing code with the
search, so that the two can be held against each other.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

from tests.oracle import INITIATIVE, Board, Cell, Door, as_cell

HAND = 5
ENERGY_FROM_ROUND = 3
ACTIONS = ("speed_up", "brake", "reverse", "extra_gas")


class State(NamedTuple):
    """All that the rest of a game can depend on.

    Doors to covered cells are left out, for no cell is ever freed again. That is also why an exit already
    used needs no mark: on a torus of 3 or more each way the four neighbours differ, so the cell behind a
    used exit is covered. Which cells the last two cards lie on no longer matters once their doors are known.
    """

    free: frozenset[Cell]
    last: tuple[Door, ...]  # doors of the card placed last
    previous: tuple[Door, ...]  # doors of the card placed last but one
    hand: tuple[str, ...]  # sorted, because copies of a type are the same
    drawn: int  # how many cards have left the deck
    round: int  # the round being played, or to be played next; 3 stands for all later ones too
    left: int  # cards still to be placed in this round; 0 between two rounds
    reverse: bool  # the next card continues from the last but one
    energy: int


# A move starts a round (an energy action or None) or places a card on a cell.
Move = str | tuple[str, Cell] | None


class Game:
    def __init__(self, puzzle: dict[str, Any], prune: bool = True) -> None:
        self.board = Board(puzzle)
        self.deck: list[str] = list(puzzle["deck"])
        self.energy = int(puzzle.get("energy", 3))
        self.prune = prune
        self.coverable = cache(self._coverable)

    def first(self) -> State:
        free = self.board.free
        last = open_doors((self.board.first,), free)
        return State(free, last, (), (), 0, 1, 0, False, self.energy)

    def score(self, state: State) -> int:
        """The score of a finished game: what is left over."""
        unplaced = list(state.hand) + self.deck[state.drawn :]
        return sum(INITIATIVE[card] for card in unplaced) + state.energy

    def ceiling(self, state: State) -> int:
        """No score is greater: a card for every free cell has to go, at best the cheapest ones."""
        cards = sorted(INITIATIVE[card] for card in [*state.hand, *self.deck[state.drawn :]])
        return sum(cards[len(state.free) :]) + state.energy

    def moves(self, state: State) -> list[tuple[Move, State]]:
        return self.placings(state) if state.left else self.rounds(state)

    def rounds(self, state: State) -> list[tuple[Move, State]]:
        """Start the next round: draw, then choose whether and how to spend energy."""
        drawn = state.drawn
        hand = list(state.hand)
        while len(hand) < HAND and drawn < len(self.deck):
            hand.append(self.deck[drawn])
            drawn += 1
        usual = 1 if state.round == 1 else 2
        plain = state._replace(hand=tuple(sorted(hand)), drawn=drawn, left=usual)
        found: list[tuple[Move, State]] = [(None, plain)]
        if state.round < ENERGY_FROM_ROUND or state.energy == 0:
            return found
        spent = plain._replace(energy=plain.energy - 1)
        found.append(("speed_up", spent._replace(left=3)))
        found.append(("brake", spent._replace(left=1)))
        found.append(("reverse", spent._replace(reverse=True)))
        # An empty deck gives nothing, but the point is spent all the same.
        gained = self.deck[drawn : drawn + 1]
        more = tuple(sorted(hand + gained))
        found.append(("extra_gas", spent._replace(hand=more, drawn=drawn + len(gained))))
        return found

    def placings(self, state: State) -> list[tuple[Move, State]]:
        """Place one card; a player with no placing has lost, so the list may be empty."""
        found: list[tuple[Move, State]] = []
        left = state.left - 1
        energy = state.energy
        number = min(state.round + 1, ENERGY_FROM_ROUND) if left == 0 else state.round
        for cell, heading in state.previous if state.reverse else state.last:
            free = state.free - {cell}
            # Without energy nobody will ever ask for the card placed last but one.
            previous = open_doors(state.last, free) if energy else ()
            for card in sorted(set(state.hand)):
                last = open_doors(self.board.doors[cell, heading, card], free)
                if self.prune and not self.coverable(free, last, previous, energy):
                    continue
                hand = list(state.hand)
                hand.remove(card)
                after = State(free, last, previous, tuple(hand), state.drawn, number, left, False, energy)
                found.append(((card, cell), after))
        return found

    def _coverable(
        self, free: frozenset[Cell], last: tuple[Door, ...], previous: tuple[Door, ...], energy: int
    ) -> bool:
        """Could the rest be covered if every coming card had all exits and any card could be a reverse?

        That allows all that the rules allow and more, so what it refuses has no solution.
        """
        if not free:
            return True
        for doors, cost in ((last, 0), (previous, 1)):
            if cost > energy:
                continue
            for cell, heading in doors:
                rest = free - {cell}
                further = open_doors(self.board.doors[cell, heading, "LSR"], rest)
                behind = open_doors(last, rest) if energy > cost else ()
                if self.coverable(rest, further, behind, energy - cost):
                    return True
        return False


def open_doors(doors: tuple[Door, ...], free: frozenset[Cell]) -> tuple[Door, ...]:
    return tuple([door for door in doors if door[0] in free])


def best(puzzle: dict[str, Any]) -> int | None:
    """The greatest score, or None when the puzzle is impossible: asked for score by score, from 0 up."""
    game = Game(puzzle)
    if len(game.deck) < len(game.board.free):
        return None

    @cache
    def reaches(state: State, target: int) -> bool:
        if not state.free:
            return game.score(state) >= target
        if game.ceiling(state) < target:
            return False
        return any(reaches(after, target) for _, after in game.moves(state))

    first = game.first()
    if not reaches(first, 0):  # no score is less than 0
        return None
    score = 0
    while reaches(first, score + 1):
        score += 1
    return score


def best_plainly(puzzle: dict[str, Any]) -> int | None:
    """The same as `best` with no bound of any kind: slow, and there to check `best` on the smallest areas."""
    game = Game(puzzle, prune=False)

    @cache
    def value(state: State) -> int | None:
        if not state.free:
            return game.score(state)
        values = [value(after) for _, after in game.moves(state)]
        return max([v for v in values if v is not None], default=None)

    return value(game.first())


def count(puzzle: dict[str, Any], prune: bool = True) -> int:
    """How many sequences of (card type, cell) solve the puzzle without spending energy."""
    game = Game({**puzzle, "energy": 0}, prune)
    if len(game.deck) < len(game.board.free):
        return 0

    @cache
    def ways(state: State) -> int:
        if not state.free:
            return 1
        # Different moves are different (card, cell), so different paths are different sequences.
        return sum([ways(after) for _, after in game.moves(state)])

    return ways(game.first())


def sequences(puzzle: dict[str, Any], decisions: int) -> int:
    """How many sequences of so many decisions of a player the rules allow.

    A decision is to spend energy or to place a card; to spend none is no decision.
    """
    game = Game(puzzle, prune=False)

    @cache
    def ways(state: State, left: int) -> int:
        if left == 0:
            return 1
        if not state.free:
            return 0
        return sum(ways(after, left - (move is not None)) for move, after in game.moves(state))

    return ways(game.first(), decisions)


def endings(puzzle: dict[str, Any]) -> tuple[int, int]:
    """How many whole sequences of decisions end with the area full, and how many with a card that must be
    placed and cannot."""
    game = Game(puzzle, prune=False)

    @cache
    def ways(state: State) -> tuple[int, int]:
        if not state.free:
            return 1, 0
        moves = game.moves(state)
        # Without a choice of energy a round begins with no decision: where no card can be placed, a player
        # who could still spend energy has not lost yet.
        doomed = [after for move, after in moves if move is None and not game.placings(after)]
        if doomed and len(moves) > 1:
            moves = [(move, after) for move, after in moves if after not in doomed]
        if not moves:
            return 0, 1
        won, lost = zip(*(ways(after) for _, after in moves), strict=True)
        return sum(won), sum(lost)

    return ways(game.first())


def random_solution(puzzle: dict[str, Any], rng: random.Random, nodes: int = 20_000) -> dict[str, Any] | None:
    """Some legal solution, in the contract's form, or None when `nodes` positions did not show one."""
    game = Game(puzzle)
    if len(game.deck) < len(game.board.free):
        return None
    dead: set[State] = set()
    # Mostly without energy, so that the points last into the later rounds.
    thrift = rng.choice((0.2, 0.6, 0.9))

    def search(state: State) -> list[Move] | None:
        if not state.free:
            return []
        if state in dead or len(dead) >= nodes:
            return None
        moves = game.moves(state)
        rng.shuffle(moves)
        if not state.left and rng.random() < thrift:
            moves.sort(key=lambda move: move[0] is not None)
        for move, after in moves:
            rest = search(after)
            if rest is not None:
                return [move, *rest]
        dead.add(state)
        return None

    line = search(game.first())
    return None if line is None else written(line)


def written(line: list[Move]) -> dict[str, Any]:
    """A list of moves in the contract's form."""
    rounds: list[dict[str, Any]] = []
    for move in line:
        if move is None:
            rounds.append({"cards": []})
        elif isinstance(move, str):
            rounds.append({"energy": move, "cards": []})
        else:
            rounds[-1]["cards"].append({"card": move[0], "cell": list(move[1])})
    return {"rounds": rounds}


def legal_score(puzzle: dict[str, Any], solution: dict[str, Any]) -> int | None:
    """The score of a solution that is wholly legal and solves the puzzle, else None."""
    board = Board(puzzle)
    deck: list[str] = list(puzzle["deck"])
    energy = int(puzzle.get("energy", 3))
    hand: list[str] = []
    free = set(board.free)
    # The doors of every card in order of placing, the start card's first.
    line: list[tuple[Door, ...]] = [(board.first,)]
    for number, played in enumerate(solution["rounds"], start=1):
        if not free:
            return None  # the puzzle was over
        while deck and len(hand) < HAND:
            hand.append(deck.pop(0))
        must = 1 if number == 1 else 2
        action = played.get("energy")
        if action is not None:
            if action not in ACTIONS or number < ENERGY_FROM_ROUND or energy == 0:
                return None
            energy -= 1
            if action == "speed_up":
                must = 3
            elif action == "brake":
                must = 1
            elif action == "extra_gas" and deck:
                hand.append(deck.pop(0))
        # The last round ends with the cell that completes the area.
        if len(played["cards"]) != min(must, len(free)):
            return None
        for index, placed in enumerate(played["cards"]):
            card, cell = placed["card"], as_cell(placed["cell"])
            doors = line[-2] if action == "reverse" and index == 0 else line[-1]
            headings = [heading for target, heading in doors if target == cell]
            if card not in hand or cell not in free or not headings:
                return None
            hand.remove(card)
            free.remove(cell)
            line.append(board.doors[cell, headings[0], card])
    if free:
        return None
    return energy + sum(INITIATIVE[card] for card in hand + deck)

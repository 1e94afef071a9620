"""Brute force for `end_of_line.solo`: play every round in every legal way.

Equal positions are merged. Two simple bounds save time: positions whose cells could not be covered even with
the best cards are pruned (`coverable`), and so are those that cannot reach the target score (`ceiling`);
`best_plainly` and `prune=False` do without. `legal_score` shares no playing code with the search, so that
the two can be compared.
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
    """Everything that the rest of a game can depend on.

    Doors to covered cells are left out, for no cell is ever freed again. That is also why an exit already
    used needs no mark: on a torus of 3 or more each way the four neighbours differ, so the cell behind a
    used exit is covered. Which cells the last two cards lie on no longer matters once their doors are known.
    """

    free: frozenset[Cell]
    last: tuple[Door, ...]  # doors of the card placed last
    previous: tuple[Door, ...]  # doors of the card placed last but one
    hand: tuple[str, ...]  # sorted, because copies of a type are the same
    draws: int  # how many cards have left the deck
    round: int  # the round being played, or to be played next; 3 stands for all later ones too
    left: int  # cards still to be placed in this round; 0 between two rounds
    may_go_back: bool  # a reverse was paid for this round, and no card has made use of it yet
    energy: int


class Placing(NamedTuple):
    card: str
    cell: Cell
    goes_back: bool  # whether the card continues from the last but one


# A move starts a round (an energy action or None) or places a card.
Move = str | Placing | None


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
        unplaced = list(state.hand) + self.deck[state.draws :]
        return sum(INITIATIVE[card] for card in unplaced) + state.energy

    def ceiling(self, state: State) -> int:
        """An upper bound of the score: every free cell takes a card, at best the cheapest ones."""
        cards = sorted(INITIATIVE[card] for card in [*state.hand, *self.deck[state.draws :]])
        return sum(cards[len(state.free) :]) + state.energy

    def moves(self, state: State) -> list[tuple[Move, State]]:
        return self.placings(state) if state.left else self.rounds(state)

    def rounds(self, state: State) -> list[tuple[Move, State]]:
        """Start the next round: draw, then choose whether and how to spend energy."""
        draws = state.draws
        hand = list(state.hand)
        while len(hand) < HAND and draws < len(self.deck):
            hand.append(self.deck[draws])
            draws += 1
        usual = 1 if state.round == 1 else 2
        plain = state._replace(hand=tuple(sorted(hand)), draws=draws, left=usual)
        moves: list[tuple[Move, State]] = [(None, plain)]
        if state.round < ENERGY_FROM_ROUND or state.energy == 0:
            return moves
        after_spending = plain._replace(energy=plain.energy - 1)
        moves.append(("speed_up", after_spending._replace(left=3)))
        moves.append(("brake", after_spending._replace(left=1)))
        moves.append(("reverse", after_spending._replace(may_go_back=True)))
        # An empty deck gives nothing, but the point is spent all the same.
        drawn_cards = self.deck[draws : draws + 1]
        larger_hand = tuple(sorted(hand + drawn_cards))
        moves.append(("extra_gas", after_spending._replace(hand=larger_hand, draws=draws + len(drawn_cards))))
        return moves

    def placings(self, state: State) -> list[tuple[Move, State]]:
        """Place one card; a player with no placing has lost, so the list may be empty."""
        moves = self.placings_from(state, state.last, goes_back=False)
        if state.may_go_back:
            moves += self.placings_from(state, state.previous, goes_back=True)
        return moves

    def placings_from(
        self, state: State, doors: tuple[Door, ...], goes_back: bool
    ) -> list[tuple[Move, State]]:
        """Place one card that continues from the card with these doors."""
        moves: list[tuple[Move, State]] = []
        left = state.left - 1
        may_go_back = state.may_go_back and not goes_back and left > 0
        # No more cards than this can still go back.
        reverses = state.energy + may_go_back
        number = min(state.round + 1, ENERGY_FROM_ROUND) if left == 0 else state.round
        for cell, heading in doors:
            free = state.free - {cell}
            # The card placed last but one does not matter any more if no card can go back to it.
            previous = open_doors(state.last, free) if reverses else ()
            for card in sorted(set(state.hand)):
                last = open_doors(self.board.doors[cell, heading, card], free)
                if self.prune and not self.coverable(free, last, previous, reverses):
                    continue
                hand = list(state.hand)
                hand.remove(card)
                after = state._replace(
                    free=free,
                    last=last,
                    previous=previous,
                    hand=tuple(hand),
                    round=number,
                    left=left,
                    may_go_back=may_go_back,
                )
                moves.append((Placing(card, cell, goes_back), after))
        return moves

    def _coverable(
        self, free: frozenset[Cell], last: tuple[Door, ...], previous: tuple[Door, ...], reverses: int
    ) -> bool:
        """Whether the rest could be covered if every further card had all exits, and any of them could go
        back to the last but one, as many as `reverses` in all.

        That is a relaxation of the rules, so what it refuses has no solution.
        """
        if not free:
            return True
        for doors, cost in ((last, 0), (previous, 1)):
            if cost > reverses:
                continue
            for cell, heading in doors:
                remaining = free - {cell}
                further = open_doors(self.board.doors[cell, heading, "LSR"], remaining)
                behind = open_doors(last, remaining) if reverses > cost else ()
                if self.coverable(remaining, further, behind, reverses - cost):
                    return True
        return False


def open_doors(doors: tuple[Door, ...], free: frozenset[Cell]) -> tuple[Door, ...]:
    return tuple([door for door in doors if door[0] in free])


def best(puzzle: dict[str, Any], rules: type[Game] = Game) -> int | None:
    """Returns the greatest score, tried score by score from 0, or None if the puzzle is impossible."""
    game = rules(puzzle)
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
    """Like `best` without any bound: slow, to check `best` on the smallest areas."""
    game = Game(puzzle, prune=False)

    @cache
    def value(state: State) -> int | None:
        if not state.free:
            return game.score(state)
        values = [value(after) for _, after in game.moves(state)]
        return max([v for v in values if v is not None], default=None)

    return value(game.first())


def count(puzzle: dict[str, Any], prune: bool = True) -> int:
    """Counts the sequences of (card type, cell) that solve the puzzle without spending energy."""
    game = Game({**puzzle, "energy": 0}, prune)
    if len(game.deck) < len(game.board.free):
        return 0

    @cache
    def ways(state: State) -> int:
        if not state.free:
            return 1
        # Without energy different moves are different (card, cell): different paths are different sequences.
        return sum([ways(after) for _, after in game.moves(state)])

    return ways(game.first())


def sequences(puzzle: dict[str, Any], decisions: int) -> int:
    """Counts the legal sequences of so many decisions of a player.

    A decision is to spend energy or to place a card; to spend none is no decision. Where a card can reach a
    cell both from the last card and from the last but one, these are two decisions.
    """
    game = Game(puzzle, prune=False)

    @cache
    def ways(state: State, remaining: int) -> int:
        if remaining == 0:
            return 1
        if not state.free:
            return 0
        return sum(ways(after, remaining - (move is not None)) for move, after in game.moves(state))

    return ways(game.first(), decisions)


def endings(puzzle: dict[str, Any]) -> tuple[int, int]:
    """Counts the complete sequences of decisions that fill the area, and those that end with a card that must
    be placed and cannot."""
    game = Game(puzzle, prune=False)

    @cache
    def ways(state: State) -> tuple[int, int]:
        if not state.free:
            return 1, 0
        moves = game.moves(state)
        # To spend no energy is no decision, so a player who cannot place a card but could still spend energy
        # has not lost yet.
        doomed = [after for move, after in moves if move is None and not game.placings(after)]
        if doomed and len(moves) > 1:
            moves = [(move, after) for move, after in moves if after not in doomed]
        if not moves:
            return 0, 1
        won, lost = zip(*(ways(after) for _, after in moves), strict=True)
        return sum(won), sum(lost)

    return ways(game.first())


def random_solution(
    puzzle: dict[str, Any], rng: random.Random, nodes: int = 20_000, rules: type[Game] = Game
) -> dict[str, Any] | None:
    """Returns some legal solution as a document, or None if `nodes` positions do not lead to one."""
    game = rules(puzzle)
    if len(game.deck) < len(game.board.free):
        return None
    dead: set[State] = set()
    # Mostly without energy, so that some is left for later rounds.
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
            later_moves = search(after)
            if later_moves is not None:
                return [move, *later_moves]
        dead.add(state)
        return None

    line = search(game.first())
    return None if line is None else solution_document(line)


def solution_document(line: list[Move]) -> dict[str, Any]:
    """Returns a list of moves as a solution document."""
    rounds: list[dict[str, Any]] = []
    for move in line:
        if move is None:
            rounds.append({"cards": []})
        elif isinstance(move, str):
            rounds.append({"energy": move, "cards": []})
        else:
            rounds[-1]["cards"].append({"card": move.card, "cell": list(move.cell)})
    return {"rounds": rounds}


def legal_score(puzzle: dict[str, Any], solution: dict[str, Any]) -> int | None:
    """Returns the score of a legal solution that solves the puzzle, else None.

    A solution does not say which card of a round with `reverse` went back. Only the line depends on it.
    """
    board = Board(puzzle)
    score = _score_of_rounds(puzzle, board, solution["rounds"])
    return score if score is not None and _is_line(board, solution["rounds"]) else None


def _score_of_rounds(puzzle: dict[str, Any], board: Board, rounds: list[dict[str, Any]]) -> int | None:
    """Returns the score if cards, cells, energy and the sizes of the rounds are right, else None."""
    deck: list[str] = list(puzzle["deck"])
    energy = int(puzzle.get("energy", 3))
    hand: list[str] = []
    free = set(board.free)
    for number, game_round in enumerate(rounds, start=1):
        if not free:
            return None  # the puzzle was over
        while deck and len(hand) < HAND:
            hand.append(deck.pop(0))
        card_count = 1 if number == 1 else 2
        action = game_round.get("energy")
        if action is not None:
            if action not in ACTIONS or number < ENERGY_FROM_ROUND or energy == 0:
                return None
            energy -= 1
            if action == "speed_up":
                card_count = 3
            elif action == "brake":
                card_count = 1
            elif action == "extra_gas" and deck:
                hand.append(deck.pop(0))
        # The last round ends with the cell that completes the area.
        if len(game_round["cards"]) != min(card_count, len(free)):
            return None
        for placed_card in game_round["cards"]:
            card, cell = placed_card["card"], as_cell(placed_card["cell"])
            if card not in hand or cell not in free:
                return None
            hand.remove(card)
            free.remove(cell)
    return None if free else energy + sum(INITIATIVE[card] for card in hand + deck)


class Reading(NamedTuple):
    """One way to read the reverses so far: it settles the headings of the last two cards."""

    last: tuple[Door, ...]
    previous: tuple[Door, ...]
    unused_reverse: bool  # of the round being read


def _is_line(board: Board, rounds: list[dict[str, Any]]) -> bool:
    """Whether each card continues from the right one in some reading; the cells are known to be right."""
    readings = {Reading((board.first,), (), False)}
    for game_round in rounds:
        is_reverse = game_round.get("energy") == "reverse"
        readings = {reading._replace(unused_reverse=is_reverse) for reading in readings}
        for placed_card in game_round["cards"]:
            card, cell = placed_card["card"], as_cell(placed_card["cell"])
            readings = {
                Reading(board.doors[cell, heading, card], reading.last, unused_reverse)
                for reading in readings
                for heading, unused_reverse in _entries(reading, cell)
            }
    return bool(readings)


def _entries(reading: Reading, cell: Cell) -> list[tuple[str, bool]]:
    """Returns the headings with which a card can enter `cell`, and whether the reverse is unused after it."""
    entries = [(heading, reading.unused_reverse) for target, heading in reading.last if target == cell]
    if reading.unused_reverse:
        entries += [(heading, False) for target, heading in reading.previous if target == cell]
    return entries

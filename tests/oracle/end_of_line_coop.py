"""Brute force for `end_of_line.coop`: play every turn in every legal way.

Equal positions are merged. `best` and `count` leave out positions in which a free cell is out of reach of all
lines; with `prune=False` they do without. `legal_score` shares no playing code with the search, so that the
two can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from tests.oracle import HEADINGS, INITIATIVE, Board, Cell, Door, as_cell
from tests.oracle.end_of_line_solo import ENERGY_FROM_ROUND, HAND, open_doors


class Line(NamedTuple):
    """A player's line, and what the player holds. Doors to covered cells are left out."""

    last: tuple[Door, ...]  # doors of the card placed last
    previous: tuple[Door, ...]  # doors of the card placed last but one
    initiatives: tuple[int, ...]  # of the cards placed, the last one first
    hand: tuple[str, ...]  # sorted, because copies of a type are the same
    draws: int  # how many cards have left the deck
    energy: int


class State(NamedTuple):
    """Everything that the rest of a game can depend on."""

    free: frozenset[Cell]
    lines: tuple[Line, ...]
    round: int  # the round being played; 3 stands for all later ones too
    to_play: tuple[int, ...]  # who still plays in this round, in order; the first is the one whose turn it is
    left: int  # cards still to be placed in this turn; 0 before it has begun
    may_go_back: bool  # a reverse was paid for this turn, and no card has made use of it yet


class Placing(NamedTuple):
    card: str
    cell: Cell
    goes_back: bool  # whether the card continues from the last but one


# A move begins a turn (an energy action or None) or places a card.
Move = str | Placing | None


def turn_order(players: tuple[int, ...], initiatives: Sequence[Sequence[int]], step: int = 0) -> list[int]:
    """The order of the turns of players whose last `step` cards have the same initiatives.

    `players` are in the order of round 1. `initiatives` has those of each player, of the card placed last
    first.
    """
    if any(len(initiatives[player]) == step for player in players):
        return list(players)
    order: list[int] = []
    for lowest in sorted({initiatives[player][step] for player in players}):
        tied = tuple(player for player in players if initiatives[player][step] == lowest)
        order += [tied[0]] if len(tied) == 1 else turn_order(tied, initiatives, step + 1)
    return order


class Game:
    def __init__(self, puzzle: dict[str, Any], prune: bool = True) -> None:
        players = puzzle["players"]
        # Of this board only the torus is used: it knows one start card.
        self.board = Board(puzzle | {"start": players[0]["start"]})
        starts = [(as_cell(player["start"]["cell"]), player["start"]["heading"]) for player in players]
        self.firsts = [self.board.door(cell, heading) for cell, heading in starts]
        self.free = self.board.free - {cell for cell, _ in starts}
        self.decks: list[list[str]] = [list(player["deck"]) for player in players]
        self.energy = int(puzzle.get("energy", 3))
        self.prune = prune

    def first(self) -> State:
        lines = [Line(open_doors((door,), self.free), (), (), (), 0, self.energy) for door in self.firsts]
        return self.with_round_begun(State(self.free, tuple(lines), 1, (), 0, False))

    def with_round_begun(self, state: State) -> State:
        """Settle the order of the turns, then draw."""
        players = tuple(range(len(state.lines)))
        order = players
        if state.round > 1:
            order = tuple(turn_order(players, [line.initiatives for line in state.lines]))
        lines = [self.drawing(state.lines[player], player, HAND) for player in players]
        return state._replace(lines=tuple(lines), to_play=order)

    def drawing(self, line: Line, player: int, up_to: int) -> Line:
        """The line of a player who draws until the hand holds `up_to` cards or the deck is empty."""
        draws, hand = line.draws, list(line.hand)
        while len(hand) < up_to and draws < len(self.decks[player]):
            hand.append(self.decks[player][draws])
            draws += 1
        return line._replace(hand=tuple(sorted(hand)), draws=draws)

    def score(self, state: State) -> int:
        """The score of a finished game: what is left over."""
        score = 0
        for line, deck in zip(state.lines, self.decks, strict=True):
            score += sum(INITIATIVE[card] for card in [*line.hand, *deck[line.draws :]]) + line.energy
        return score

    def moves(self, state: State) -> list[tuple[Move, State]]:
        """Every legal move and the state after it; none when all is covered, or a player cannot place."""
        if not state.free:
            return []
        if not state.left:
            return self.beginnings(state)
        return [
            (move, after) for move, after in self.placings(state) if not self.prune or self.in_reach(after)
        ]

    def beginnings(self, state: State) -> list[tuple[Move, State]]:
        """Begin a turn: choose whether and how to spend energy."""
        player = state.to_play[0]
        line = state.lines[player]
        plain = state._replace(left=1 if state.round == 1 else 2)
        moves: list[tuple[Move, State]] = [(None, plain)]
        if state.round < ENERGY_FROM_ROUND or line.energy == 0:
            return moves
        line = line._replace(energy=line.energy - 1)
        after_spending = plain._replace(lines=replaced(state.lines, player, line))
        moves.append(("speed_up", after_spending._replace(left=3)))
        moves.append(("brake", after_spending._replace(left=1)))
        moves.append(("reverse", after_spending._replace(may_go_back=True)))
        # An empty deck gives nothing, but the point is spent all the same.
        larger = self.drawing(line, player, len(line.hand) + 1)
        moves.append(("extra_gas", plain._replace(lines=replaced(state.lines, player, larger))))
        return moves

    def placings(self, state: State) -> list[tuple[Move, State]]:
        """Place one card; if there is no way to do so, all have lost."""
        line = state.lines[state.to_play[0]]
        moves = self.placings_from(state, line.last, goes_back=False)
        if state.may_go_back:
            moves += self.placings_from(state, line.previous, goes_back=True)
        return moves

    def placings_from(
        self, state: State, doors: tuple[Door, ...], goes_back: bool
    ) -> list[tuple[Move, State]]:
        """Place one card that continues from the card with these doors."""
        moves: list[tuple[Move, State]] = []
        player = state.to_play[0]
        line = state.lines[player]
        may_go_back = state.may_go_back and not goes_back
        for cell, heading in doors:
            for card in sorted(set(line.hand)):
                hand = list(line.hand)
                hand.remove(card)
                longer = line._replace(
                    last=self.board.doors[cell, heading, card],
                    previous=line.last,
                    initiatives=(INITIATIVE[card], *line.initiatives),
                    hand=tuple(hand),
                )
                after = state._replace(
                    free=state.free - {cell},
                    lines=replaced(state.lines, player, longer),
                    left=state.left - 1,
                    may_go_back=may_go_back,
                )
                moves.append((Placing(card, cell, goes_back), self.going_on(after)))
        return moves

    def going_on(self, state: State) -> State:
        """The state after a card was placed: a new turn and a new round begin where they are due."""
        lines = []
        for line in state.lines:
            # The card placed last but one does not matter any more if no card can go back to it.
            previous = open_doors(line.previous, state.free) if line.energy or state.may_go_back else ()
            lines.append(line._replace(last=open_doors(line.last, state.free), previous=previous))
        state = state._replace(lines=tuple(lines))
        if state.left or not state.free:
            return state
        state = state._replace(to_play=state.to_play[1:], may_go_back=False)
        if state.to_play:
            return state
        return self.with_round_begun(state._replace(round=min(state.round + 1, ENERGY_FROM_ROUND)))

    def in_reach(self, state: State) -> bool:
        """Whether every free cell is joined by free cells to a door, so that a line might get there."""
        to_visit = [cell for line in state.lines for cell, _ in (*line.last, *line.previous)]
        reached = set(to_visit)
        while to_visit:
            cell = to_visit.pop()
            beside = {self.board.door(cell, heading)[0] for heading in HEADINGS}
            to_visit += (beside & state.free) - reached
            reached |= beside & state.free
        return reached >= state.free


def replaced(lines: tuple[Line, ...], player: int, line: Line) -> tuple[Line, ...]:
    return (*lines[:player], line, *lines[player + 1 :])


def best(
    puzzle: dict[str, Any],
    progress: dict[str, Any] | None = None,
    prune: bool = True,
    rules: type[Game] = Game,
) -> int | None:
    """Returns the greatest score of a solution that begins with `progress`, or None if there is none."""
    game = rules(puzzle, prune)

    @cache
    def value(state: State) -> int | None:
        if not state.free:
            return game.score(state)
        values = [value(after) for _, after in game.moves(state)]
        return max([v for v in values if v is not None], default=None)

    values = [value(state) for state in states_after(game, progress)]
    return max([v for v in values if v is not None], default=None)


def count(puzzle: dict[str, Any], progress: dict[str, Any] | None = None, prune: bool = True) -> int:
    """Counts the solutions that begin with `progress` and spend no energy, as sequences of (player, card,
    cell)."""
    game = Game(puzzle | {"energy": 0}, prune)

    @cache
    def ways(state: State) -> int:
        # Without energy different moves are different (card, cell): different paths are different sequences.
        return 1 if not state.free else sum([ways(after) for _, after in game.moves(state)])

    return sum(ways(state) for state in states_after(game, progress))


def states_after(game: Game, progress: dict[str, Any] | None) -> set[State]:
    """Returns the states that a partial solution may lead to: none if it breaks a rule, and several if it is
    open which card was reversed.

    The last turn may lack cards. If it has neither energy nor cards, nothing was done in it yet, and it might
    be absent; so might a last round without turns.
    """
    rounds = [list(game_round.get("turns", [])) for game_round in (progress or {}).get("rounds", [])]
    if rounds and rounds[-1] and not rounds[-1][-1].get("energy") and not rounds[-1][-1].get("cards"):
        rounds[-1].pop()
    if rounds and not rounds[-1]:
        rounds.pop()
    states = {game.first()}
    for turns in rounds:
        # The players of a round have all had their turns when the next one begins.
        states = {state for state in states if turns and len(state.to_play) == len(state.lines)}
        for turn in turns:
            states = {after for state in states for after in states_after_turn(game, state, turn)}
    return states


def states_after_turn(game: Game, state: State, turn: dict[str, Any]) -> set[State]:
    """Returns the states after a turn, which may lack cards."""
    if state.left or state.to_play[0] != turn["player"]:
        return set()
    states = {after for move, after in game.moves(state) if move == turn.get("energy")}
    for placed_card in turn.get("cards", []):
        card, cell = placed_card["card"], as_cell(placed_card["cell"])
        states = {
            after
            for before in states
            # The turn may be over, and another one about to begin.
            if before.left
            for move, after in game.moves(before)
            if isinstance(move, Placing) and (move.card, move.cell) == (card, cell)
        }
    return states


def solutions(puzzle: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields every solution as a document, those that can be played in several ways more than once.

    It is not for puzzles with many."""
    game = Game(puzzle, prune=False)

    def play(state: State, moves: list[tuple[State, Move]]) -> Iterator[dict[str, Any]]:
        if not state.free:
            yield solution_document(moves)
        for move, after in game.moves(state):
            yield from play(after, [*moves, (state, move)])

    return play(game.first(), [])


def sequences(puzzle: dict[str, Any], decisions: int) -> int:
    """Counts the legal sequences of so many decisions of the players.

    A decision is to spend energy or to place a card; to spend none is no decision. Where a card can reach a
    cell both from the last card and from the last but one, these are two decisions.
    """
    game = Game(puzzle, prune=False)

    @cache
    def ways(state: State, remaining: int) -> int:
        if remaining == 0:
            return 1
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
        doomed = [after for move, after in moves if move is None and not game.moves(after)]
        if doomed and len(moves) > 1:
            moves = [(move, after) for move, after in moves if after not in doomed]
        if not moves:
            return 0, 1
        won, lost = zip(*(ways(after) for _, after in moves), strict=True)
        return sum(won), sum(lost)

    return ways(game.first())


def random_solution(puzzle: dict[str, Any], rng: random.Random, nodes: int = 5_000) -> dict[str, Any] | None:
    """Returns some legal solution as a document, or None if `nodes` positions do not lead to one."""
    game = Game(puzzle)
    dead: set[State] = set()
    # Mostly without energy, so that some is left for later rounds.
    thrift = rng.choice((0.2, 0.6, 0.9))

    def search(state: State) -> list[tuple[State, Move]] | None:
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
                return [(state, move), *later_moves]
        dead.add(state)
        return None

    play = search(game.first())
    return None if play is None else solution_document(play)


def solution_document(play: list[tuple[State, Move]]) -> dict[str, Any]:
    """Returns a play as a solution document: moves, each with the state in which it was made."""
    rounds: list[dict[str, Any]] = []
    for state, move in play:
        if isinstance(move, Placing):
            placed_card = {"card": move.card, "cell": list(move.cell)}
            rounds[-1]["turns"][-1]["cards"].append(placed_card)
            continue
        if len(state.to_play) == len(state.lines):
            rounds.append({"turns": []})
        spent = {} if move is None else {"energy": move}
        rounds[-1]["turns"].append({"player": state.to_play[0], **spent, "cards": []})
    return {"rounds": rounds}

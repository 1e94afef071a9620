"""A second judge of solutions, slow and sure: it follows every way in which the past can be understood.

After a card that breaks a rule some things can be taken in several ways: how a card lies to which no exit
pointed; whether energy that might not be spent is gone, and whether it works. Each way is a World. A rule is
broken for certain when it is broken in all worlds, and only that may be told. Worlds in which a card breaks
a rule are given up when there are others in which it does not.
It shares no code with the checkers that it judges, only the oracle's board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.oracle import HEADINGS, Board, Cell, Door, as_cell

# A rule and where it is broken: the round and the card (or the step), as far as the violation has them.
Broken = tuple[str, tuple[int, ...]]
# The doors of a placed card; None where it lies outside the area, () where there is no such card.
Doors = tuple[Door, ...] | None


class World(NamedTuple):
    last: Doors
    previous: Doors
    hand: tuple[str, ...] = ()
    drawn: int = 0
    energy: int = 0
    # In the round being played, the cards that it should place, and whether its first card is a reverse.
    size: int = 0
    reverse: bool = False


class Judge:
    """Lays a line in all worlds; `broken` gathers what is broken in every one of them."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        self.board = Board(puzzle)
        self.free = set(self.board.free)
        self.laid = {self.board.start}
        self.worlds = {World((self.board.first,), (), energy=int(puzzle.get("energy", 3)))}
        self.broken: list[Broken] = []

    def tell(self, rule: str, *at: int) -> None:
        self.broken.append((rule, at))

    def lay(self, card: str, cell: Cell, at: tuple[int, ...], wanted: str | None = None) -> None:
        """Lay a card, which should be entered with the heading `wanted` where one is given."""
        inside = 0 <= cell[0] < self.board.rows and 0 <= cell[1] < self.board.cols
        if not inside:
            self.tell("range", *at)
        if cell in self.board.blocked:
            self.tell("blocked", *at)
        if inside and cell in self.laid:
            self.tell("occupied", *at)
        headings = {world: entries(world, cell) for world in self.worlds}
        # Where the line could go on, it is taken to have gone on.
        fitting = {world: ways for world, ways in headings.items() if ways}
        if inside and not fitting:
            self.tell("exit", *at)
        if wanted and fitting and all(wanted not in ways for ways in fitting.values()):
            self.tell("given", *at)
        self.worlds = {
            world._replace(last=self.doors(cell, heading, card), previous=self.behind(world), reverse=False)
            for world, ways in (fitting or dict.fromkeys(headings, HEADINGS)).items()
            for heading in ways
        }
        self.laid.add(cell)
        self.free.discard(cell)

    def behind(self, world: World) -> Doors:
        """What was the last card is now the last but one; but the start card is no card to go back to."""
        return () if len(self.laid) == 1 else world.last

    def doors(self, cell: Cell, heading: str, card: str) -> Doors:
        return self.board.doors.get((cell, heading, card))

    def end(self) -> list[Broken]:
        if self.free:
            self.tell("covered")
        return self.broken


def entries(world: World, cell: Cell) -> Sequence[str]:
    """The headings with which a card on `cell` would continue the line: all, where nobody can say."""
    doors = world.previous if world.reverse else world.last
    return [heading for target, heading in doors if target == cell] if doors else HEADINGS


def judge_solo(puzzle: dict[str, Any], solution: dict[str, Any]) -> list[Broken]:
    """What is broken for certain, in the order of playing."""
    judge = Judge(puzzle)
    for index, played in enumerate(solution["rounds"]):
        if not judge.free:
            for k in range(len(played["cards"])):
                judge.tell("after_end", index, k)
            if not played["cards"]:
                judge.tell("after_end", index)
            continue
        begin_round(judge, puzzle["deck"], index, played.get("energy"))
        for k, placed in enumerate(played["cards"]):
            if not judge.free:
                judge.tell("after_end", index, k)
                continue
            card = placed["card"]
            judge.lay(card, as_cell(placed["cell"]), (index, k))
            holding = {world for world in judge.worlds if card in world.hand}
            if not holding:
                judge.tell("hand", index, k)
            worlds = holding or judge.worlds
            judge.worlds = {world._replace(hand=taken_from(world.hand, card)) for world in worlds}
            if k == max(world.size for world in judge.worlds):
                judge.tell("round_size", index, k)
        if judge.free and len(played["cards"]) < min(world.size for world in judge.worlds):
            judge.tell("round_size", index)
    return judge.end()


def begin_round(judge: Judge, deck: list[str], index: int, action: str | None) -> None:
    usual = 2 if index else 1
    ready = {drawing(world, deck, 5)._replace(size=usual, reverse=False) for world in judge.worlds}
    if action is None:
        judge.worlds = ready
        return
    able = {world for world in ready if index >= 2 and world.energy >= 1}
    if not able:
        judge.tell("energy", index)
    judge.worlds = {after for world in able or ready for after in spent(world, deck, action, not able)}


def spent(world: World, deck: list[str], action: str, refused: bool) -> Iterator[World]:
    """The round with its energy spent; where it may not be, with every mixture of cost and effect."""
    paid = world._replace(energy=world.energy - 1)
    # Before two cards lie there is nothing that a reverse could go back to.
    nothing_behind = action == "reverse" and world.previous == ()
    for each in (paid, world) if refused else (paid,):
        if refused:
            yield each
        if not (refused and nothing_behind):
            yield with_effect(each, deck, action)


def with_effect(world: World, deck: list[str], action: str) -> World:
    if action == "extra_gas":
        return drawing(world, deck, len(world.hand) + 1)
    if action == "reverse":
        return world._replace(reverse=True)
    return world._replace(size={"speed_up": 3, "brake": 1}[action])


def drawing(world: World, deck: list[str], up_to: int) -> World:
    drawn = max(world.drawn, min(len(deck), world.drawn + up_to - len(world.hand)))
    return world._replace(hand=tuple(sorted([*world.hand, *deck[world.drawn : drawn]])), drawn=drawn)


def taken_from(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    left = list(hand)
    if card in left:
        left.remove(card)
    return tuple(left)


def judge_cover(puzzle: dict[str, Any], solution: dict[str, Any]) -> list[Broken]:
    """The same for a covering line; the tray apart, for which see overdrawn()."""
    judge = Judge(puzzle)
    givens = {as_cell(given["cell"]): given for given in puzzle.get("givens", [])}
    for step, placed in enumerate(solution["line"]):
        if not judge.free:
            judge.tell("after_end", step)
            continue
        cell = as_cell(placed["cell"])
        given = givens.pop(cell, {"card": placed["card"]})
        same = given["card"] == placed["card"]
        judge.lay(placed["card"], cell, (step,), given.get("heading") if same else None)
        if not same:
            judge.tell("given", step)
    return judge.end()


def overdrawn(tray: dict[str, int], solution: dict[str, Any], cells: int) -> list[int]:
    """The steps at which more cards of a type lie than the tray held, up to the end of the puzzle."""
    left = dict(tray)
    over = []
    for step, placed in enumerate(solution["line"][:cells]):
        left[placed["card"]] = left.get(placed["card"], 0) - 1
        if left[placed["card"]] < 0:
            over.append(step)
    return over

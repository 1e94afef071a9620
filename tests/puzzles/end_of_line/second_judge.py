"""A second, slow referee of solutions that follows every possible interpretation of the earlier cards.

Some facts are ambiguous: which card of a round a reverse lets continue from the last but one, if any; after
a card that breaks a rule also the heading of a card that no exit led to; whether energy that may not be spent
is lost, and whether it has its effect. Each interpretation is a World. A rule is certainly broken if it is
broken in all worlds, and only such violations may be reported. Worlds in which a card breaks a rule are
dropped when there are others in which it does not.
It shares no code with the referee that it checks, only the oracle's board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.oracle import HEADINGS, Board, Cell, Door, as_cell

# A rule and where it is broken: the round and the card (or the step), as far as the violation has them.
Violation = tuple[str, tuple[int, ...]]
# The doors of a placed card; None where it lies outside the area, () where there is no such card.
Doors = tuple[Door, ...] | None
# The heading with which a card is entered, and whether a later card of the round may still be reversed.
Entry = tuple[str, bool]


class World(NamedTuple):
    last: Doors
    previous: Doors
    hand: tuple[str, ...] = ()
    draws: int = 0
    energy: int = 0
    # In the round being played, the cards that it should place, and whether one of them may still continue
    # from the last but one.
    size: int = 0
    may_reverse: bool = False


class Judge:
    """Follows a line in all worlds; `violations` collects the rules broken in every one of them."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        self.board = Board(puzzle)
        self.free = set(self.board.free)
        self.used_cells = {self.board.start}
        self.line_cards = 0
        self.worlds = {World((self.board.first,), (), energy=int(puzzle.get("energy", 3)))}
        self.violations: list[Violation] = []

    def report(self, rule: str, *at: int) -> None:
        self.violations.append((rule, at))

    def place_card(
        self,
        card: str,
        cell: Cell,
        at: tuple[int, ...],
        required_heading: str | None = None,
        must_reverse: bool = False,
    ) -> None:
        """Places a card, which must be entered with `required_heading` where one is given.

        `must_reverse`: it has to continue the last card but one.
        """
        inside = 0 <= cell[0] < self.board.rows and 0 <= cell[1] < self.board.cols
        if not inside:
            self.report("range", *at)
        if cell in self.board.blocked:
            self.report("blocked", *at)
        if inside and cell in self.used_cells:
            self.report("occupied", *at)
        entries_to = entries_behind if must_reverse else entries
        ways = {world: entries_to(world, cell) for world in self.worlds}
        # Worlds in which the card continues the line win over the others.
        fitting = {world: ways[world] for world in self.worlds if ways[world]}
        if inside and not fitting:
            self.report("exit", *at)
        headings = {heading for entered in fitting.values() for heading, _ in entered}
        if required_heading and fitting and required_heading not in headings:
            self.report("given", *at)
        # A card that continues nothing does not use up a reverse, as far as anybody can tell.
        self.worlds = {
            world._replace(
                last=self.doors(cell, heading, card), previous=self.behind(world), may_reverse=may_reverse
            )
            for world in fitting or ways
            for heading, may_reverse in fitting.get(world) or any_heading(world.may_reverse)
        }
        self.line_cards += 1
        self.used_cells.add(cell)
        self.free.discard(cell)

    def behind(self, world: World) -> Doors:
        """The doors of the card before the last; the start card cannot be gone back to."""
        return world.last if self.line_cards else ()

    def doors(self, cell: Cell, heading: str, card: str) -> Doors:
        return self.board.doors.get((cell, heading, card))

    def end(self) -> list[Violation]:
        if self.free:
            self.report("covered")
        return self.violations


def entries(world: World, cell: Cell) -> list[Entry]:
    """Returns the ways in which a card on `cell` continues the line.

    A reverse is never obligatory: it adds the ways that lead from the last card but one.
    """
    ways = entries_from(world.last, cell, world.may_reverse)
    return ways + entries_from(world.previous, cell, False) if world.may_reverse else ways


def entries_behind(world: World, cell: Cell) -> list[Entry]:
    """Returns the ways in which a card on `cell` continues the last card but one."""
    return entries_from(world.previous, cell, False)


def entries_from(doors: Doors, cell: Cell, may_reverse: bool) -> list[Entry]:
    """Returns the entries from a card with these doors; all of them if the doors are unknown."""
    ways = any_heading(may_reverse)
    return ways if doors is None else [way for way in ways if (cell, way[0]) in doors]


def any_heading(may_reverse: bool) -> list[Entry]:
    return [(heading, may_reverse) for heading in HEADINGS]


def judge_solo(puzzle: dict[str, Any], solution: dict[str, Any]) -> list[Violation]:
    """Returns the certain violations of a solo solution, in the order of play."""
    judge = Judge(puzzle)
    for index, game_round in enumerate(solution["rounds"]):
        if not judge.free:
            for k in range(len(game_round["cards"])):
                judge.report("after_end", index, k)
            if not game_round["cards"]:
                judge.report("after_end", index)
            continue
        begin_round(judge, puzzle["deck"], index, game_round.get("energy"))
        for k, card_json in enumerate(game_round["cards"]):
            if not judge.free:
                judge.report("after_end", index, k)
                continue
            card = card_json["card"]
            judge.place_card(card, as_cell(card_json["cell"]), (index, k))
            holding = {world for world in judge.worlds if card in world.hand}
            if not holding:
                judge.report("hand", index, k)
            worlds = holding or judge.worlds
            judge.worlds = {world._replace(hand=without_card(world.hand, card)) for world in worlds}
            if k == max(world.size for world in judge.worlds):
                judge.report("round_size", index, k)
        if judge.free and len(game_round["cards"]) < min(world.size for world in judge.worlds):
            judge.report("round_size", index)
    return judge.end()


def begin_round(judge: Judge, deck: list[str], index: int, action: str | None) -> None:
    usual = 2 if index else 1
    ready = {drawing(world, deck, 5)._replace(size=usual, may_reverse=False) for world in judge.worlds}
    if action is None:
        judge.worlds = ready
        return
    able = {world for world in ready if index >= 2 and world.energy >= 1}
    if not able:
        judge.report("energy", index)
    judge.worlds = {
        after for world in able or ready for after in after_spending(world, deck, action, not able)
    }


def after_spending(world: World, deck: list[str], action: str, is_refused: bool) -> Iterator[World]:
    """Yields the worlds after energy is spent; if refused, with every combination of cost and effect."""
    charged = world._replace(energy=world.energy - 1)
    for option in (charged, world) if is_refused else (charged,):
        if is_refused:
            yield option
        yield with_effect(option, deck, action)


def with_effect(world: World, deck: list[str], action: str) -> World:
    if action == "extra_gas":
        return drawing(world, deck, len(world.hand) + 1)
    if action == "reverse":
        return world._replace(may_reverse=True)
    return world._replace(size={"speed_up": 3, "brake": 1}[action])


def drawing(world: World, deck: list[str], up_to: int) -> World:
    draws = max(world.draws, min(len(deck), world.draws + up_to - len(world.hand)))
    return world._replace(hand=tuple(sorted([*world.hand, *deck[world.draws : draws]])), draws=draws)


def without_card(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    remaining = list(hand)
    if card in remaining:
        remaining.remove(card)
    return tuple(remaining)


def judge_classic(puzzle: dict[str, Any], solution: dict[str, Any]) -> list[Violation]:
    """Returns the certain violations of a classic solution, in the order of play."""
    judge = Judge(puzzle)
    deck, pile = list(puzzle["deck"]), list[str]()
    for step, action in enumerate(solution["actions"]):
        if not judge.free:
            judge.report("after_end", step)
            continue
        source = pile if action["do"] == "recover" else deck
        card = source.pop(-1 if source is pile else 0) if source else None
        if card is None:
            judge.report("draw" if source is deck else "discard", step)
        if action["do"] != "discard":
            must_reverse = begin_placing(judge, step, reverse=bool(action.get("reverse")))
            # A card that is not there may be any; one with all exits does all that any can do.
            judge.place_card(card or "LSR", as_cell(action["cell"]), (step,), must_reverse=must_reverse)
        elif card is not None:
            pile.append(card)
    return judge.end()


def begin_placing(judge: Judge, step: int, *, reverse: bool) -> bool:
    """Pays for a reverse; returns whether the next card must go back. If it may not, it is unknown whether
    the point is lost, and which card is continued."""
    ready = {world._replace(may_reverse=False) for world in judge.worlds}
    able = {world for world in ready if reverse and judge.line_cards >= 2 and world.energy >= 1}
    if able:
        judge.worlds = {world._replace(energy=world.energy - 1) for world in able}
        return True
    judge.worlds = ready
    if reverse:
        judge.report("energy", step)
        judge.worlds = {
            world._replace(energy=world.energy - cost, may_reverse=effect)
            for world in ready
            for cost in (0, 1)
            for effect in (False, True)
        }
    return False


def judge_cover(puzzle: dict[str, Any], solution: dict[str, Any]) -> list[Violation]:
    """Returns the certain violations of a covering line, except those of the tray; see overdrawn()."""
    judge = Judge(puzzle)
    givens = {as_cell(given["cell"]): given for given in puzzle.get("givens", [])}
    for step, card_json in enumerate(solution["line"]):
        if not judge.free:
            judge.report("after_end", step)
            continue
        cell = as_cell(card_json["cell"])
        given = givens.pop(cell, {"card": card_json["card"]})
        is_given_card = given["card"] == card_json["card"]
        judge.place_card(card_json["card"], cell, (step,), given.get("heading") if is_given_card else None)
        if not is_given_card:
            judge.report("given", step)
    return judge.end()


def overdrawn(tray: dict[str, int], solution: dict[str, Any], cells: int) -> list[int]:
    """Returns the steps that place more cards of a type than the tray holds, up to the end of the puzzle."""
    tray_left = dict(tray)
    steps = []
    for step, card_json in enumerate(solution["line"][:cells]):
        tray_left[card_json["card"]] = tray_left.get(card_json["card"], 0) - 1
        if tray_left[card_json["card"]] < 0:
            steps.append(step)
    return steps

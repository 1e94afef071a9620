"""Ways to spoil solutions of classic and co-operative END OF LINE puzzles; some of them stay legal."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from tests.oracle.end_of_line_instances import TYPES
from tests.oracle.end_of_line_solo import ACTIONS

Document = dict[str, Any]
# Changes a solution in place. The number is that of rows, columns or players, whichever is greatest.
Change = Callable[[random.Random, Document, int], None]


def spoil_classic(rng: random.Random, puzzle: Document, solution: Document) -> Document:
    """Returns the solution with up to three random changes."""
    return _spoiled(rng, puzzle, solution, _CLASSIC_CHANGES)


def spoil_coop(rng: random.Random, puzzle: Document, solution: Document) -> Document:
    """Returns the solution with up to three random changes."""
    return _spoiled(rng, puzzle, solution, _COOP_CHANGES)


def _spoiled(
    rng: random.Random, puzzle: Document, solution: Document, changes: tuple[Change, ...]
) -> Document:
    changed = copy.deepcopy(solution)
    size = max(puzzle.get("rows", 5), puzzle.get("cols", 5))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(changes)(rng, changed, size)
    return changed


def _random_cell(rng: random.Random, size: int) -> list[int]:
    """Most of these are on the board."""
    return [rng.randrange(-1, size + 1) if rng.random() < 0.95 else 10**20, rng.randrange(size)]


def _any_item(rng: random.Random, items: list[Any]) -> int | None:
    return rng.randrange(len(items)) if items else None


def _drop(rng: random.Random, items: list[Any]) -> None:
    at = _any_item(rng, items)
    if at is not None:
        del items[at]


def _swap(rng: random.Random, items: list[Any]) -> None:
    if items:
        i, j = rng.randrange(len(items)), rng.randrange(len(items))
        items[i], items[j] = items[j], items[i]


def _repeat(rng: random.Random, items: list[Any]) -> None:
    at = _any_item(rng, items)
    if at is not None:
        items.insert(rng.choice((len(items), rng.randint(0, len(items)))), copy.deepcopy(items[at]))


def _cut(rng: random.Random, items: list[Any]) -> None:
    at = _any_item(rng, items)
    if at is not None:
        del items[at:]


def _drop_action(rng: random.Random, solution: Document, _: int) -> None:
    _drop(rng, solution["actions"])


def _swap_actions(rng: random.Random, solution: Document, _: int) -> None:
    _swap(rng, solution["actions"])


def _repeat_action(rng: random.Random, solution: Document, _: int) -> None:
    _repeat(rng, solution["actions"])


def _cut_actions(rng: random.Random, solution: Document, _: int) -> None:
    _cut(rng, solution["actions"])


def _add_action(rng: random.Random, solution: Document, size: int) -> None:
    place = {"do": rng.choice(("place", "recover")), "cell": _random_cell(rng, size)}
    action = rng.choice(({"do": "discard"}, {"do": "discard"}, place))
    solution["actions"].insert(rng.randint(0, len(solution["actions"])), action)


def _change_what_is_done(rng: random.Random, solution: Document, size: int) -> None:
    """A card that was placed comes from elsewhere, or is discarded, or the other way round."""
    at = _any_item(rng, solution["actions"])
    if at is None:
        return
    action = solution["actions"][at]
    do = rng.choice([do for do in ("place", "discard", "recover") if do != action["do"]])
    placed = {"cell": action.get("cell", _random_cell(rng, size))}
    solution["actions"][at] = {"do": do, **(placed if do != "discard" else {})}


def _swap_cells_of_actions(rng: random.Random, solution: Document, _: int) -> None:
    placings = [action for action in solution["actions"] if "cell" in action]
    _swap_field(rng, placings, "cell")


def _move_action(rng: random.Random, solution: Document, size: int) -> None:
    placings = [action for action in solution["actions"] if "cell" in action]
    if placings:
        rng.choice(placings)["cell"] = _random_cell(rng, size)


def _change_reverse(rng: random.Random, solution: Document, _: int) -> None:
    placings = [action for action in solution["actions"] if "cell" in action]
    if placings:
        action = rng.choice(placings)
        action["reverse"] = not action.get("reverse", False)


def _swap_field(rng: random.Random, documents: list[Document], name: str) -> None:
    if documents:
        one, other = rng.choice(documents), rng.choice(documents)
        one[name], other[name] = other[name], one[name]


def _turns(solution: Document) -> list[Document]:
    return [turn for game_round in solution["rounds"] for turn in game_round["turns"]]


def _cards(solution: Document) -> list[Document]:
    return [card for turn in _turns(solution) for card in turn["cards"]]


def _swap_cells(rng: random.Random, solution: Document, _: int) -> None:
    _swap_field(rng, _cards(solution), "cell")


def _swap_cards(rng: random.Random, solution: Document, _: int) -> None:
    _swap_field(rng, _cards(solution), "card")


def _swap_players(rng: random.Random, solution: Document, _: int) -> None:
    _swap_field(rng, _turns(solution), "player")


def _change_player(rng: random.Random, solution: Document, _: int) -> None:
    """The player may be one of a larger game."""
    if turns := _turns(solution):
        rng.choice(turns)["player"] = rng.randrange(8)


def _change_card(rng: random.Random, solution: Document, _: int) -> None:
    if cards := _cards(solution):
        rng.choice(cards)["card"] = rng.choice(TYPES)


def _move_card(rng: random.Random, solution: Document, size: int) -> None:
    if cards := _cards(solution):
        rng.choice(cards)["cell"] = _random_cell(rng, size)


def _change_energy(rng: random.Random, solution: Document, _: int) -> None:
    if turns := _turns(solution):
        rng.choice(turns[-5:])["energy"] = rng.choice((None, *ACTIONS))


def _turns_of_a_round(rng: random.Random, solution: Document) -> list[Document]:
    return list[Document]() if not solution["rounds"] else rng.choice(solution["rounds"])["turns"]


def _drop_turn(rng: random.Random, solution: Document, _: int) -> None:
    _drop(rng, _turns_of_a_round(rng, solution))


def _swap_turns(rng: random.Random, solution: Document, _: int) -> None:
    _swap(rng, _turns_of_a_round(rng, solution))


def _repeat_turn(rng: random.Random, solution: Document, _: int) -> None:
    _repeat(rng, _turns_of_a_round(rng, solution))


def _cards_of_a_turn(rng: random.Random, solution: Document) -> list[Document]:
    turns = _turns(solution)
    return rng.choice(turns)["cards"] if turns else []


def _drop_card(rng: random.Random, solution: Document, _: int) -> None:
    _drop(rng, _cards_of_a_turn(rng, solution))


def _swap_cards_of_a_turn(rng: random.Random, solution: Document, _: int) -> None:
    _swap(rng, _cards_of_a_turn(rng, solution))


def _repeat_card(rng: random.Random, solution: Document, _: int) -> None:
    _repeat(rng, _cards_of_a_turn(rng, solution))


def _change_rounds(rng: random.Random, solution: Document, _: int) -> None:
    """Drops, swaps, repeats or cuts off rounds, or adds one without turns."""
    rounds = solution["rounds"]
    change = rng.choice((_drop, _swap, _repeat, _cut, None))
    if change is None:
        rounds.insert(rng.randint(0, len(rounds)), {"turns": []})
    else:
        change(rng, rounds)


def _move_a_turn_to_the_next_round(rng: random.Random, solution: Document, _: int) -> None:
    rounds = solution["rounds"]
    at = _any_item(rng, rounds[1:])
    if at is not None and rounds[at]["turns"]:
        rounds[at + 1]["turns"].insert(0, rounds[at]["turns"].pop())


_CLASSIC_CHANGES: tuple[Change, ...] = (
    _drop_action,
    _swap_actions,
    _repeat_action,
    _cut_actions,
    _add_action,
    _change_what_is_done,
    _swap_cells_of_actions,
    _move_action,
    _change_reverse,
    _change_reverse,
)
_COOP_CHANGES: tuple[Change, ...] = (
    _swap_cells,
    _swap_cards,
    _swap_players,
    _change_player,
    _change_card,
    _move_card,
    _change_energy,
    _change_energy,
    _drop_turn,
    _swap_turns,
    _repeat_turn,
    _drop_card,
    _swap_cards_of_a_turn,
    _repeat_card,
    _change_rounds,
    _move_a_turn_to_the_next_round,
)

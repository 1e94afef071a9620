"""Small endgames of Linja for comparisons with the brute force."""

from __future__ import annotations

import copy
import random
from typing import Any

from tests.oracle import linja as oracle

Document = dict[str, Any]
# The number of positions that the brute force may store.
LIMIT = 2_000


def instance(rng: random.Random, limit: int = LIMIT) -> Document:
    """Returns an endgame in which most pieces have nearly arrived; sometimes a row is crowded."""
    while True:
        sides = [_side(rng), _side(rng)[::-1]]
        a, b = sides
        if any(a[row] + b[row] > oracle.ROW_CAPACITY for row in range(1, 7)):
            continue
        document = {
            "kind": "linja.endgame",
            "A": a,
            "B": b,
            "to_move": rng.choice(("A", "B")),
            "goal": rng.choice(("win", "draw", "margin")),
            "extra_move": rng.choice(("own", "any")),
            "negatives": rng.random() < 0.7,
        }
        try:
            values(document, limit)
        except oracle.TooLarge:
            continue
        return document


def _side(rng: random.Random) -> list[int]:
    """Returns the pieces of one side in its own rows."""
    rows = [0] * 8
    for _ in range(rng.randint(1, 4)):
        rows[rng.choice((1, 2, 3, 3, 4, 4, 5, 5, 6, 6))] += 1
    if rng.random() < 0.3:
        rows[rng.choice((5, 6))] += rng.randint(1, 4)
    rows[7] = 12 - sum(rows)
    return rows


def position(document: Document) -> oracle.Position:
    return oracle.Position(tuple(document["A"]), tuple(document["B"]), document["to_move"])


def values(document: Document, limit: int = LIMIT) -> dict[tuple[oracle.Rows, oracle.Rows], int]:
    """Returns the values of the positions that turns lead to; over or not, the better value counts."""
    value_by_result: dict[tuple[oracle.Rows, oracle.Rows], int] = {}
    memo: oracle.Memo = {}
    results = oracle.results(position(document), document["extra_move"], document["negatives"], limit, memo)
    if oracle.is_over(*position(document)[:2]):
        return {}
    for (a, b, _), value in results.items():
        value_by_result[a, b] = max(value, value_by_result.get((a, b), value))
    return value_by_result


def value(document: Document) -> int:
    return oracle.value(position(document), document["extra_move"], document["negatives"])


def count(document: Document) -> int:
    result_values = list(values(document).values())
    least = {"win": 1, "draw": 0, "margin": max(result_values, default=0)}[document["goal"]]
    return sum(result_value >= least for result_value in result_values)


def best(document: Document) -> int | None:
    return 0 if count(document) else None


def legal(document: Document, solution: Document) -> bool:
    turns = oracle.turns(position(document), document["extra_move"])
    turn_documents = [oracle.turn_document(outcome.turn) for outcome in turns]
    turn = solution["turn"]
    if isinstance(turn, dict):
        turn = {"second": None, "extra": None} | turn
    return turn in turn_documents


def twin(document: Document) -> Document:
    """Returns the same endgame with the players swapped."""
    opponent = {"A": "B", "B": "A"}[document["to_move"]]
    return document | {"A": document["B"][::-1], "B": document["A"][::-1], "to_move": opponent}


def spoil(rng: random.Random, solution: Document) -> Document:
    """Changes one thing in the turn."""
    changed = copy.deepcopy(solution)
    turn = changed["turn"]
    if turn == "pass" or rng.random() < 0.05:
        return {"turn": {"initial": {"from": rng.randrange(-1, 9)}} if turn == "pass" else "pass"}
    change = rng.randrange(4)
    if change == 0:
        turn["initial"]["from"] += rng.choice((-9, -1, 1, 9))
    elif change == 1:
        turn["second"] = None if turn["second"] else {"from": rng.randrange(8)}
    elif change == 2:
        turn["second"] = {"from": rng.randrange(-1, 9)}
    else:
        start = rng.randrange(8)
        turn["extra"] = {"piece": rng.choice("AB"), "from": start, "to": start + rng.choice((-2, -1, 1))}
    return changed

"""Checks that card_flow equals the maximum flow of networkx, from which the shipped solutions come."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from puzzles.end_of_line.board import CARDS, EXITS, TURNS
from solvers.end_of_line.card_flow import Flow, card_flow

_SOURCE, _SINK = -1, -2


def _expected(demand: list[int], fits: list[list[int]], supply: list[int]) -> Flow | None:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from([_SOURCE, _SINK])
    for need, n in enumerate(demand):
        graph.add_edge(_SOURCE, len(CARDS) + need, capacity=n)
        graph.add_edges_from((len(CARDS) + need, card) for card in fits[need])
    for card, n in enumerate(supply):
        graph.add_edge(card, _SINK, capacity=n)
    value, flow = nx.maximum_flow(graph, _SOURCE, _SINK)
    if value < sum(demand):
        return None
    return {(need, card): flow[len(CARDS) + need][card] for need, cards in enumerate(fits) for card in cards}


@pytest.mark.parametrize("spare", [-1, 0, 0, 3])
def test_is_the_flow_of_networkx(spare: int) -> None:
    rng = random.Random(f"card flow {spare}")
    infeasible = set()
    for _ in range(150):
        turns = rng.sample([*TURNS, None], rng.randint(1, 4))
        fits = [[i for i, c in enumerate(CARDS) if turn is None or turn in EXITS[c]] for turn in turns]
        demand = [1 if turn is None else rng.randint(1, 12) for turn in turns]
        supply = [0] * len(CARDS)
        for need, n in enumerate(demand):
            for card in rng.choices(fits[need], [rng.random() ** 3 for _ in fits[need]], k=n):
                supply[card] += 1
        supply[max(range(len(CARDS)), key=supply.__getitem__)] += spare
        flow = card_flow(demand, fits, supply)
        assert flow == _expected(demand, fits, supply)
        infeasible.add(flow is None)
    assert infeasible == {spare < 0}

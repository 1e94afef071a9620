"""Tests the queue that serves clients in turn."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from api.workers.fair_queue import FairQueue


def _anybody(_: str) -> bool:
    return True


def _drained(queue: FairQueue[str]) -> list[str]:
    items = []
    while (item := queue.take(_anybody)) is not None:
        items.append(item)
    return items


def _queue(items: str) -> FairQueue[str]:
    """A queue to which clients with names of one letter added items one after the other, numbered."""
    queue: FairQueue[str] = FairQueue()
    for n, client in enumerate(items):
        queue.add(client, f"{client}{n}")
    return queue


def test_clients_are_served_in_turn_and_each_ones_items_in_order() -> None:
    assert _drained(_queue("aaaabbc")) == ["a0", "b4", "c6", "a1", "b5", "a2", "a3"]


def test_a_client_that_may_not_have_its_turn_is_passed_over() -> None:
    queue = _queue("aab")
    assert queue.take(lambda client: client != "a") == "b2"
    assert queue.take(lambda client: client != "a") is None
    assert _drained(queue) == ["a0", "a1"]


def test_the_last_item_of_the_client_that_has_most_makes_room() -> None:
    assert _queue("aaab").displace("b") == "a2"
    assert _queue("aabb").displace("b") == "b3"
    assert _queue("b").displace("b") == "b0"


@given(st.text("abc", max_size=30), st.data())
def test_nothing_is_lost(items: str, data: st.DataObject) -> None:
    queue = _queue(items)
    expected = [f"{client}{n}" for n, client in enumerate(items)]
    assert sorted(queue) == sorted(expected)
    assert len(queue) == len(expected)
    assert all(queue.count(client) == n for client, n in Counter(items).items())
    if expected:
        removed = data.draw(st.sampled_from(expected))
        queue.remove(removed)
        queue.remove(removed)
        expected.remove(removed)
    assert sorted(_drained(queue)) == sorted(expected)
    assert len(queue) == 0

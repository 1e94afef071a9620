"""Tests which connections are closed when there are too many, or when they hold too much."""

from __future__ import annotations

import pytest

from api.web.server import connections
from api.web.server.connections import Connections

_LOOPBACK = "127.0.0.2"


class _Connection:
    def __init__(self, client: str = _LOOPBACK) -> None:
        self.client, self.held = client, 0
        self.is_dropped = self.is_refused = False

    def drop(self) -> None:
        self.is_dropped = True

    def release_memory(self) -> None:
        self.is_refused = True


def _add(all_of_them: Connections, client: str, number: int) -> list[_Connection]:
    added = [_Connection(client) for _ in range(number)]
    for connection in added:
        assert all_of_them.add(connection)
    return added


@pytest.mark.parametrize(("client", "is_limited"), [("a", True), (_LOOPBACK, False)])
def test_a_client_has_a_limited_number_of_connections(client: str, is_limited: bool) -> None:
    limited = Connections(are_limited=True)
    first, *_ = _add(limited, client, connections.MAX_OF_CLIENT)
    assert limited.add(_Connection(client)) is not is_limited
    assert limited.add(_Connection("b"))
    limited.remove(first)
    assert limited.add(_Connection(client))
    _add(Connections(are_limited=False), client, connections.MAX_OF_CLIENT + 1)


def test_the_oldest_connection_of_the_client_with_most_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 5)
    limited = Connections(are_limited=True)
    modest = _add(limited, "a", 2)
    greedy = _add(limited, "b", 3)
    limited.set_busy(greedy[0])
    newcomer = _Connection("c")
    assert limited.add(newcomer)
    assert [c.is_dropped for c in (*modest, *greedy)] == [False, False, False, True, False]
    assert len(limited) == 5
    for busy in (*modest, *greedy, newcomer):
        limited.set_busy(busy)
    assert not limited.add(_Connection("d"))


def test_the_client_that_holds_most_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_HELD", 100)
    monkeypatch.setattr(connections, "_HELD_AFTER", 80)
    limited = Connections(are_limited=True)
    (modest,), greedy = _add(limited, "a", 1), _add(limited, "b", 3)
    limited.hold(modest, 35)
    for connection, size in zip(greedy, (10, 30, 20), strict=True):
        limited.hold(connection, size)
    assert not any(c.is_refused for c in (modest, *greedy))
    limited.hold(greedy[0], 20)
    assert [c.is_refused for c in (modest, *greedy)] == [False, False, True, False]
    # What somebody works on is no longer counted.
    limited.hold(modest, 0)
    limited.hold(greedy[0], 75)
    assert not greedy[0].is_refused


def test_only_as_many_connections_give_up_as_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "MAX_HELD", 100)
    monkeypatch.setattr(connections, "_HELD_AFTER", 60)
    limited = Connections(are_limited=True)
    (first, second), (third,) = _add(limited, "a", 2), _add(limited, "b", 1)
    limited.hold(first, 20)
    limited.hold(second, 20)
    limited.hold(third, 30)
    newcomers = _add(limited, "c", 2)
    limited.hold(newcomers[0], 5)
    # Much more than there is room for: what is largest goes, and then what the next client has most of.
    limited.hold(newcomers[1], 300)
    assert [c.is_refused for c in (first, second, third, *newcomers)] == [False, True, False, False, True]
    assert [c.held for c in (first, second, third, *newcomers)] == [20, 0, 30, 5, 0]

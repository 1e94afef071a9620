"""The connections of a process, and what they may hold together: files and memory.

Where there are too many, or where they hold too much, the client that has most of them loses some, so that
one client does not take the service from the others.
"""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush
from typing import Protocol

from api.service.addresses import is_loopback

# How many connections there may be, in all and of one client elsewhere.
MAX_CONNECTIONS, MAX_OF_CLIENT = 4096, 64
# How many bytes of requests that nobody works on yet, and of responses that clients do not take, may be in
# memory, and how many there may be after some were given up because of that.
MAX_HELD, _HELD_AFTER = 64 * 2**20, 56 * 2**20


class Holder(Protocol):
    """A connection. `client`: the one it belongs to; `held`: bytes of its request or response."""

    client: str
    held: int

    def drop(self) -> None:
        """Closes the connection at once."""

    def release_memory(self) -> None:
        """Refuses the request, which nobody works on, or gives up the response, for want of memory."""


class Connections:
    """`are_limited`: whether a client other than this machine may have a limited number of connections."""

    def __init__(self, are_limited: bool) -> None:
        self._are_limited = are_limited
        self._all: set[Holder] = set()
        self._number: Counter[str] = Counter()
        # By client, the connections without a complete request, the one that has been so for longest first.
        self._waiting: dict[str, dict[Holder, None]] = {}
        # Those that hold something, and how much they hold together.
        self._holding: dict[Holder, None] = {}
        self._held = 0

    def __len__(self) -> int:
        return len(self._all)

    def all(self) -> list[Holder]:
        return list(self._all)

    def add(self, connection: Holder) -> bool:
        """Adds a new connection, if need be in place of another; False if it is one too many."""
        client = connection.client
        if self._are_limited and not is_loopback(client) and self._number[client] >= MAX_OF_CLIENT:
            return False
        if len(self._all) >= MAX_CONNECTIONS and not self._make_room():
            return False
        self._all.add(connection)
        self._number[client] += 1
        self.set_waiting(connection)
        return True

    def _make_room(self) -> bool:
        if not self._waiting:
            return False
        client = max(self._waiting, key=lambda client: self._number[client])
        oldest = next(iter(self._waiting[client]))
        self.remove(oldest)
        oldest.drop()
        return True

    def remove(self, connection: Holder) -> None:
        if connection not in self._all:
            return
        self._all.discard(connection)
        self.set_busy(connection)
        self.hold(connection, 0)
        self._number[connection.client] -= 1
        if not self._number[connection.client]:
            del self._number[connection.client]

    def set_waiting(self, connection: Holder) -> None:
        """Notes that a connection has no complete request."""
        self._waiting.setdefault(connection.client, {})[connection] = None

    def set_busy(self, connection: Holder) -> None:
        """Notes that the request of a connection is complete."""
        waiting = self._waiting.get(connection.client, {})
        waiting.pop(connection, None)
        if not waiting:
            self._waiting.pop(connection.client, None)

    def hold(self, connection: Holder, size: int) -> None:
        """Notes how many bytes there are of a request that nobody works on yet, or of a response that the
        client does not take; 0 once somebody does."""
        self._held += size - connection.held
        connection.held = size
        if not size:
            self._holding.pop(connection, None)
            return
        self._holding[connection] = None
        if self._held > MAX_HELD:
            self._make_memory()

    def _make_memory(self) -> None:
        """Has the client that holds most give up what is largest, again and again."""
        by_client: dict[str, list[Holder]] = {}
        for connection in sorted(self._holding, key=lambda connection: connection.held):
            by_client.setdefault(connection.client, []).append(connection)
        clients = [(-sum(c.held for c in held), client) for client, held in by_client.items()]
        heapify(clients)
        while self._held > _HELD_AFTER and clients:
            negative_sum, client = heappop(clients)
            largest = by_client[client].pop()
            if by_client[client]:
                heappush(clients, (negative_sum + largest.held, client))
            self.hold(largest, 0)
            largest.release_memory()

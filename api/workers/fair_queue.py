"""A queue that serves clients in turn, so that one with many requests does not delay the others."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Items of clients. Each client's own come in the order in which they were added."""

    def __init__(self) -> None:
        # The client whose turn is next comes first; a client without items is not there.
        self._items: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._items.values()))

    def __iter__(self) -> Iterator[T]:
        for items in self._items.values():
            yield from items

    def count(self, client: str) -> int:
        """How many items of a client are in the queue."""
        return len(self._items.get(client, ()))

    def add(self, client: str, item: T) -> None:
        self._items.setdefault(client, deque()).append(item)

    def take(self, may_have: Callable[[str], bool]) -> T | None:
        """Takes the item of the next client that may have its turn now; None where there is none."""
        for client, items in self._items.items():
            if may_have(client):
                item = items.popleft()
                self._items.move_to_end(client)
                self._forget_if_empty(client)
                return item
        return None

    def displace(self, newcomer: str) -> T:
        """Takes the last item of the client that has most; of two that have as many, of the newcomer."""
        client = max(self._items, key=lambda client: (self.count(client), client == newcomer))
        item = self._items[client].pop()
        self._forget_if_empty(client)
        return item

    def remove(self, item: T) -> None:
        """Removes an item, if it is there."""
        for client, items in self._items.items():
            if item in items:
                items.remove(item)
                self._forget_if_empty(client)
                return

    def _forget_if_empty(self, client: str) -> None:
        if not self._items[client]:
            del self._items[client]

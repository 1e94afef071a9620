"""Rate limits that all web processes share through memory, without a server for them.

There is one number for each client and policy, in memory that was mapped before the processes were forked:
the moment when the client's whole allowance is available again (GCRA, the generic cell rate algorithm). A
limit of n a minute lets n requests through at once, and after that one every 60/n seconds. Where requests
differ in cost, the limit is that of the cost. Two processes that write a number at the same moment may let
one request too many through, which does no harm.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from api.service.addresses import is_loopback
from api.service.settings import DEFAULT_LIMITS, Settings

# reads and calls are counted; work is weighed by the seconds that a call may take.
Policy = Literal["reads", "calls", "work"]

_SLOTS = 1 << 16
_MOMENT = struct.Struct("d")
WINDOW = 60


@dataclass(frozen=True)
class Verdict:
    """`left` requests may follow at once; `reset` seconds until all may; `wait` seconds until one may."""

    allowed: bool
    limit: int
    left: int
    reset: float
    wait: float


class RateLimits:
    """`limits`: how much a client may use in a minute, by policy.

    Without a limit for a policy its default holds, and clients on this machine have none.
    """

    def __init__(self, limits: Mapping[Policy, int | None]) -> None:
        self._limits = limits
        # A secret, so that nobody can find out which clients share a slot, and so a limit.
        self._key = os.urandom(16)
        self._moments = mmap.mmap(-1, _SLOTS * _MOMENT.size)

    @classmethod
    def of(cls, settings: Settings) -> RateLimits:
        return cls({"reads": settings.reads, "calls": settings.calls, "work": settings.work})

    def count(self, client: str, policy: Policy, now: float, cost: float = 1.0) -> Verdict | None:
        """Counts a request of a client, unless it is over the limit; None where the client has no limit."""
        limit = self._limit(client, policy)
        if limit is None:
            return None
        interval = WINDOW / limit
        # What costs more than the whole allowance is let through when all of it is there.
        needed = min(cost * interval, WINDOW)
        offset = self._offset(client, policy)
        ahead = self._ahead(offset, now)
        left = (WINDOW - ahead) / interval
        if WINDOW - ahead < needed - 1e-9:
            return Verdict(False, limit, int(left + 1e-9), ahead, needed - (WINDOW - ahead))
        _MOMENT.pack_into(self._moments, offset, now + ahead + needed)
        return Verdict(True, limit, int(left - needed / interval + 1e-9), ahead + needed, 0.0)

    def give_back(self, client: str, policy: Policy, now: float, cost: float) -> None:
        """Gives back a part of the cost of a request that was let through."""
        limit = self._limit(client, policy)
        if limit is not None:
            offset = self._offset(client, policy)
            ahead = self._ahead(offset, now) - cost * WINDOW / limit
            _MOMENT.pack_into(self._moments, offset, now + max(ahead, 0.0))

    def _limit(self, client: str, policy: Policy) -> int | None:
        return self._limits.get(policy) or (None if is_loopback(client) else DEFAULT_LIMITS[policy])

    def _offset(self, client: str, policy: Policy) -> int:
        digest = blake2b(f"{policy} {client}".encode(), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "big") % _SLOTS * _MOMENT.size

    def _ahead(self, offset: int, now: float) -> float:
        """How many seconds remain until the whole allowance is available again."""
        (full_again,) = _MOMENT.unpack_from(self._moments, offset)
        # A clock that was set back must not lock anybody out.
        return float(min(max(full_again - now, 0.0), WINDOW))

"""Rate limits that all web processes share through memory, without a server for them.

There is one number for each client and policy, in memory that was mapped before the processes were forked:
the moment when the client's whole allowance is available again (GCRA, the generic cell rate algorithm). A
limit of n a minute lets n requests through at once, and after that one every 60/n seconds. Two processes that
write a number at the same moment may let one request too many through, which does no harm.
"""

from __future__ import annotations

import mmap
import os
import struct
from dataclasses import dataclass
from hashlib import blake2b

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
    """`limits`: requests a minute, by policy."""

    def __init__(self, limits: dict[str, int]) -> None:
        self.limits = limits
        # A secret, so that nobody can find out which clients share a slot, and so a limit.
        self._key = os.urandom(16)
        self._moments = mmap.mmap(-1, _SLOTS * _MOMENT.size)

    def count(self, client: str, policy: str, now: float) -> Verdict:
        """Counts a request of a client, unless it is over the limit."""
        limit = self.limits[policy]
        interval = WINDOW / limit
        digest = blake2b(f"{policy} {client}".encode(), digest_size=8, key=self._key).digest()
        offset = int.from_bytes(digest, "big") % _SLOTS * _MOMENT.size
        (full_again,) = _MOMENT.unpack_from(self._moments, offset)
        # A clock that was set back must not lock anybody out.
        ahead = min(max(full_again - now, 0.0), WINDOW)
        left = int((WINDOW - ahead) / interval + 1e-9)
        if left < 1:
            return Verdict(False, limit, 0, ahead, interval - (WINDOW - ahead))
        _MOMENT.pack_into(self._moments, offset, now + ahead + interval)
        return Verdict(True, limit, left - 1, ahead + interval, 0.0)

"""Rate limits that all web processes share through memory, without a server for them.

There is one number a client and policy, in memory that was mapped before the processes were forked: the
moment from which on the client's allowance is whole again (GCRA, the generic cell rate algorithm). A limit of
n a minute lets n requests through at once, and after that one every 60/n seconds. Two processes that write
one number at the same moment may let one request too many through, which does no harm.
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
        # So that nobody outside can know which clients share a slot, and so a limit.
        self._key = os.urandom(16)
        self._moments = mmap.mmap(-1, _SLOTS * _MOMENT.size)

    def count(self, client: str, policy: str, now: float) -> Verdict:
        """Counts a request of a client, unless it is over the limit."""
        limit = self.limits[policy]
        between = WINDOW / limit
        digest = blake2b(f"{policy} {client}".encode(), digest_size=8, key=self._key).digest()
        at = int.from_bytes(digest, "big") % _SLOTS * _MOMENT.size
        (whole,) = _MOMENT.unpack_from(self._moments, at)
        # A clock that was set back must not lock anybody out.
        ahead = min(max(whole - now, 0.0), WINDOW)
        left = int((WINDOW - ahead) / between + 1e-9)
        if left < 1:
            return Verdict(False, limit, 0, ahead, between - (WINDOW - ahead))
        _MOMENT.pack_into(self._moments, at, now + ahead + between)
        return Verdict(True, limit, left - 1, ahead + between, 0.0)

"""Random numbers for compiled players, from a generator of our own: games are the same on every machine."""

# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False
# numba infers the types of compiled functions, and takes no annotations.

from __future__ import annotations

from numba import njit

PRIME = 2147483647


@njit(cache=True)
def pick(random, n):
    """Returns a random number below n. `random` holds the state, from 1 to PRIME - 1."""
    random[0] = random[0] * 48271 % PRIME
    return random[0] * n // PRIME

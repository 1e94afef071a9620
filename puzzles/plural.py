"""Numbers of things in messages."""

from __future__ import annotations


def plural(n: int, noun: str) -> str:
    """Returns the number and the noun, in the plural unless the number is 1."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"

"""Numbers as SAT literals, in unary: above[k] is true when the number is more than minimum + k."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from solvers.backends.sat import Sat


@dataclass(frozen=True)
class Number:
    minimum: int
    above: tuple[int, ...] = ()

    @property
    def maximum(self) -> int:
        return self.minimum + len(self.above)

    def reaches(self, k: int, always: int) -> int:
        """Returns the literal of number >= k. `always` is a literal that is true."""
        if k <= self.minimum:
            return always
        return self.above[k - self.minimum - 1] if k <= self.maximum else -always

    def times(self, factor: int) -> Number:
        return Number(self.minimum * factor, tuple(x for x in self.above for _ in range(factor)))


def number(sat: Sat, minimum: int, maximum: int) -> Number:
    """Returns a new number within these limits."""
    above = tuple(sat.new_variable() for _ in range(maximum - minimum))
    for less, more in pairwise(above):
        sat.add(-more, less)
    return Number(minimum, above)


def is_one_more(sat: Sat, now: Number, before: Number, one: int, always: int) -> None:
    """Adds the clauses of now = before + one. Those that hold by the limits of the numbers are left out."""
    for k in range(now.minimum, now.maximum + 2):
        now_reaches, before_reaches, before_nearly = (
            now.reaches(k, always),
            before.reaches(k, always),
            before.reaches(k - 1, always),
        )
        clauses = (
            (-before_reaches, now_reaches),
            (-before_nearly, -one, now_reaches),
            (-now_reaches, before_reaches, before_nearly),
            (-now_reaches, before_reaches, one),
        )
        for clause in clauses:
            if always not in clause:
                sat.add(*(x for x in clause if x != -always))


def total(sat: Sat, numbers: list[Number], maximum: int) -> Number:
    """Returns the sum of the numbers, and forbids it to be more than `maximum`."""
    numbers = sorted(numbers, key=lambda n: len(n.above))
    spare = maximum - sum(n.minimum for n in numbers)
    if spare < 0:
        sat.add()
        return Number(maximum)
    while len(numbers) > 1:
        partial_sum = _sum(sat, numbers[0], numbers[1], spare)
        numbers = sorted([*numbers[2:], partial_sum], key=lambda n: len(n.above))
    result = numbers[0] if numbers else Number(0)
    if len(result.above) > spare:
        sat.add(-result.above[spare])
    return result


def _sum(sat: Sat, a: Number, b: Number, spare: int) -> Number:
    """Returns a + b, represented up to `spare` above its least value."""
    result = number(
        sat, a.minimum + b.minimum, a.minimum + b.minimum + min(len(a.above) + len(b.above), spare)
    )
    for i in range(len(a.above) + 1):
        for j in range(len(b.above) + 1):
            if 0 < i + j <= spare + 1:
                # At least i more and at least j more: at least i + j more, or one too many.
                at_least = result.above[i + j - 1 : i + j]
                sat.add(*(-x for x in (*a.above[i - 1 : i], *b.above[j - 1 : j])), *at_least)
            if i + j < len(result.above):
                # Not more than i and not more than j: not more than i + j.
                sat.add(*a.above[i : i + 1], *b.above[j : j + 1], -result.above[i + j])
    return result

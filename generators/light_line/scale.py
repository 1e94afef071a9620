"""Grades by how much luck a simulated player needs."""

from __future__ import annotations

from dataclasses import dataclass

from generators.base import GRADES, Grade, Grading


@dataclass(frozen=True)
class Scale:
    """Where medium, hard and expert begin."""

    begins: tuple[float, float, float]

    def grade(self, luck: float) -> Grade:
        return GRADES[sum(luck >= begin for begin in self.begins)]

    def grading(self, luck: float, least: Grade = "easy") -> Grading:
        """The grade, `least` at least, and how far into it the luck goes."""
        index = max(GRADES.index(self.grade(luck)), GRADES.index(least))
        low = (0.0, *self.begins)[index]
        # The last grade has no end: its numbers go to twice its beginning.
        share = (luck - low) / (self.begins[index] - low) if index < len(self.begins) else luck / (2 * low)
        return Grading(GRADES[index], min(100, 25 * index + int(25 * min(1.0, max(0.0, share)))))

"""Grades by a measure of how hard a puzzle is: for instance how much luck a simulated player needs."""

from __future__ import annotations

from dataclasses import dataclass

from generators.protocol import GRADES, Grade, Grading


@dataclass(frozen=True)
class Scale:
    """Where medium, hard and expert begin."""

    begins: tuple[float, float, float]

    def grade(self, measure: float) -> Grade:
        return GRADES[sum(measure >= begin for begin in self.begins)]

    def grading(self, measure: float, least: Grade = "easy") -> Grading:
        """The grade, `least` at least, and how far into it the measure goes."""
        index = max(GRADES.index(self.grade(measure)), GRADES.index(least))
        low = (0.0, *self.begins)[index]
        # The last grade has no end: its numbers go to twice its beginning.
        share = (
            (measure - low) / (self.begins[index] - low) if index < len(self.begins) else measure / (2 * low)
        )
        return Grading(GRADES[index], min(100, 25 * index + int(25 * min(1.0, max(0.0, share)))))

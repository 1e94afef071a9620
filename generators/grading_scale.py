"""Grades by a measure of how hard a puzzle is: for instance how much luck a simulated player needs."""

from __future__ import annotations

from dataclasses import dataclass

from generators.protocol import Grading
from puzzles.grades import GRADES, Grade


@dataclass(frozen=True)
class Scale:
    """The measures at which medium, hard and expert begin."""

    thresholds: tuple[float, float, float]

    def grade(self, measure: float) -> Grade:
        return GRADES[sum(measure >= threshold for threshold in self.thresholds)]

    def grading(self, measure: float, minimum: Grade = "easy") -> Grading:
        """Returns the grade, at least `minimum`, and how far into it the measure goes."""
        index = max(GRADES.index(self.grade(measure)), GRADES.index(minimum))
        low = (0.0, *self.thresholds)[index]
        # The last grade has no end: difficulty 100 is at twice its threshold.
        share = (
            (measure - low) / (self.thresholds[index] - low)
            if index < len(self.thresholds)
            else measure / (2 * low)
        )
        return Grading(GRADES[index], min(100, 25 * index + int(25 * min(1.0, max(0.0, share)))))

"""Titles: what people call a kind, a puzzle and a day, in any language."""

from __future__ import annotations

from datetime import date

from puzzles.texts import Phrase, phrase


def kind_title(kind: str) -> Phrase:
    """Returns the name of a kind with that of its game: "END OF LINE Cover"."""
    return phrase(f"{kind}.full_name")


def puzzle_title(kind: str, grade: str | None) -> Phrase:
    """Returns the title of a puzzle: "END OF LINE Cover, hard"; without a grade, that of its kind."""
    name = kind_title(kind)
    if grade is None:
        return name
    return phrase("frame.title.graded", name=name, grade=grade_name(grade))


def grade_name(grade: str) -> Phrase:
    return phrase(f"frame.book.grades.{grade}")


def dated_title(title: Phrase, day: date, today: date) -> Phrase:
    """Returns the title of a puzzle of a day: "END OF LINE Cover, hard, 19 November"."""
    return phrase("frame.title.dated", title=title, date=day_name(day, today))


def day_name(day: date, today: date) -> Phrase:
    """Returns a day as people write it: "19 November", and with its year where that is not this year."""
    month = phrase(f"frame.date.month.{day.month}")
    if day.year == today.year:
        return phrase("frame.date.this_year", day=day.day, month=month)
    return phrase("frame.date.other_year", day=day.day, month=month, year=day.year)

"""Days of dailies: they begin and end at midnight in UTC."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta


def today() -> date:
    return datetime.now(UTC).date()


def end_of(day: date) -> datetime:
    """Returns the moment at which a day is over."""
    return datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC)


def seconds_until_over(day: date) -> float:
    """Seconds until a day is over; 0 when it is."""
    return max(0.0, end_of(day).timestamp() - time.time())

"""The errors that engines raise."""

from __future__ import annotations


class WrongAnswer(RuntimeError):
    """An engine's solution broke a rule: a fault of ours, never shown as an answer."""

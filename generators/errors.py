"""What makers raise."""

from __future__ import annotations


class NoneFound(ValueError):
    """No puzzle of that grade was found with these options, within a fixed number of attempts."""

"""Reads what a person types, line by line."""

from __future__ import annotations

import io
import sys
from contextlib import suppress

import click


def replace_bad_bytes() -> None:
    """Replaces bytes that are not text, instead of failing on them."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def read_line(prompt: str) -> str | None:
    """A typed line without the blanks around it; None at the end of the input."""
    if sys.stdin is None:
        return None
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415  # it makes input() a line editor
    try:
        line = input(prompt)
    except EOFError:
        click.echo()
        return None
    if not sys.stdin.isatty():
        click.echo(line)  # so that the output reads as it does on a terminal
    return line.strip()

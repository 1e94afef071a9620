"""The commands that messages about a missing table name."""

from __future__ import annotations

from puzzles.linja.board import Options


def build_command(options: Options) -> str:
    """The command that makes the table of these options."""
    words = ["lineworks linja build"]
    if options.extra_move != "own":
        words.append(f"--extra-move {options.extra_move}")
    if not options.negatives:
        words.append("--no-negatives")
    return " ".join(words)

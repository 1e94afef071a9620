"""A group of commands whose modules are loaded when a command is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pkgutil import resolve_name
from typing import Any

import click


@dataclass(frozen=True)
class CommandEntry:
    """Where a command is.

    path        its module, a colon and its name there
    short_help  its line in the list of commands
    slow        its module takes so long to load that Ctrl-C must end that, too
    """

    path: str
    short_help: str
    slow: bool = False

    def load(self) -> click.Command:
        command: click.Command
        if self.slow:
            from api.cli.interruptible import interruptible  # noqa: PLC0415  # most commands need no threads

            command = interruptible(partial(resolve_name, self.path))
        else:
            command = resolve_name(self.path)
        return command


class LazyGroup(click.Group):
    """A group that knows its commands by their entries, and imports a command's module when it is called."""

    def __init__(self, *args: Any, entries: Mapping[str, CommandEntry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = self.entries.get(cmd_name)
        return None if entry is None else entry.load()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as e:
            # Click would look for similar names among the commands that are loaded.
            raise click.NoSuchCommand(args[0], possibilities=self.entries, ctx=ctx) from e

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands from their entries, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.entries[name].short_help) for name in self.list_commands(ctx)])

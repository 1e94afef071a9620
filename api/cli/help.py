"""The command help."""

from __future__ import annotations

import click


@click.command("help")
@click.argument("command", nargs=-1)
@click.pass_context
def help_(ctx: click.Context, command: tuple[str, ...]) -> None:
    """Show the help of COMMAND, or of the program."""
    shown = ctx.find_root()
    for name in command:
        group = shown.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{shown.command_path} has no commands.")
        _, found, _ = group.resolve_command(shown, [name])
        if found is not None:
            shown = click.Context(found, info_name=name, parent=shown)
    click.echo(shown.get_help())

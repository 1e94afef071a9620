"""The id of a kind as an argument."""

from __future__ import annotations

import click

from puzzles.errors import UnknownKind
from puzzles.registry import KIND_IDS, kind_named


class KindName(click.ParamType[str]):
    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return kind_named(value).id
        except UnknownKind as e:
            raise click.UsageError(f"KIND: {e.problems[0].detail}", ctx) from e

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        names = [name for name in KIND_IDS if name.startswith(incomplete)]
        return [click.shell_completion.CompletionItem(name) for name in names]

"""Help texts made from what kinds declare: the options of their generators, their engines, their values.

They are put together when the help is printed, as generators take longer to load than most commands to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import click

from api.calls.engines import generators_of, solvers_of
from puzzles.registry import KIND_IDS, KINDS

T = TypeVar("T")


class HelpfulOption(click.Option):
    """An option whose help is worked out when it is printed."""

    def __init__(self, *args: Any, describe: Callable[[], str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._describe = describe

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = self._describe()
        return super().get_help_record(ctx)


class HelpfulCommand(click.Command):
    """A command whose closing paragraphs are worked out when they are printed."""

    def __init__(self, *args: Any, describe: Callable[[], str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._describe = describe

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.epilog = self._describe()
        super().format_epilog(ctx, formatter)


def engines_help() -> str:
    """Names the engines that most kinds have, then the kinds that have others."""
    by_engines = _grouped(lambda kind: tuple(engine.name for engine in solvers_of(kind).engines))
    usual, *others = sorted(by_engines, key=lambda names: -len(by_engines[names]))
    exceptions = [f"; for {', '.join(by_engines[names])}: {', '.join(names)}" for names in others]
    return f"The engine to use: {', '.join(usual)}{''.join(exceptions)}."


def values_help() -> str:
    valued = [kind.id for kind in KINDS if kind.facts.valued]
    return f"List every turn with its value (only {', '.join(valued)})."


def options_help(flags: Mapping[str, str]) -> str:
    """Lists the options of each kind; `flags`: those that have a name of their own on the command line."""
    by_schema = _grouped(lambda kind: tuple(_options_of(kind, flags)))
    return "\n\n".join(
        [
            "Options of each KIND:",
            *(f"{', '.join(kinds)}: {'; '.join(options)}." for options, kinds in by_schema.items()),
        ]
    )


def _options_of(kind: str, flags: Mapping[str, str]) -> Iterator[str]:
    for name, schema in generators_of(kind).maker.options.schema()["properties"].items():
        flag = flags.get(name)
        values = _values(schema)
        written = f"--option {name}={values}" if flag is None else f"{flag} {values}"
        default = f", default {_word(schema['default'])}" if "default" in schema else ""
        meaning = f" ({schema['description']})" if "description" in schema else ""
        yield f"{written}{default}{meaning}"


def _values(schema: Mapping[str, Any]) -> str:
    """The values that a schema allows, as they are typed."""
    if "enum" in schema:
        return "|".join(map(_word, schema["enum"]))
    if schema["type"] == "integer":
        return f"{schema['minimum']} to {schema['maximum']}"
    return "true|false" if schema["type"] == "boolean" else "FILE"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _grouped(describe: Callable[[str], T]) -> dict[T, list[str]]:
    """The kinds grouped by their descriptions, in order."""
    groups: dict[T, list[str]] = {}
    for kind in KIND_IDS:
        groups.setdefault(describe(kind), []).append(kind)
    return groups

"""Pins of the command line: its commands and options, help texts, exit statuses and messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import Result

from tests.pins import access, inputs
from tests.pins.pin import Pinned

_Contexts = Iterator[tuple[tuple[str, ...], click.Context]]


def _commands() -> _Contexts:
    """Yields every command, with the words that call it after the program's name."""

    def within(command: click.Command, parent: click.Context | None, path: tuple[str, ...]) -> _Contexts:
        # Made as the program does: the names of the help option are inherited.
        name = path[-1] if path else "lineworks"
        context = click.Context(command, parent, info_name=name, **command.context_settings)
        yield path, context
        if isinstance(command, click.Group):
            for word, inner in sorted(command.commands.items()):
                yield from within(inner, context, (*path, word))

    yield from within(access.commands(), None, ())


def command_words(_: Path) -> Pinned:
    """Every command with its arguments and options."""
    return {
        context.command_path: [
            _parameter(parameter, context) for parameter in context.command.get_params(context)
        ]
        for _path, context in _commands()
    }


def _parameter(parameter: click.Parameter, context: click.Context) -> dict[str, Any]:
    default = parameter.get_default(context)
    description: dict[str, Any] = {
        "words": [*parameter.opts, *parameter.secondary_opts],
        "type": parameter.type.name,
        "required": parameter.required,
        "nargs": parameter.nargs,
        "multiple": parameter.multiple,
        "default": default if isinstance(default, (str, int, float, bool, type(None))) else str(default),
    }
    if isinstance(parameter, click.Argument):
        # The internal name of an argument is not public.
        description["words"] = [parameter.make_metavar(context)]
    if isinstance(parameter.type, click.Choice):
        description["choices"] = list(parameter.type.choices)
    return description


def helps(_: Path) -> Pinned:
    return {
        context.command_path: access.run(*path, "--help").stdout.splitlines() for path, context in _commands()
    }


def deals(_: Path) -> Pinned:
    """The cards that a seed deals."""
    pinned: Pinned = {}
    for words in (
        *(("1", "--seed", str(seed)) for seed in range(4)),
        *((str(n), "--seed", "7") for n in (2, 5, 8, 12, 24)),
        ("8", "--seed", str(2**63 - 1)),
        ("6", "--seed", "3", "--kind", "light_line.longest"),
        ("6", "--seed", "3", "--kind", "light_line.head", "--length", "4"),
    ):
        result = access.run("deal", *words)
        ids = [card["id"] for card in json.loads(result.stdout)["cards"]]
        pinned[" ".join(words)] = [result.exit_code, ids, access.digest(result.stdout), result.stderr]
    deck = access.run("deck", "write").stdout
    return pinned | {
        "deck write": access.digest(deck),
        "deck check": access.run("deck", "check", "-", stdin=deck).stdout.splitlines(),
        "deck show": access.digest(access.run("deck", "show").stdout),
        "deck show --svg": access.digest(access.without_data(access.run("deck", "show", "--svg").stdout)),
    }


# Command lines, with names of files in the folder.
_INVOCATIONS = (
    "",
    "--version",
    "none",
    "kinds",
    "kinds x",
    "schema none",
    "schema",
    "solve cover.json",
    "solve --best solo.json",
    "solve stuck.json",
    "solve --json stuck.json",
    "solve endless.json --seconds 0",
    "solve --json endless.json --seconds 0",
    "solve bad.json",
    "solve --json bad.json",
    "solve nojson.json",
    "solve none.json",
    "solve cover.json --engine none",
    "solve cover.json --engine graph",
    "solve cover.json --seconds 601",
    "solve cover.json --seconds x",
    "solve cover.json --moves",
    "solve cover.json --steps --json",
    "solve cover.json --deal 3",
    "solve --deal 61 --seed 1",
    "solve --deal 3 --seed 1 --deck bad.json",
    "solve --json batch.jsonl",
    "check batch.jsonl",
    "check cover.json --seed 1",
    "check stuck.json",
    "check --json endless.json --seconds 0",
    "count cover.json",
    "count --cap 1 two.json",
    "count --cap 0 two.json",
    "count --json longest.json",
    "count endless.json --seconds 0",
    "verify cover.json cover-solution.json",
    "verify cover.json wrong.json",
    "verify --json cover.json wrong.json",
    "verify stuck.json stuck-answer.json",
    "verify cover.json",
    "verify - -",
    "verify batch.jsonl cover-solution.json",
    "show cover.json",
    "show --svg batch.jsonl",
    "show cover.json -o cover.json",
    "show cover.json --force",
    "show cover.json -o none/a.txt",
    "generate none",
    "generate end_of_line.solo --grade mild",
    "generate end_of_line.solo --rows 3",
    "generate end_of_line.solo --option rows",
    "generate end_of_line.solo --option energy=3",
    "generate light_line.solo --option unique=true --grade easy --seed 1",
    "generate light_line.solo --rows 4 --seed 1",
    "generate linja.endgame --option stage=middle --seed 1",
    "generate end_of_line.cover --resume",
    "generate end_of_line.cover --resume --force -o a.jsonl",
    "generate end_of_line.cover --seed -1",
    "deal 0",
    "deal 3 --seed 1 --kind light_line.head",
    "deal 3 --seed 1 --length 2",
    "deck check bad.json",
    "deck check --json bad.json",
    "deck show none.json",
    "linja",
    "linja verify",
    "linja stats",
    "linja play --strength 6",
    "linja play --from cover.json",
    "linja play --from - ",
    "linja play --from linja.json --no-negatives",
    "linja build --down-to 169",
    "book -o -",
    "book --paper a3 -o a.pdf",
    "book --count 2 --seed 1 -o cover.json",
    "book --id none -o a.pdf",
    "book --from stuck.json -o a.pdf",
    "bank stats",
    "bank fill none",
    "bank import none.jsonl",
    "settings x",
    "serve --port x",
)


def _results(folder: Path) -> Iterator[tuple[str, Result]]:
    _write_files(folder)
    data = {access.VARIABLE: str(folder / "data")}
    for line in _INVOCATIONS:
        words = [str(folder / word) if word.rpartition("/")[2] in _FILES else word for word in line.split()]
        with access.environment(**data):
            yield line, access.run(*words, stdin="")
    yield "settings with LINEWORKS_NONE=1", access.run("settings", LINEWORKS_NONE="1")
    yield "settings with LINEWORKS_SECONDS=x", access.run("settings", LINEWORKS_SECONDS="x")


def exits(folder: Path) -> Pinned:
    return {line: result.exit_code for line, result in _results(folder)}


def messages(folder: Path) -> Pinned:
    return {
        line: {
            name: text.replace(str(folder), "DIR").splitlines()
            for name, text in (("out", access.timeless(result.stdout)), ("err", result.stderr))
        }
        for line, result in _results(folder)
        if line != "--version"
    }


_NAMES = ("cover", "solo", "stuck", "endless", "bad", "nojson", "none", "two", "longest", "linja", "a")
_FILES = (
    *(f"{name}.json" for name in (*_NAMES, "cover-solution", "wrong", "stuck-answer")),
    *("batch.jsonl", "none.jsonl", "a.jsonl", "a.pdf", "a.txt"),
)


def _write_files(folder: Path) -> None:
    documents: dict[str, Any] = {
        "cover": access.COVER,
        "cover-solution": access.COVER_SOLUTION,
        "wrong": {"line": access.COVER_SOLUTION["line"][:1]},
        "solo": access.SOLO,
        "stuck": access.STUCK,
        "stuck-answer": {"status": "impossible", "solution": None},
        "endless": access.ENDLESS,
        "two": access.TWO_LINES,
        "bad": {**access.COVER, "rows": "three", "colour": 1},
        "longest": inputs.solvable("light_line.longest")[0],
        "linja": access.pack("linja.endgame", "easy")[0][0],
    }
    for name, document in documents.items():
        (folder / f"{name}.json").write_text(json.dumps(document))
    (folder / "nojson.json").write_text("{")
    batch = ("cover", "stuck", "bad", "two")
    (folder / "batch.jsonl").write_text("".join(access.text_of(documents[name]) for name in batch))

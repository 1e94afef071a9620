"""What `linja build` and `linja verify` do."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from api.cli.batch import CannotMake, CannotUse
from api.cli.exit_codes import GOOD, NO, UNKNOWN
from api.cli.input import BadFile
from api.cli.interruptible import interruptible
from api.cli.linja.wording import damaged
from api.cli.output import Unwritten
from api.cli.progress import Display
from api.cli.prompt import read_line
from puzzles.linja.board import MAX_PROGRESS, Options
from solvers.linja import table_builder as builder
from solvers.linja.commands import build_command
from solvers.linja.layer_window import cores
from solvers.linja.layers import placements
from solvers.linja.table import table_path
from solvers.linja.table_file import BadTable, Busy, Reader, file_size

# Placements that an idle core computes in a second.
_SPEED = 8_000_000
# Seconds to wait for another command that makes the late layers.
_BUILDER_WAIT = 5.0


def lowest_verified_layer(options: Options) -> int:
    """The lowest layer of the table on this machine, one past the highest layer where there is none.

    Verifies the checksums of all its layers first."""
    path = table_path(options)
    with refusing(path, options):
        return interruptible(partial(_verify, path, options)) if path.exists() else MAX_PROGRESS + 1


@contextmanager
def refusing(path: Path, options: Options) -> Iterator[None]:
    """Reports a table that cannot be read in one line."""
    try:
        yield
    except BadTable as e:
        raise CannotUse(damaged(e, options)) from e
    except OSError as e:
        raise BadFile(str(path), e) from e


def build(options: Options, down_to: int, agreed: Callable[[], bool] = lambda: True) -> int:
    """Says what is to be made, and makes it if that is agreed; returns the exit status."""
    path = table_path(options)
    lowest = lowest_verified_layer(options)
    if lowest <= down_to:
        click.echo(f"Nothing to do: {path} goes down to layer {lowest}.")
        return GOOD
    click.echo("\n".join(interruptible(lambda: list(_plan(path, options, lowest, down_to)))))
    if not agreed():
        return UNKNOWN
    with _building(path, options):
        _build(path, options, down_to)
    click.echo(f"Done: layers {down_to} to {MAX_PROGRESS}, {_size(path.stat().st_size)}.")
    return GOOD


def offer_to_build(options: Options, down_to: int) -> bool:
    """Makes the table if the person at the terminal agrees; returns whether it is there."""
    make = build_command(options)
    if sys.stdin is None or not sys.stdin.isatty():
        click.echo(f"To make it: {make}", err=True)
        return False
    return build(options, down_to, partial(_confirm, f"Make it now? (Later: {make}) [y/n] ")) == GOOD


def _confirm(question: str) -> bool:
    while True:
        reply = read_line(question)
        if reply is None or reply.lower() in ("n", "no", "quit"):
            return False
        if reply.lower() in ("y", "yes"):
            return True


def _plan(path: Path, options: Options, lowest: int, down_to: int) -> Iterator[str]:
    """What the table will need, in lines; raises CannotMake where there is no room for it."""
    size = file_size(down_to)
    with _building(path, options):
        more = size - (path.stat().st_size if path.exists() else 0)
        free = _free(path)
    whose = "a player's own piece" if options.extra_move == "own" else "any piece"
    scores = "pieces may score below 0" if options.negatives else "no piece scores below 0"
    yield f"A table of Linja; an extra move may move {whose}, {scores}."
    yield f"  file    {path}"
    if lowest <= MAX_PROGRESS:
        yield f"  layers  {down_to} to {lowest - 1}; those from {lowest} on exist"
    else:
        yield f"  layers  {down_to} to {MAX_PROGRESS}"
    yield f"  size    {_size(size)}, {_size(max(0, more))} of it new; {_size(free)} free"
    yield f"  memory  about {_size(builder.memory_needed(down_to))}"
    yield f"  time    {_time(lowest, down_to)}"
    if free < more:
        raise CannotMake(
            f"{path}: not enough disk space: needs {_size(more)}, but only {_size(free)} is free"
        )


def _build(path: Path, options: Options, down_to: int) -> None:
    total = interruptible(lambda: sum(map(placements, range(down_to, MAX_PROGRESS + 1))))
    display = Display("Building", total, percent=True)
    lowest = [MAX_PROGRESS + 1]

    def done(layer: int) -> None:
        display.step(sum(map(placements, range(layer, lowest[-1]))))
        lowest.append(layer)

    try:
        with display.working():
            interruptible(partial(builder.build, path, options, down_to, done=done, patience=_BUILDER_WAIT))
    except KeyboardInterrupt:
        if lowest[-1] <= MAX_PROGRESS:
            click.echo(f"The layers from {lowest[-1]} on are kept; the same command continues.", err=True)
        raise


@contextmanager
def _building(path: Path, options: Options) -> Iterator[None]:
    try:
        yield
    except Busy as e:
        raise CannotMake(f"{e}; wait for it to end") from e
    except BadTable as e:
        raise CannotUse(damaged(e, options)) from e
    except OSError as e:
        raise Unwritten(str(path), e) from e


def _free(path: Path) -> int:
    """The free space in bytes on the disk of the file."""
    folder = path.resolve()
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _size(n: int) -> str:
    return f"{n / 1e9:.2f} GB" if n >= 10_000_000 else f"{n / 1e6:.2f} MB"


def _time(lowest: int, down_to: int) -> str:
    n = cores()
    seconds = sum(map(placements, range(down_to, lowest))) / (_SPEED * n)
    took = "less than a minute" if seconds < 60 else f"about {-(-seconds // 60):.0f} minutes"
    return f"{took} with {n} core{'s' if n > 1 else ''}"


def verify(options: Options) -> int:
    """Verifies the checksum of every layer, and prints the result; returns the exit status."""
    path = table_path(options)
    make = build_command(options)
    try:
        lowest = interruptible(partial(_verify, path, options)) if path.exists() else None
    except BadTable as e:
        click.echo(damaged(e, options))
        return NO
    except OSError as e:
        raise BadFile(str(path), e) from e
    if lowest is None or lowest > MAX_PROGRESS:
        why = "there is no such table" if lowest is None else "no layer has been made yet"
        click.echo(f"{path}: {why}. To make it: {make}")
        return UNKNOWN
    click.echo(f"{path}: good, layers {lowest} to {MAX_PROGRESS}.")
    if lowest:
        click.echo(f"To make the layers below: {make}")
    return GOOD


def _verify(path: Path, options: Options) -> int:
    table = Reader(path, options)
    layers = range(table.lowest, MAX_PROGRESS + 1)
    display = Display("Verifying", sum(map(placements, layers)), percent=True)
    with display.working():
        for layer in reversed(layers):
            table.verify_layer(layer)
            display.step(placements(layer))
    return table.lowest

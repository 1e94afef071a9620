"""The command bank fill."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import click

from api.bank import visibility
from api.calls import generate
from api.cli import options
from api.cli.bank.database import open_database
from api.cli.exit_codes import GOOD, UNKNOWN
from api.cli.interruptible import interruptible
from api.cli.progress import Display
from api.store import bank
from api.store.bank import NewPuzzle
from api.store.database import Database
from generators.errors import NoneFound
from puzzles.grades import GRADES
from puzzles.registry import KIND_IDS

# The limit for the best solution of one puzzle: generated ones need far less.
_SECONDS = 60.0


class _Unproved(Exception):
    """The best solution of a puzzle was not found in time."""


@click.command()
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KIND_IDS), help="Only of this kind; repeatable."
)
@click.option(
    "--grade", "grades", multiple=True, type=click.Choice(GRADES), help="Only this grade; repeatable."
)
@options.count_of(10, "How many puzzles of each kind and grade, from consecutive seeds.")
@click.option(
    "--seed",
    type=options.SEED,
    default=1_000_000,
    show_default=True,
    help="The first seed. Low seeds are those of the packs, whose puzzles are reserved for the dailies.",
)
@click.pass_context
def fill(
    ctx: click.Context, /, *, kinds: tuple[str, ...], grades: tuple[str, ...], count: int, seed: int
) -> None:
    """Make puzzles, solve them, and add each as soon as it is solved.

    A run that was interrupted continues with the same command: seeds whose puzzles were added are skipped.
    """
    seeds = options.seeds(seed, count)
    with open_database() as database:
        ctx.exit(fill_bank(database, kinds or KIND_IDS, grades or GRADES, seeds))


def fill_bank(database: Database, kinds: Sequence[str], grades: Sequence[str], seeds: range) -> int:
    """Adds a puzzle for every kind, grade and seed; the exit status, good if all could be made."""
    run = _Fill(database, Display("Filling", len(kinds) * len(grades) * len(seeds)))
    with run.display.working():
        for kind, grade in product(kinds, grades):
            run.seeds(kind, grade, seeds)
    click.echo(f"Added {run.added}; {run.present} were already there.")
    return run.status


@dataclass
class _Fill:
    database: Database
    display: Display
    status: int = GOOD
    added: int = 0
    present: int = 0

    def seeds(self, kind: str, grade: str, seeds: range) -> None:
        generator = interruptible(partial(generate.generator_name, kind))
        with self.database.reading() as c:
            done = bank.filled_seeds(c, kind, grade, generator, seeds)
        self.present += len(done)
        self.display.step(len(done))
        for seed in seeds:
            if seed not in done:
                self._seed(kind, grade, seed)
                self.display.step()

    def _seed(self, kind: str, grade: str, seed: int) -> None:
        try:
            new_puzzle = interruptible(partial(_new_puzzle, kind, grade, seed))
        except (NoneFound, _Unproved) as e:
            self.status = UNKNOWN
            with self.display.aside():
                click.echo(f"Error: {kind} {grade}, seed {seed}: {e}", err=True)
            return
        now = time.time()
        with self.database.writing() as c:
            new = bank.add(c, new_puzzle, "fill", now)
            visibility.make_visible(c, new_puzzle.record["id"], now)
        self.added, self.present = self.added + new, self.present + (not new)


def _new_puzzle(kind: str, grade: str, seed: int) -> NewPuzzle:
    generated = generate.generate_solved(kind, grade, seed, {}, _SECONDS)
    if generated.solution is None:
        raise _Unproved(f"its best solution was not found in {_SECONDS:g} s, so it is left out")
    return NewPuzzle(generated.record, generated.solution, generated.score)

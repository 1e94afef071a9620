"""The commands about Linja as a whole: linja build, verify, play and stats."""

from __future__ import annotations

from functools import partial
from importlib import import_module

import click

from api.calls.shapes import any_seed
from api.calls.subject import read_puzzle
from api.cli import options as cli_options
from api.cli.batch import interruptible, tell
from api.cli.input import Bad, whole
from api.cli.linja.options import extra_move_option, no_negatives_option
from api.cli.linja.stats import stats
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Integer, quote
from puzzles.linja.board import MOST_PROGRESS, START, ExtraMove, Options, Player
from puzzles.linja.endgame import KIND, EndgamePuzzle

_LAYER = cli_options.Shaped("integer", Integer(0, MOST_PROGRESS))
_STRENGTH = cli_options.Shaped("integer", Integer(1, 5))


@click.group(short_help="Compute all of Linja, and play against it.")
def linja() -> None:
    """Compute every position of Linja once and for all, and play against what is known then.

    A table holds the value of every position, for one choice of --extra-move and --no-negatives: a file of
    1.3 GB in the folder that the variable LINEWORKS_DATA names, or else in the user's data folder.
    It consists of layers, numbered by how many rows the pieces of both players have travelled in all: 0 is
    where all stand at home, 42 the start of the game, 168 where all have arrived. They are made from 168
    down.
    """


@linja.command(short_help="Make the table, or go on with it.")
@click.option(
    "--down-to",
    metavar="LAYER",
    type=_LAYER,
    default=0,
    show_default=True,
    help="Make no layer below this one, 0 to 168.",
)
@extra_move_option
@no_negatives_option
@click.pass_context
def build(ctx: click.Context, /, *, down_to: int, extra_move: ExtraMove | None, no_negatives: bool) -> None:
    """Make the table, or what is missing of it.

    All of it takes a minute or two with two cores, and 0.9 GB of memory. Whatever ends the work, the layers
    that were done stay, and the same command goes on with them.
    """
    _load("api.cli.linja.table")
    from api.cli.linja import table  # noqa: PLC0415  # numba takes longer to load than most commands to run

    ctx.exit(table.build(_options(extra_move, no_negatives), down_to))


@linja.command(short_help="Hold the table against its checksums.")
@extra_move_option
@no_negatives_option
@click.pass_context
def verify(ctx: click.Context, /, *, extra_move: ExtraMove | None, no_negatives: bool) -> None:
    """Hold the table against its checksums, and tell how far down it goes.

    The exit status is 0 when all of it is as it was written, 1 when it is damaged or one of other rules, 3
    when there is none.
    """
    _load("api.cli.linja.table")
    from api.cli.linja import table  # noqa: PLC0415  # as above

    ctx.exit(table.verify(_options(extra_move, no_negatives)))


@linja.command(short_help="Play against the computer.")
@click.option("--as", "side", type=click.Choice(("A", "B")), help="Your side.  [default: who is to move]")
@click.option(
    "--strength", type=_STRENGTH, default=3, show_default=True, help="How well the computer plays, 1 to 5."
)
@extra_move_option
@no_negatives_option
@click.option("--seed", type=cli_options.SEED, help="Of the computer's choices.  [default: a new one]")
@click.option("--from", "start", metavar="FILE", help="Begin at the position of a linja.endgame puzzle.")
@click.pass_context
def play(
    ctx: click.Context,
    /,
    *,
    side: Player | None,
    strength: int,
    extra_move: ExtraMove | None,
    no_negatives: bool,
    seed: int | None,
    start: str | None,
) -> None:
    """Play a game of Linja against the computer, which knows the value of every position.

    \b
    --strength 1  plays almost at random
               2  prefers the better turns
               3  plays well, and makes a mistake every few turns
               4  makes mistakes now and then, mostly small ones
               5  makes none, and among the best turns chooses the one after
                  which most of your replies are mistakes

    The same position, strength and seed give the same choice. While you play, help tells what you can type. A
    turn is typed as the rows from which its pieces start: 0 5 is the initial move from row 0 and the second
    from row 5; 0 5 1>2 adds an extra move.
    """
    if start is None:
        puzzle = EndgamePuzzle(START, "A", options=_options(extra_move, no_negatives))
    elif extra_move is not None or no_negatives:
        raise click.UsageError("--extra-move and --no-negatives go without --from: the puzzle has its own.")
    elif start == "-":
        raise click.UsageError("--from needs a file: on standard input are your turns.")
    else:
        try:
            puzzle = whole(start).read(_endgame)
        except Bad as e:
            ctx.exit(tell(e.place, e.error))
    _load("api.cli.linja.play")
    from api.cli.linja import play as cli_linja_play  # noqa: PLC0415  # as above

    seed = any_seed() if seed is None else seed
    ctx.exit(cli_linja_play.play(puzzle, side or puzzle.to_move, strength, seed))


linja.add_command(stats)


def _options(extra_move: ExtraMove | None, no_negatives: bool) -> Options:
    return Options(extra_move or "own", not no_negatives)


def _load(module: str) -> None:
    """Interruptibly: some libraries swallow Ctrl-C while they are imported."""
    interruptible(partial(import_module, module))


def _endgame(document: object) -> EndgamePuzzle:
    subject = read_puzzle(document)
    if not isinstance(subject.puzzle, EndgamePuzzle):
        raise BadInput([Problem("", f"expected a {KIND.id} puzzle, got one of {quote(subject.kind.id)}")])
    return subject.puzzle

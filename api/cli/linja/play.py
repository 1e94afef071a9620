"""The command linja play."""

from __future__ import annotations

import click

from api.calls.common_shapes import any_seed
from api.calls.puzzle_documents import read_puzzle
from api.cli import options as cli_options
from api.cli.batch import report_error
from api.cli.input import BadDocument, read_single
from api.cli.linja import game
from api.cli.linja.options import extra_move_option, no_negatives_option, read_options
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Integer, quote
from puzzles.linja.board import START, ExtraMove, Player
from puzzles.linja.endgame import KIND, EndgamePuzzle

_STRENGTH = cli_options.Shaped("integer", Integer(1, 5))


@click.command()
@click.option("--as", "side", type=click.Choice(("A", "B")), help="Your side.  [default: the player to move]")
@click.option(
    "--strength", type=_STRENGTH, default=3, show_default=True, help="How well the computer plays, 1 to 5."
)
@extra_move_option
@no_negatives_option
@click.option("--seed", type=cli_options.SEED, help="Seed of the computer's choices.  [default: a new one]")
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

    The same position, strength and seed give the same choice. Type help during the game to see what you can
    type. A turn is typed as the rows from which its pieces start: 0 5 is the initial move from row 0 and the
    second from row 5; 0 5 1>2 adds an extra move.
    """
    if start is None:
        puzzle = EndgamePuzzle(START, "A", options=read_options(extra_move, no_negatives))
    elif extra_move is not None or no_negatives:
        raise click.UsageError(
            "--extra-move and --no-negatives cannot be used with --from: the puzzle has its own."
        )
    elif start == "-":
        raise click.UsageError("--from needs a file: your turns come from standard input.")
    else:
        try:
            puzzle = read_single(start).read(_endgame)
        except BadDocument as e:
            ctx.exit(report_error(e.location, e.error))
    seed = any_seed() if seed is None else seed
    ctx.exit(game.play(puzzle, side or puzzle.to_move, strength, seed))


def _endgame(document: object) -> EndgamePuzzle:
    subject = read_puzzle(document)
    if not isinstance(subject.puzzle, EndgamePuzzle):
        message = f"expected a {quote(KIND.id)} puzzle, got {quote(subject.kind.id)}"
        raise BadInput([Problem("", message)])
    return subject.puzzle

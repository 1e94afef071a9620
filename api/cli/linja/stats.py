"""The command linja stats: what the solution says about the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click
from click.exceptions import Exit

from api.cli.exit_codes import BAD, UNKNOWN
from api.cli.interruptible import interruptible
from api.cli.linja import table
from api.cli.linja.options import extra_move_option, no_negatives_option, read_options
from api.cli.linja.wording import damaged, rows_in_words
from api.cli.progress import Display
from puzzles.linja.board import ExtraMove, Options
from solvers.linja import report
from solvers.linja.table_file import BadTable

# See solvers.linja.report.
Watch = Callable[[int], Callable[[], None]]
# Values beyond this, which are rare, share a line of the histogram. Its longest bar has _BAR characters.
_FAR = 10
_BAR = 40
# How many best turns are listed; JSON has them all.
_MAX_TURNS = 12


@click.command()
@extra_move_option
@no_negatives_option
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON, on one line.")
def stats(extra_move: ExtraMove | None, no_negatives: bool, as_json: bool) -> None:
    """Print the value of the start, its best turns, a game of best play, the distribution of the values of
    all positions, and how long a win can take.

    The length of a win is its number of turns, passes included, when the winner hurries and the loser delays.
    This needs the complete table for these options. The first time it takes some minutes, and 1.6 GB of
    memory besides the table; the results are stored beside the table.
    """
    options = read_options(extra_move, no_negatives)
    statistics = _read_stats(options)
    if isinstance(statistics, report.Incomplete):
        _report_incomplete(statistics)
        if not table.offer_to_build(options, 0):
            raise Exit(UNKNOWN)
        statistics = _read_stats(options)
    if isinstance(statistics, report.Incomplete):
        _report_incomplete(statistics)
        raise Exit(UNKNOWN)
    for line in [json.dumps(statistics)] if as_json else _words(statistics):
        click.echo(line)


def _read_stats(options: Options) -> dict[str, Any] | report.Incomplete:
    with _display() as watch:
        return interruptible(lambda: _stats(options, watch))


def _report_incomplete(error: report.Incomplete) -> None:
    lowest = error.lowest
    state = "there is no table" if lowest is None else f"the table only goes down to layer {lowest}"
    click.echo(f"Error: {error.path}: {state}", err=True)


def _stats(options: Options, watch: Watch) -> dict[str, Any] | report.Incomplete:
    try:
        return report.stats(options, watch)
    except report.Incomplete as e:
        return e
    except BadTable as e:
        click.echo(f"Error: {damaged(e, options)}", err=True)
        raise Exit(BAD) from e


@contextmanager
def _display() -> Iterator[Watch]:
    """Shows a progress bar as soon as the amount of work is known."""
    with ExitStack() as stack:

        def watch(total: int) -> Callable[[], None]:
            display = Display("Looking at every position", total)
            stack.enter_context(display.working())
            return display.step

        yield watch


def _words(statistics: dict[str, Any]) -> Iterator[str]:
    scores = "pieces may score below 0" if statistics["negatives"] else "no piece scores below 0"
    yield f"Linja, extra move: {statistics['extra_move']}, {scores}"
    yield ""
    yield from _start_words(statistics["start"], statistics["turns_to_win"])
    for name, heading in (("placements", "All positions"), ("reached", "Positions that can be reached")):
        yield ""
        yield f"{heading} that are not over"
        yield from _count_words(statistics[name])


def _start_words(start: dict[str, Any], turns: int | None) -> Iterator[str]:
    value = start["value"]
    yield f"Start: worth {_signed(value)} to the player to move" + (
        f", won in {turns} turns" if turns else ""
    )
    best = start["best_turns"]
    more = f" and {len(best) - _MAX_TURNS} more" if len(best) > _MAX_TURNS else ""
    yield f"Best first turns: {', '.join(best[:_MAX_TURNS])}{more}"
    by_value = sorted(((int(v), n) for v, n in start["turns_by_value"].items()), reverse=True)
    yield "First turns by value: " + ", ".join(f"{_signed(v)}: {n}" for v, n in by_value)
    yield f"Best play, {len(start['best_play'])} turns: {', '.join(start['best_play'])}"
    yield f"It ends with A {rows_in_words(start['end']['A'])}, B {rows_in_words(start['end']['B'])}"


def _count_words(counts: dict[str, Any]) -> Iterator[str]:
    total = counts["count"]
    if not total:
        yield "none"
        return
    shares = (f"{name} {counts[name]:,} ({counts[name] / total:.1%})" for name in ("won", "drawn", "lost"))
    yield f"{total:,}; for the player to move {', '.join(shares)}; mean value {counts['mean']:+.2f}"
    yield from _histogram({int(value): n for value, n in counts["by_value"].items()})
    longest = counts["longest_win"]
    if longest:
        result = "wins" if longest["value"] > 0 else "loses"
        yield (
            f"Longest forced win: {longest['turns']} turns; {longest['to_move']} is to move and {result}; "
            f"A {rows_in_words(longest['A'])}, B {rows_in_words(longest['B'])}, "
            f"worth {_signed(longest['value'])}"
        )


def _histogram(by_value: dict[int, int]) -> Iterator[str]:
    """A line for every value, and one for all values beyond on either side."""
    bars: dict[int, int] = {}
    for value, n in by_value.items():
        at = max(-_FAR, min(_FAR, value))
        bars[at] = bars.get(at, 0) + n
    longest_bar, total = max(bars.values()), sum(bars.values())
    for at in range(min(bars), max(bars) + 1):
        n = bars.get(at, 0)
        beyond = " or more" if at == _FAR else " or less" if at == -_FAR else ""
        yield f"{_signed(at):>4}{beyond:<8}  {n / total:6.2%}  {'#' * round(_BAR * n / longest_bar)}".rstrip()


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"

"""The order in which several players take their turns in a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puzzles.end_of_line.board import INITIATIVE


def turn_order(lines: Mapping[int, Sequence[str]]) -> tuple[int, ...]:
    """Returns the order of turns of a round that begins while the players' lines hold these cards.

    `lines` are the cards of each player in order of placing, without the start card; dead ends keep their
    place. Players are numbered in the order of round 1, which is also the order as long as no card lies.
    """
    return tuple(_ordered(sorted(lines), lines, 1))


def _ordered(tied: Sequence[int], lines: Mapping[int, Sequence[str]], back: int) -> Iterator[int]:
    """Yields players in order who tie so far, comparing the cards at this place from the end of their lines.

    As soon as one of them has no such card all who still tie keep the order of round 1: comparing them two
    by two could run in a circle.
    """
    if len(tied) == 1 or any(len(lines[player]) < back for player in tied):
        yield from tied
        return
    initiatives = {player: INITIATIVE[lines[player][-back]] for player in tied}
    for initiative in sorted(set(initiatives.values())):
        yield from _ordered([p for p in tied if initiatives[p] == initiative], lines, back + 1)

"""How often simulated players reach the best scores of deals."""

from __future__ import annotations

from collections.abc import Iterable

from generators.end_of_line.deal_players import PLAYERS, DealPlayers


def games_won(deals: Iterable[tuple[DealPlayers, DealPlayers, int]]) -> list[int]:
    """Returns by player the games that reach the best score, and checks that none goes beyond it.

    A deal has its players twice, as games go on from those before them, and its best score.
    """
    totals = [0] * PLAYERS
    for beyond, reaching, best in deals:
        above, reached = beyond.wins(best + 1), reaching.wins(best)
        assert above is not None
        assert above.total == 0
        assert reached is not None
        totals = [total + games for total, games in zip(totals, reached.by_player, strict=True)]
    return totals

"""The rulebook's layout for eight players can be solved with standard decks: a solution shows it.

Without energy the turn order decides nothing but who places in the last round, so a solution is a cover of
the board by eight lines of 19 to 21 cells, with cards for each line by itself and an order in the last round.
As one SAT problem that took five minutes. One line ends in the inner block, where a reverse leaves a dead
end.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from puzzles.end_of_line.board import STANDARD
from tests.oracle.end_of_line_coop_legal import legal_score

FILE = Path(__file__).parent / "end_of_line_eight_players.json"
STARTS = ["0 1 N", "0 3 N", "1 0 W", "3 0 W", "1 4 E", "3 4 E", "4 1 S", "4 3 S"]


def test_the_layout_for_eight_players_is_solvable() -> None:
    document = json.loads(FILE.read_text())
    puzzle = document["puzzle"]
    assert (puzzle["rows"], puzzle["cols"], puzzle["blocked"]) == (13, 13, [])
    starts = [player["start"] for player in puzzle["players"]]
    assert ["{} {} {}".format(*start["cell"], start["heading"]) for start in starts] == STARTS
    assert all(Counter(player["deck"]) == STANDARD for player in puzzle["players"])
    assert legal_score(puzzle, document["solution"]) == document["score"] == 92

"""The board of Linja in plain characters: row 7 on top, A's pieces on the left, B's on the right.

Conventions: a board has levels, from -1 for its lower edge to 15 for its upper edge; row r lies on level
2 * r, and the stick above it on the next one. Moves run in a lane each between the two players' pieces, from
their number to the tip of an arrow.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.linja.board import PIECES, PLAYERS, ROWS, Board, Options
from puzzles.linja.drawing.moves import Move, piece_scores
from puzzles.texts import ENGLISH, Translator

TEXT_WIDTH = 100
# Pieces are easiest to count in threes.
THREE = 3
SIDE = PIECES + PIECES // THREE - 1
LANES, NO_LANES = 11, 3
LABEL = 10
EDGE = 2 * ROWS - 1
UP, DOWN, WRONG = "▲", "▼", "x"


def board_lines(
    board: Board,
    options: Options,
    caption: str,
    moves: Sequence[Move],
    after: Board | None,
    after_caption: str = "",
    translator: Translator = ENGLISH,
) -> list[str]:
    """The board with the moves, and beside it the board after them."""
    blocks = [_block(board, moves, caption, translator)]
    if after is not None:
        blocks.append(_block(after, (), after_caption, translator))
    mine, others = piece_scores("A", options), piece_scores("B", options)
    lefts, rights = [""] * len(blocks[0]), [""] * len(blocks[0])
    lefts[1], rights[1] = f"{translator.text('linja.drawing.terminal.row'):<7}A  ", "   B"
    for row in range(ROWS):
        line = 2 + EDGE - 2 * row
        lefts[line], rights[line] = f"{row:>3}{mine[row]:>5}", f"{others[row]:>4}"
    lines = [
        f"{left:<{LABEL}}{'   '.join(parts)}{right}".rstrip()
        for left, right, *parts in zip(lefts, rights, *blocks, strict=True)
    ]
    return lines if lines[0] else lines[1:]


def _block(board: Board, moves: Sequence[Move], caption: str, translator: Translator) -> list[str]:
    """A board between what its rows are to the players, under its caption."""
    wide = 2 * SIDE + (LANES if moves else NO_LANES) + 4
    target, home = (
        [translator.text(f"linja.drawing.terminal.{side}", player=player) for player in PLAYERS]
        for side in ("target", "home")
    )
    lines = [caption.center(wide), _sides(target[0], home[1], wide)]
    lines += [_level(board, moves, level) for level in range(EDGE, -2, -1)]
    return [*lines, _sides(home[0], target[1], wide)]


def _sides(left: str, right: str, wide: int) -> str:
    return f"  {left}{right:>{wide - 4 - len(left)}}  "


def _level(board: Board, moves: Sequence[Move], level: int) -> str:
    """A row, a stick or an edge of the board."""
    if level % 2 == 0:
        row = level // 2
        left, right = _threes("A", board.A[row]), _threes("B", board.B[row])
        return f"│ {left:<{SIDE}}{_lanes(moves, level, ' ')}{right:>{SIDE}} │"
    ends = {EDGE: "┌┐", -1: "└┘"}.get(level, "├┤")
    side = "─" * (SIDE + 1)
    return f"{ends[0]}{side}{_lanes(moves, level, '─')}{side}{ends[1]}"


def _threes(letter: str, n: int) -> str:
    return " ".join(letter * min(THREE, n - i) for i in range(0, n, THREE))


def _lanes(moves: Sequence[Move], level: int, ground: str) -> str:
    lanes = [ground * 2] * 3
    for move in moves:
        lanes[move.number - 1] = _lane(move, level, ground)
    return ground * 2 + ground.join(lanes) + ground if moves else ground * NO_LANES


def _lane(move: Move, level: int, ground: str) -> str:
    start, end = _level_of(move.start), _level_of(move.start if move.end is None else move.end)
    if level == start:
        return f"{move.number}{WRONG if move.wrong else ground}"
    if level == end:
        return (UP if end > start else DOWN) + ground
    if min(start, end) < level < max(start, end):
        return ("┼" if level % 2 else "│") + ground
    return ground * 2


def _level_of(row: int) -> int:
    return max(-1, 2 * row) if row < ROWS else EDGE


def legend(moves: Sequence[Move], translator: Translator = ENGLISH) -> str:
    signs = [translator.text("linja.drawing.terminal.scores")]
    if moves:
        signs.append(translator.text("linja.drawing.terminal.order"))
    if any(move.wrong for move in moves):
        signs.append(f"{WRONG} {translator.text('linja.drawing.terminal.wrong')}")
    return "; ".join(signs)

"""Tests drawings: every piece in its row, every move from row to row, and no turn makes drawing fail."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.drawing.svg import INK, Point
from puzzles.drawing.terminal import TextLook
from puzzles.linja.board import LAST, PLAYERS, ROWS, START, Board, Options, ahead, own_rows
from puzzles.linja.drawing.board import RADIUS, WRONG, Picture
from puzzles.linja.drawing.puzzle import TurnView
from puzzles.linja.turns import PASS, Extra, Turn, turns
from tests.puzzles.linja.sample_drawings import ANY, CROWDED, ENDGAME, OWN, STILL, TWICE, WALKS, scene
from tests.tiers import examples

SVG = "{http://www.w3.org/2000/svg}"
ALL = [*STILL, *WALKS]
MarkedPoint = tuple[str, Point]


def after(view: TurnView) -> Board | None:
    """The board after a turn that moves something."""
    if view.turn is None or view.turn == PASS:
        return None
    return dict(turns(view.board, view.player, view.options))[view.turn]


def boards(view: TurnView) -> list[Board]:
    later = after(view)
    return [view.board] if later is None else [view.board, later]


def text_rows(text: str) -> list[list[str]]:
    """Returns the text inside the frames of each row, row 0 first, one text for each board."""
    lines = text.splitlines()
    top = next(i for i, line in enumerate(lines) if "┌" in line)
    frames = [match.span() for match in re.finditer("┌[^┐]*┐", lines[top])]
    rows = lines[top + 1 : top + 2 * ROWS : 2]
    assert [int(line.split()[0]) for line in rows] == [*reversed(range(ROWS))]
    return [[line[start + 1 : end - 1] for start, end in frames] for line in reversed(rows)]


def marked(svg: str, mark: str, number: int = 0) -> list[MarkedPoint]:
    """Returns the value and position of every marked element of the first or the second board."""
    root = ElementTree.fromstring(svg)
    group = root[4]
    nested = [child for child in group if child.get("transform")]
    inside = nested if number else [child for child in group if not child.get("transform")]
    marked_points = []
    for element in (
        part_element for part in inside for part_element in part.iter() if part_element.get(mark)
    ):
        body = {key: float(value) for key, value in element[0].items() if re.fullmatch(r"[\d.]+", value)}
        x = body["cx"] if "cx" in body else body["x"] + body["width"] / 2
        y = body["cy"] if "cy" in body else body["y"] + body["height"] / 2
        marked_points.append((element.get(mark, ""), (x, y)))
    return marked_points


def rows_of(points: list[MarkedPoint], picture: Picture) -> Counter[tuple[str, int]]:
    """Counts the marked points of each value in each row of the picture."""
    counts = Counter[tuple[str, int]]()
    for value, (_, y) in points:
        row = next(row for row in range(ROWS) if picture.top(row) <= y)
        counts[value, row] += 1
    return counts


def piece_counts(board: Board) -> Counter[tuple[str, int]]:
    counts = Counter[tuple[str, int]]()
    for player in PLAYERS:
        counts.update({(player, row): n for row, n in enumerate(board.pieces(player)) if n})
    return counts


# Wide enough for two boards with every piece.
WIDE = TextLook(width=110)


class TestText:
    def test_shows_every_piece_in_its_row(self) -> None:
        for view in ALL:
            rows = text_rows(view.text(WIDE))
            for i, board in enumerate(boards(view)):
                letters = Counter(
                    (letter, row) for row in range(ROWS) for letter in rows[row][i] if letter in "AB"
                )
                assert letters == piece_counts(board), view

    def test_is_as_wide_as_a_terminal_at_most(self) -> None:
        for view in ALL:
            lines = view.text().splitlines()
            assert max(map(len, lines)) <= 80
            assert all(line == line.rstrip() for line in lines)

    def test_frames_are_straight(self) -> None:
        for view in ALL:
            lines = view.text(WIDE).splitlines()
            top = next(i for i, line in enumerate(lines) if "┌" in line)
            edges = [i for i, char in enumerate(lines[top]) if char in "┌┐"]
            assert len(edges) == 2 * len(boards(view))
            frame = lines[top : top + 2 * ROWS + 1]
            columns = {"".join(line[edge] for line in frame) for edge in edges}
            assert columns == {f"┌{'│├' * LAST}│└", f"┐{'│┤' * LAST}│┘"}

    def test_a_turn_runs_from_its_numbers_to_its_arrows(self) -> None:
        rows = text_rows(scene(ENDGAME, turn=Turn(1, 5, Extra("A", 2, 3))).text())
        middles = [row[0].replace("A", " ").replace("B", " ") for row in rows]
        assert [middle.split() for middle in middles] == [
            [], ["1"], ["▲", "3"], ["▲"], [], ["2"], ["│"], ["▲"]
        ]  # fmt: skip
        assert middles[5].index("2") == middles[6].index("│") == middles[7].index("▲")

    def test_says_what_it_is_about(self) -> None:
        text = scene(ENDGAME, turn=Turn(1, 5, Extra("A", 2, 3))).text()
        for part in (
            "Player A is to move: up, to row 7\n",
            "Turn: 1 5+ 2>3",
            "After the turn",
            "1 initial move: A from row 1 to row 2, which held 2 pieces\n",
            "2 second move: A from row 5 to row 7, its target row, by an exact count\n",
            "3 extra move: A from row 2 to row 3\n",
            f"Before the turn, A is ahead by {ENDGAME.margin('A', OWN)}.\n",
        ):
            assert part in text
        assert "Player B is to move: down, to row 0" in scene(START, "B").text()
        assert "\nNobody is ahead.\n" in scene(START).text()

    def test_a_game_that_is_over(self) -> None:
        for view in WALKS:
            if view.board.over:
                margin = view.board.margin("A", view.options)
                won = f"{'A' if margin > 0 else 'B'} wins by {abs(margin)}" if margin else "nobody wins"
                assert f"The game is over: {won}.\n" in view.text()
                assert view.text().startswith("The game is over\n")

    def test_an_empty_row_and_a_single_piece(self) -> None:
        empty = Board((5, 0, 2, 1, 1, 1, 1, 1), (1, 0, 1, 1, 1, 1, 1, 6))
        assert "to row 1, which held no piece\n" in scene(empty, turn=Turn(0)).text()
        single = Board((5, 1, 1, 1, 1, 1, 1, 1), (1, 0, 2, 1, 1, 1, 1, 5))
        assert "to row 1, which held 1 piece\n" in scene(single, turn=Turn(0, 0)).text()
        assert "to row 7, its target row\n" in scene(single, turn=Turn(6)).text()


class TestPicture:
    def test_shows_every_piece_in_its_row(self) -> None:
        for view in ALL:
            svg = view.draw().svg
            for i, board in enumerate(boards(view)):
                caption = "" if view.turn is None else "a caption"
                picture = Picture(board, view.options, caption=caption)
                assert rows_of(marked(svg, "data-piece", i), picture) == piece_counts(board)

    def test_nothing_lies_on_a_piece(self) -> None:
        for view in ALL:
            svg = view.draw().svg
            for number in range(len(boards(view))):
                points = marked(svg, "data-piece", number) + marked(svg, "data-move", number)
                assert all(dist(a, b) > 2 * RADIUS for (_, a), (_, b) in combinations(points, 2))

    def test_every_move_ends_in_its_row(self) -> None:
        for view in WALKS:
            turn = view.turn
            if turn is None or turn.initial is None:
                assert not marked(view.draw().svg, "data-move")
                continue
            ends = {("1", ahead(view.player, turn.initial, 1)): 1}
            if turn.second is not None:
                entered = ahead(view.player, turn.initial, 1)
                end = ahead(view.player, turn.second, view.board.count_in(entered))
                ends["2", end] = 1
            if turn.extra is not None:
                ends["3", turn.extra.end] = 1
            picture = Picture(view.board, view.options, caption="a caption")
            assert rows_of(marked(view.draw().svg, "data-move"), picture) == ends

    def test_arrows_run_from_what_moves_to_where_it_goes(self) -> None:
        for view in [*WALKS, scene(TWICE, turn=Turn(4, 5, Extra("A", 7, 6)))]:
            svg = view.draw().svg
            ends = [at for _, at in marked(svg, "data-move")]
            starts = [at for _, at in marked(svg, "data-piece")] + ends
            shafts = [
                [float(text) for text in re.findall(r"[\d.]+", d)]
                for d in re.findall(rf'<path d="([^"]*)"[^>]*stroke="{INK}" stroke-width="2.8"', svg)
            ]
            assert len(shafts) == len(ends)
            for (*tail, x, y), end in zip(shafts, ends, strict=True):
                assert min(dist(tail, start) for start in starts if start != end) < RADIUS + 3
                assert RADIUS < dist((x, y), end) < 2 * RADIUS + 3

    def test_a_piece_that_moves_twice_is_drawn_once(self) -> None:
        svg = scene(TWICE, turn=Turn(4, 5, Extra("A", 7, 6))).draw().svg
        lanes = {x for _, (x, _) in marked(svg, "data-move")}
        assert len(lanes) == 3
        # The piece of the first two moves, and that of the third.
        moving = sorted(x for _, (x, _) in marked(svg, "data-piece") if x in lanes)
        assert moving == [min(lanes), max(lanes)]

    def test_is_xml_with_words_for_screen_readers(self) -> None:
        for view in ALL:
            root = ElementTree.fromstring(view.draw().svg)
            assert root.tag == f"{SVG}svg"
            assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
            assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
            desc = root[1].text or ""
            for board in boards(view):
                for player in PLAYERS:
                    counts = [f"{n} in row {row}" for row, n in enumerate(board.pieces(player)) if n]
                    assert f"{player}: {', '.join(counts)}" in desc

    def test_an_svg_is_self_contained(self) -> None:
        for view in ALL:
            assert not re.search(
                r"<text|<style|<use|<image|href|url\(|\sid=|font|class=|<g/>", view.draw().svg
            )

    def test_coordinates_have_at_most_two_decimals(self) -> None:
        for view in ALL:
            plain = re.sub(r"<(title|desc)>.*?</\1>|#\w{6}", "", view.draw().svg, flags=re.DOTALL)
            assert not re.search(r"\.\d{3}|\de-?\d|nan|inf|-0[^.\d]", plain)

    def test_only_what_breaks_a_rule_is_red(self) -> None:
        for view in ALL:
            assert WRONG not in view.draw().svg
            assert "x breaks a rule" not in view.text()

    def test_is_the_same_every_time(self) -> None:
        for view in ALL:
            same_view = TurnView(
                view.board, view.player, view.options, view.turn, view.breaks_rule, view.notes
            )
            assert (
                (view.text(), view.draw().svg)
                == (same_view.text(), same_view.draw().svg)
                == (view.text(), view.draw().svg)
            )


@pytest.mark.parametrize("options", [OWN, ANY, Options("own", negatives=False)])
def test_the_edges_show_what_a_piece_scores(options: Options) -> None:
    lines = scene(CROWDED, options=options).text().splitlines()
    edge_words = [line.split() for line in lines if re.match(r" +\d +\S+ +│", line)]
    assert [int(words[1]) for words in reversed(edge_words)] == [*options.worth]
    assert [int(words[-1]) for words in reversed(edge_words)] == [*own_rows("B", options.worth)]


class TestBrokenTurns:
    rows = st.integers(-2, ROWS + 1) | st.integers(-(10**60), 10**60)
    extra = st.builds(Extra, st.sampled_from(PLAYERS), rows, rows)
    turn = st.builds(Turn, st.none() | rows, st.none() | rows, st.none() | extra)
    board = st.sampled_from([view.board for view in ALL])

    @examples(100)
    @given(board, st.sampled_from(PLAYERS), st.sampled_from([OWN, ANY]), turn)
    def test_never_fail(self, board: Board, player: str, options: Options, turn: Turn) -> None:
        view = scene(board, "A" if player == "A" else "B", options, turn)
        svg, text = view.draw().svg, view.text()
        root = ElementTree.fromstring(svg)
        assert float(root.get("width", "")) < 1200
        assert float(root.get("height", "")) < 1200
        assert max(map(len, text.splitlines())) <= 80
        assert ("The turn is not valid." in text) == view.breaks_rule == (WRONG in svg)
        assert ("After the turn" in text) == (not view.breaks_rule and turn.initial is not None)
        pieces = rows_of(
            marked(svg, "data-piece"), Picture(board, options, caption="Turn:" * ("Turn:" in text))
        )
        assert pieces == piece_counts(board)

    def test_only_what_is_wrong_is_marked(self) -> None:
        view = scene(START, turn=Turn(0, 6, Extra("B", 3, 1)))
        text = view.text()
        assert re.findall(r"[123]x", text) == ["3x"]
        assert "Turn: 0 6 B3>1" in text
        assert "1 initial move: A from row 0 to row 1, which held 2 pieces\n" in text
        assert "3 extra move: B from row 3 to row 1, which breaks a rule\n" in text
        moves = re.findall(r'<g data-move="(\d)"><\w+ [^>]*stroke="(#\w+)"', view.draw().svg)
        assert moves == [("1", INK), ("2", INK), ("3", WRONG)]

    def test_rows_off_the_board_are_drawn_beside_it(self) -> None:
        view = scene(START, turn=Turn(99, -5, Extra("B", 12, 3)))
        lines = view.text().splitlines()
        assert next(line for line in lines if "┌" in line).count("x") == 2
        assert next(line for line in lines if "└" in line).count("2x") == 1
        assert "1 initial move: A from off the board, which breaks a rule" in lines
        assert "Turn:" not in view.text()
        assert rows_of(marked(view.draw().svg, "data-move"), Picture(START, OWN)) == {("3", 3): 1}

    def test_a_move_without_a_piece_has_a_cross(self) -> None:
        legal, missing = scene(START, turn=Turn(0, 6)), scene(START, "B", turn=Turn(0, 1))
        cross = f'stroke="{WRONG}" stroke-width="2.6"'
        assert legal.draw().svg.count(cross) == 0
        assert missing.draw().svg.count(cross) == 1
        assert "Initial move: B has no piece in row 0." in missing.text()

    def test_a_pass_that_is_not_allowed(self) -> None:
        text = scene(START, turn=PASS).text()
        assert "Turn: pass\n" in text
        assert "The turn is not valid.\n" in text
        assert "After the turn" not in text


def test_long_words_of_notes_are_cut() -> None:
    view = TurnView(START, "A", OWN, None, False, (f"There is no row {'9' * 4000}.",))
    assert f"There is no row {'9' * 40}...\n" in view.text()
    assert float(ElementTree.fromstring(view.draw().svg).get("height", "")) < 700

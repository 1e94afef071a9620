"""Tests drawings: every tube in its place, every card described, and no solution makes drawing fail."""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.drawing.svg import Point
from puzzles.light_line.cards import (
    BEYOND,
    MEETS,
    SOCKETS,
    TURNED,
    Card,
    PlacedCard,
    Section,
    ends_of,
)
from puzzles.light_line.drawing.bands import COLOURS as PAINTS
from puzzles.light_line.drawing.bands import faded
from puzzles.light_line.drawing.cards import DISC, GAP
from puzzles.light_line.drawing.puzzle import TableView
from puzzles.light_line.drawing.scene import Axis, scene_of, tube_names
from puzzles.light_line.drawing.tubes import (
    CARD_HEIGHT,
    CARD_WIDTH,
    curve,
    inward,
    letter_spots,
    sampled,
    socket_point,
)
from puzzles.light_line.places import Places
from tests.puzzles.light_line.sample_drawings import DECK, ODD, chain, walk
from tests.tiers import examples

SVG = "{http://www.w3.org/2000/svg}"
# All sockets around a card, clockwise.
AROUND = [*("N0", "N1", "N2"), *("E0", "E1", "E2"), *("S2", "S1", "S0"), *("W2", "W1", "W0")]


def bands(svg: str, layer: str) -> list[list[Point]]:
    """Returns the curves in a layer, each as its four points on the page, widest stroke first."""
    curves: list[list[Point]] = []

    def seek(element: ElementTree.Element, at: Point, inside: bool) -> None:
        moving = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
        if moving:
            at = at[0] + float(moving[1]), at[1] + float(moving[2])
        inside = inside or element.get("data-layer") == layer
        d = element.get("d", "")
        if inside and "C" in d and element.tag == f"{SVG}path":
            numbers = [float(text) for text in re.findall(r"-?[\d.]+", d)]
            curves.append([(x + at[0], y + at[1]) for x, y in zip(numbers[::2], numbers[1::2], strict=True)])
        for child in element:
            seek(child, at, inside)

    seek(ElementTree.fromstring(svg), (0.0, 0.0), False)
    return curves


def near(a: Point, b: Point) -> bool:
    return dist(a, b) < 0.05


def crossings(first: tuple[str, str], second: tuple[str, str]) -> int:
    """Counts the crossings of two tubes: sampled points of the first change sides of the second."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    # The second is shifted a little, so that no sampled point lies on the other tube.
    aside = [(x + 0.013, y + 0.017) for x, y in sampled(*second)]
    return sum(
        side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        for a, b in pairwise(sampled(*first))
        for c, d in pairwise(aside)
    )


class TestTubes:
    @pytest.mark.parametrize("ends", list(combinations(SOCKETS, 2)))
    def test_end_at_their_sockets_at_right_angles_and_stay_on_the_card(self, ends: tuple[str, str]) -> None:
        points = curve(*ends)
        assert points[0] == socket_point(ends[0])
        assert points[3] == socket_point(ends[1])
        for end, bend, socket in ((points[0], points[1], ends[0]), (points[3], points[2], ends[1])):
            way = inward(socket)
            ahead = bend[0] - end[0], bend[1] - end[1]
            assert ahead[0] * way[0] + ahead[1] * way[1] > 5
            assert abs(ahead[0] * way[1] - ahead[1] * way[0]) < 1e-9
        assert all(
            -0.01 <= x <= CARD_WIDTH + 0.01 and -0.01 <= y <= CARD_HEIGHT + 0.01 for x, y in sampled(*ends)
        )

    def test_straight_ones_are_straight(self) -> None:
        for socket in ("N0", "N1", "N2"):
            assert len({round(x, 6) for x, _ in sampled(socket, MEETS[socket])}) == 1

    def test_sockets_that_meet_share_a_point(self) -> None:
        for socket, meeting in MEETS.items():
            down, right = BEYOND[socket[0]]
            x, y = socket_point(meeting)
            assert socket_point(socket) == (x + right * CARD_WIDTH, y + down * CARD_HEIGHT)

    def test_half_a_turn_turns_the_curve(self) -> None:
        for start, end in combinations(SOCKETS, 2):
            turned_points = sampled(TURNED[start], TURNED[end])
            for (x, y), (u, v) in zip(sampled(start, end), turned_points, strict=True):
                assert near((CARD_WIDTH - x, CARD_HEIGHT - y), (u, v))

    def test_printed_tubes_cross_once_or_never_as_they_must(self) -> None:
        printed = [
            ends for ends in combinations(SOCKETS, 2)
            if ends[0][0] != ends[1][0] and (MEETS[ends[0]][0] != ends[1][0] or MEETS[ends[0]] == ends[1])
        ]  # fmt: skip
        assert len(printed) == 6 + 36
        counts = Counter[int]()
        for tube_ends, other_ends in combinations(printed, 2):
            if set(tube_ends) & set(other_ends):
                continue
            first, last = sorted(map(AROUND.index, tube_ends))
            between = sum(first < AROUND.index(end) < last for end in other_ends)
            assert crossings(tube_ends, other_ends) == (between == 1)
            counts[between] += 1
        assert min(counts.values()) > 50

    def test_letters_lie_on_their_tubes_and_apart(self) -> None:
        for card in DECK:
            ends = tuple(tube.ends for tube in card.tubes)
            spots = letter_spots(ends)
            for spot, own_ends in zip(spots, ends, strict=True):
                assert spot in sampled(*own_ends)
            assert all(dist(a, b) > 2 * DISC + 1 for a, b in combinations(spots, 2))
            on_others = [
                min(dist(spot, point) for point in sampled(*b))
                for spot, own_ends in zip(spots, ends, strict=True)
                for b in ends
                if b != own_ends
            ]
            # Clear of every other tube's coloured band.
            assert min(on_others) > 6, card

    def test_letters_of_six_tubes_through_the_middle_keep_apart(self) -> None:
        star = tuple((socket, TURNED[socket]) for socket in SOCKETS if socket[0] in "NW")
        for occupied in ((), ((CARD_WIDTH / 2, CARD_HEIGHT / 2),)):
            spots = letter_spots(star, occupied)
            assert all(
                dist(socket, other) > 2 * DISC for socket, other in combinations([*spots, *occupied], 2)
            )


class TestPicture:
    def test_is_xml_with_words_for_screen_readers(self) -> None:
        for seed in range(20):
            table = walk(seed, 8)
            root = ElementTree.fromstring(table.draw().svg)
            assert root.tag == f"{SVG}svg"
            assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
            assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
            desc = root[1].text or ""
            places = Places.of(placed.cell for placed in table.layout)
            for placed in table.layout:
                turned = ", turned" if placed.turned else ""
                assert f"{placed.card} on {places.name(placed.cell)}{turned}" in desc
            for card in table.cards:
                assert f"Card {card.id}: {card.tubes[0].colour} {'-'.join(card.tubes[0].ends)}" in desc

    def test_an_svg_is_self_contained(self) -> None:
        for table in (walk(1, 8), TableView("odd", ODD), TableView("deal", DECK)):
            assert not re.search(r"<text|<style|<use|<image|href|url\(|\sid=|font|class=", table.draw().svg)

    def test_coordinates_have_at_most_two_decimals(self) -> None:
        markup = re.sub(r"<(title|desc)>.*?</\1>|#\w{6}", "", walk(3, 8).draw().svg, flags=re.DOTALL)
        assert not re.search(r"\.\d{3}|\de-?\d|nan|inf|-0[^.\d]", markup)

    @pytest.mark.parametrize("count", [1, 2, 5, 6, 8, 13, 60])
    def test_a_deal_shows_every_tube_once_on_a_well_proportioned_page(self, count: int) -> None:
        svg = TableView("deal", DECK[:count]).draw().svg
        # A gap, a casing and a core for every tube.
        assert len(bands(svg, "tubes")) == 3 * sum(len(card.tubes) for card in DECK[:count])
        root = ElementTree.fromstring(svg)
        shape = float(root.get("width", "")) / float(root.get("height", ""))
        assert 0.8 < shape < (3.0 if count > 1 else 4.0)

    def test_every_band_ends_at_its_sockets(self) -> None:
        for seed in range(20):
            table = walk(seed, 8)
            svg = table.draw().svg
            all_bands = bands(svg, "tubes") + bands(svg, "line")
            cards = {card.id: card for card in table.cards}
            corner = self._first_corner(table, all_bands)
            scene = scene_of(table.cards, table.layout, table.line)
            for placed in scene.layout:
                x = corner[0] + placed.col * CARD_WIDTH
                y = corner[1] + placed.row * CARD_HEIGHT
                for i, tube in enumerate(cards[placed.card].tubes):
                    start, end = ((u + x, v + y) for u, v in map(socket_point, ends_of(tube, placed.turned)))
                    matching = [band for band in all_bands if near(band[0], start) and near(band[3], end)]
                    # The line has a light besides.
                    assert len(matching) == 3 + ((placed.card, i) in scene.on_line)

    @staticmethod
    def _first_corner(table: TableView, all_bands: list[list[Point]]) -> Point:
        """Returns the corner of row 0, column 0, computed from the first card's first band."""
        scene = scene_of(table.cards, table.layout, ())
        first = scene.layout[0]
        place = scene_of(table.cards, table.layout, table.line)
        tubes = scene.cards[first.card].tubes
        i = next(i for i in range(len(tubes)) if (first.card, i) not in place.on_line)
        x, y = socket_point(ends_of(tubes[i], first.turned)[0])
        return all_bands[0][0][0] - x - first.col * CARD_WIDTH, all_bands[0][0][
            1
        ] - y - first.row * CARD_HEIGHT

    def test_the_line_is_picked_out_and_goes_on_from_card_to_card(self) -> None:
        table = chain()
        line = bands(table.draw().svg, "line")[::4]
        assert len(line) == 3
        ends = [point for band in line for point in (band[0], band[3])]
        assert sum(near(a, b) for a, b in combinations(ends, 2)) == 2
        svg = table.draw().svg
        below, above = svg.split('data-layer="line"')
        assert faded(PAINTS["blue"]) in below
        assert PAINTS["red"] not in below
        assert PAINTS["red"] in above
        # Exactly the two ends carry a ring.
        assert svg.count('r="9.5"') == 2
        plain = TableView("deal", table.cards, table.layout).draw().svg
        assert faded(PAINTS["blue"]) not in plain
        assert PAINTS["blue"] in plain.split('data-layer="legend"')[0]

    def test_a_torn_line_shows_its_ends_and_says_so(self) -> None:
        table = chain()
        torn = TableView(
            "torn", table.cards, table.layout, (Section("a", 0), Section("c", 0), Section("b", 0))
        )
        assert torn.draw().svg.count('r="9.5"') == 2 + 2
        assert "a red / c red -> b red" in torn.text()
        assert "a red -> b red -> c red" in table.text()

    def test_every_tube_has_a_letter_and_two_of_a_colour_have_numbers(self) -> None:
        for cards in (DECK[:8], ODD):
            svg = TableView("deal", cards).draw().svg
            letters = svg.split('data-layer="letters"')[1].split('data-layer="legend"')[0]
            assert letters.count("<circle") == sum(len(card.tubes) for card in cards)
        assert tube_names(ODD[0]) == ["R1", "R2", "R3", "R4", "R5", "R6"]
        assert tube_names(ODD[1]) == ["K1", "K2", "B"]

    def test_turned_cards_have_their_names_upside_down(self) -> None:
        for seed in range(10):
            table = walk(seed, 6)
            legend = 1 if any(placed.turned for placed in table.layout) else 0
            assert (
                table.draw().svg.count("rotate(180)")
                == sum(placed.turned for placed in table.layout) + legend
            )

    def test_the_new_card_is_framed(self) -> None:
        table = chain()
        frame = 'stroke="#1c2733" stroke-width="3.6"'
        for layout in (table.layout, table.layout[:2]):
            assert frame not in TableView("x", table.cards, layout).draw().svg
            assert TableView("x", table.cards, layout, new="c").draw().svg.count(frame) == 1
            assert "!" in TableView("x", table.cards, layout, new="c").text().split("! new card")[0]

    def test_unplaced_cards_are_drawn_below(self) -> None:
        table = chain()
        for solved, new, heading in (
            (True, None, "Not placed:"), (False, None, "Hand:"), (False, "c", "To be placed:")
        ):  # fmt: skip
            view = TableView("x", table.cards, table.layout[:2], new=new, solved=solved)
            assert f"\n{heading}\n" in view.text()
            assert len(bands(view.draw().svg, "tubes")) == 3 * 6
        assert TableView("x", table.cards).text().startswith("Cards:\n")


class TestFarApart:
    def test_many_empty_rows_are_one_gap_and_a_single_one_stays(self) -> None:
        axis = Axis([5, 7, -(10**30), 6, 9], 100, GAP)
        assert axis.starts == {-(10**30): 0, **{5 + i: 100 + GAP + 100 * i for i in range(5)}}
        assert axis.gaps == [100]
        assert axis.length == 600 + GAP
        assert Axis([0, 3], 100, GAP).length == 200 + GAP

    def test_the_picture_stays_small_and_says_where_cards_lie(self) -> None:
        layout = (
            PlacedCard("01", 10**30, -(10**30), True),
            PlacedCard("02", 0, 10**9, False),
            PlacedCard("03", 3, 0, False),
        )
        table = TableView("far", DECK[:3], layout)
        root = ElementTree.fromstring(table.draw().svg)
        assert float(root.get("width", "")) < 700
        assert float(root.get("height", "")) < 700
        desc = root[1].text or ""
        assert "01 on [1e30, 0], turned" in desc
        assert "03 on [3, 1e30]" in desc
        assert max(map(len, table.text().splitlines())) <= 80


class TestNonsense:
    def test_what_cannot_be_drawn_is_listed(self) -> None:
        layout = (
            PlacedCard("01", 0, 0, False), PlacedCard("01", 5, 5, False),
            PlacedCard("02", 0, 0, True), PlacedCard("no\none", 1, 1, True),
        )  # fmt: skip
        line = (Section("01", 99), Section("nobody", 0), Section("02", -1), Section("01", 1))
        table = TableView("wrong", DECK[:3], layout, line, solved=True)
        for text in (table.text(), ElementTree.fromstring(table.draw().svg)[1].text or ""):
            text = re.sub(r"\s+", " ", text)
            assert "01 again on F6" in text
            assert "02 on A1, where 01 lies" in text
            assert "no?one on B2, which is not a card of this puzzle" in text
            assert "01 (no such tube) / nobody (no such card) / 02 (no such tube) / 01 black" in text

    def test_a_line_of_no_tube_has_no_colour(self) -> None:
        table = TableView("wrong", DECK[:1], (), (Section("nobody", 0),), solved=True)
        assert "The line: nobody (no such card)" in table.text()

    def test_names_of_any_kind(self) -> None:
        names = ["x" * 200, "x" * 199 + "y", "a\x00b", "<&>", "юг", " ", "\ud800", "fourteen words", "07"]
        cards = tuple(Card(name, DECK[i].tubes) for i, name in enumerate(names))
        scene = scene_of(cards, (), ())
        assert list(scene.names.values()) == [
            "No. 1", "No. 2", "No. 3", "<&>", "No. 5", "No. 6", "No. 7", "fourtee...", "07"
        ]  # fmt: skip
        for table in (TableView("\x07", cards), TableView("", cards, (PlacedCard("x" * 200, 0, 0, True),))):
            svg, text = table.draw().svg, table.text()
            ElementTree.fromstring(svg.encode())
            text.encode()
            for short in scene.names.values():
                assert escape(short) in svg
                assert all(part in text for part in short.split())
            assert "No. 5 is card юг" in text
            assert all(len(line) <= 80 for line in text.splitlines())

    def test_thousands_of_wrong_parts_are_cut_short(self) -> None:
        table = TableView(
            "many", DECK, tuple(PlacedCard(str(i), i, i, False) for i in range(5000)),
            tuple(Section(str(i % 70), i) for i in range(5000)), notes=("w" * 3000,) * 5000,
        )  # fmt: skip
        root = ElementTree.fromstring(table.draw().svg)
        assert float(root.get("width", "")) < 1e4
        assert float(root.get("height", "")) < 4e4
        assert "and 4976 more" in table.text()

    ids = st.sampled_from([card.id for card in DECK[:4]]) | st.text(max_size=5)
    numbers = st.integers(-3, 3) | st.integers(-(10**30), 10**30)
    placed_cards = st.builds(PlacedCard, ids, numbers, numbers, st.booleans())

    @examples(150)
    @given(
        st.lists(placed_cards, max_size=8), st.lists(st.builds(Section, ids, st.integers(-1, 7)), max_size=8),
        ids | st.none(), st.lists(st.text(max_size=300), max_size=3), st.booleans(),
    )  # fmt: skip
    def test_any_solution_is_drawn(
        self,
        layout: list[PlacedCard],
        line: list[Section],
        new: str | None,
        notes: list[str],
        solved: bool,
    ) -> None:
        table = TableView("any", DECK[:4], tuple(layout), tuple(line), new, notes=tuple(notes), solved=solved)
        svg = table.draw().svg
        root = ElementTree.fromstring(svg.encode())
        assert float(root.get("width", "")) < 5000
        assert float(root.get("height", "")) < 5000
        text = table.text()
        text.encode()
        assert all(card.id in text and f"Card {card.id}:" in svg for card in DECK[:4])
        same_table = TableView(
            "any", DECK[:4], tuple(layout), tuple(line), new, notes=tuple(notes), solved=solved
        )
        assert (same_table.draw().svg, same_table.text()) == (svg, text)

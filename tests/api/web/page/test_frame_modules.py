"""Tests the modules of the frame that need no page: history, addresses, storage, records, checking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.api.web.page.modules_page import call, modules_page

Json = dict[str, Any]

# Adds numbers; each may be added once, and a dozen is the end.
PLAY = """
const play = {
  begin: (puzzle) => ({ puzzle, moves: [] }),
  player: () => null,
  moves: ({ puzzle, moves }) => puzzle.filter((n) => !moves.includes(n)),
  after: ({ puzzle, moves }, move) => ({ puzzle, moves: [...moves, move] }),
  outcome: () => null,
  solution: ({ moves }) => moves,
  notation: (_, move) => `No. ${move}; ~+%`,
};
"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = modules_page(chromium)
    yield page
    page.close()


class TestHistory:
    def states(self, page: Page, body: str) -> Any:
        script = f"""
            let history = new m.History();
            const add = (...state) => (history = history.add(...state));
            const at = () => history.state.moves.join("");
            {body}
        """
        return call(page, "frame/history.js", script)

    def test_undo_and_redo_walk_through_the_states(self, page: Page) -> None:
        body = """
            add(["a"], null); add(["a", "b"], null); add([], null); add(["c"], null);
            const seen = [at()];
            while (history.canUndo) { history = history.undo(); seen.push(at()); }
            while (history.canRedo) { history = history.redo(); seen.push(at()); }
            return seen;
        """
        assert self.states(page, body) == ["c", "", "ab", "a", "", "a", "ab", "", "c"]

    def test_another_move_ends_what_could_be_redone(self, page: Page) -> None:
        body = """
            add(["a"], null); add(["a", "b"], null); history = history.undo(); add(["c"], null);
            return [at(), history.canRedo];
        """
        assert self.states(page, body) == ["c", False]

    def test_the_same_move_goes_on_with_what_could_be_redone(self, page: Page) -> None:
        body = """
            add(["a"], null); add(["a", "b"], null); history = history.undo().undo(); add(["a"], null);
            return history.canRedo;
        """
        assert self.states(page, body) is True

    def test_nothing_new_is_no_state(self, page: Page) -> None:
        assert (
            self.states(
                page, 'add(["a"], null); add(["a"], null); add(["a"], null); return history.states.length;'
            )
            == 2
        )

    def test_moves_that_follow_are_undone_with_the_one_before(self, page: Page) -> None:
        body = """
            add(["a"], null); add(["a", "b"], null);
            add(["a", "b", "c"], null, true); add(["a", "b", "c", "d"], null, true);
            history = history.undo(); const before = at();
            history = history.redo(); return [before, at()];
        """
        assert self.states(page, body) == ["a", "abcd"]

    def test_a_history_that_is_saved_is_the_same(self, page: Page) -> None:
        body = """
            add([{ a: 1 }], null); add([{ a: 1 }, { b: 2 }], { x: [1] });
            add([{ a: 1 }], { x: [1] }); add([], null);
            add([{ c: 3 }], null, true); history = history.undo();
            const saved = JSON.parse(JSON.stringify(m.writeHistory(history)));
            return [m.readHistory(saved), history, saved.steps];
        """
        read, history, steps = self.states(page, body)
        assert read == history
        # Notes that went away are saved as such.
        assert steps[3] == {"keep": 0, "notes": None}

    @pytest.mark.parametrize(
        "saved",
        [
            None,
            3,
            {},
            {"steps": {}, "present": 0},
            {"steps": [], "present": 1},
            {"steps": [], "present": -1},
            {"steps": [], "present": 0.5},
            {"steps": [{"keep": 1}], "present": 0},
            {"steps": [{"keep": -1}], "present": 0},
            {"steps": [None], "present": 0},
            {"steps": [{"keep": 0, "add": 7}], "present": 0},
        ],
    )
    def test_what_is_no_saved_history_is_refused(self, page: Page, saved: object) -> None:
        body = "try { m.readHistory(argument); return 'read'; } catch (error) { return error.name; }"
        assert call(page, "frame/history.js", body, saved) == "RangeError"


class TestAddresses:
    def test_moves_come_back_as_they_were(self, page: Page) -> None:
        body = f"""{PLAY}
            const text = m.writeMoves(play, [1, 2, 3], [3, 1]);
            return [text, m.readMoves(play, [1, 2, 3], text), m.readMoves(play, [1, 2, 3], "")];
        """
        text, moves, none = call(page, "frame/address.js", body)
        assert text == "No.+3%3B+~%2B%25;No.+1%3B+~%2B%25"
        assert (moves, none) == ([3, 1], [])

    @pytest.mark.parametrize("text", ["No.+4%3B+~%2B%25", ";", "%", "No.+3%3B+~%2B%25;No.+3%3B+~%2B%25"])
    def test_what_is_not_legal_is_refused(self, page: Page, text: str) -> None:
        body = (
            f"{PLAY} try {{ m.readMoves(play, [1, 2, 3], argument); }} catch (error) {{ return error.name; }}"
        )
        assert call(page, "frame/address.js", body, text) == "RangeError"

    def test_fragments(self, page: Page) -> None:
        fragments = ["", "#", "#a:b", "#a:b~", "#~C3;C4", "#a:b~c~d"]
        assert call(page, "frame/address.js", "return argument.map(m.readFragment)", fragments) == [
            {"line": None, "moves": None},
            {"line": None, "moves": None},
            {"line": "a:b", "moves": None},
            {"line": "a:b", "moves": ""},
            {"line": None, "moves": "C3;C4"},
            {"line": "a:b", "moves": "c~d"},
        ]


class TestStorage:
    def test_where_there_is_no_room_plays_that_are_over_make_it(self, page: Page) -> None:
        body = """
            localStorage.clear();
            m.save("play.old", { at: "1", solved: "x", fill: "x".repeat(1e6) });
            m.save("play.older", { at: "0", solved: "x", fill: "x".repeat(1e6) });
            m.save("play.open", { at: "0", fill: "x".repeat(1e6) });
            const isKept = m.save("play.new", "x".repeat(25e5));
            const kept = Object.keys(localStorage).sort();
            localStorage.clear();
            return [isKept, kept];
        """
        kept = ["lineworks.play.new", "lineworks.play.old", "lineworks.play.open"]
        assert call(page, "frame/storage.js", body) == [True, kept]

    def test_what_there_is_no_room_for_stays_as_long_as_the_page(self, page: Page) -> None:
        body = """
            localStorage.clear();
            const large = "x".repeat(6e6);
            const isKept = m.save("play.large", large);
            const isThere = m.load("play.large") === large;
            m.save("play.large", 3);
            return [isKept, isThere, m.load("play.large"), localStorage.getItem("lineworks.play.large")];
        """
        assert call(page, "frame/storage.js", body) == [False, True, 3, "3"]

    def test_what_cannot_be_read(self, page: Page) -> None:
        body = """
            localStorage.setItem("lineworks.a", "{");
            return [m.load("a"), m.isUnreadable("a"), m.load("b"), m.isUnreadable("b")];
        """
        assert call(page, "frame/storage.js", body) == [None, True, None, False]


def result(date: str | None, solved: str, **more: object) -> Json:
    return {
        "kind": "a.b",
        "grade": "easy",
        "date": date,
        "seconds": 60,
        "score": None,
        "target": None,
        "helped": False,
        "solved": solved,
    } | more


class TestRecords:
    def streak(self, page: Page, results: Json, begun: Json, today: str) -> Json:
        body = "return m.streak(argument.results, argument.begun, argument.today)"
        streak: Json = call(
            page, "frame/records.js", body, {"results": results, "begun": begun, "today": today}
        )
        return streak

    def test_a_streak_counts_days_on_which_a_puzzle_of_the_day_was_solved(self, page: Page) -> None:
        days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03", "2026-03-04"]
        results = {day: result(day, f"{day}T10:00:00.000Z") for day in days}
        results["twice"] = results["2026-03-01"]
        results["none"] = result(None, "2026-03-02T10:00:00.000Z")
        results["late"] = result("2026-03-02", "2026-03-05T10:00:00.000Z")
        assert self.streak(page, results, {}, "2026-03-04") == {"current": 2, "longest": 3}
        assert self.streak(page, results, {}, "2026-03-05") == {"current": 2, "longest": 3}
        assert self.streak(page, results, {}, "2026-03-06") == {"current": 0, "longest": 3}
        assert self.streak(page, {}, {}, "2026-03-06") == {"current": 0, "longest": 0}

    def test_a_puzzle_begun_on_its_day_may_be_finished_on_the_next(self, page: Page) -> None:
        results = {"a": result("2026-03-01", "2026-03-02T00:10:00.000Z")}
        begun = {
            "a": {"kind": "a.b", "grade": "easy", "date": "2026-03-01", "at": "2026-03-01T23:50:00.000Z"}
        }
        assert self.streak(page, results, {}, "2026-03-01")["current"] == 0
        assert self.streak(page, results, begun, "2026-03-01")["current"] == 1

    def test_a_better_score_replaces_a_result_and_keeps_its_moment(self, page: Page) -> None:
        body = """
            localStorage.clear();
            for (const one of argument) { m.recordResult("a", one); }
            return m.results().a;
        """
        first, better = (
            result("2026-03-01", f"2026-03-0{n}T10:00:00.000Z", score=n, target=3) for n in (1, 2)
        )
        kept = better | {"solved": first["solved"]}
        assert call(page, "frame/records.js", body, [first, better, first]) == kept

    def test_other_values_in_the_store_are_ignored(self, page: Page) -> None:
        body = """
            localStorage.setItem("lineworks.results", argument);
            return [m.results(), m.begunPuzzles()];
        """
        for stored in ("null", "[1]", '{"a": 3, "b": {"kind": 1}, "c": null}', "{"):
            assert call(page, "frame/records.js", body, stored) == [{}, {}]

    def test_summaries(self, page: Page) -> None:
        solved = "2026-03-01T10:00:00.000Z"
        results = {
            "1": result(None, solved, seconds=50),
            "2": result(None, solved, seconds=10, helped=True),
            "3": result(None, solved, seconds=30),
            "4": result(None, solved, seconds=20, score=3, target=4),
            "5": result(None, solved, grade="expert", seconds=90),
            "6": result(None, solved, kind="a.a", grade=None, seconds=90, helped=True),
        }
        assert call(page, "frame/records.js", "return m.summaries(argument)", results) == [
            {"kind": "a.a", "grade": None, "solved": 1, "alone": 0, "best": None, "median": None},
            {"kind": "a.b", "grade": "easy", "solved": 4, "alone": 2, "best": 30, "median": 30},
            {"kind": "a.b", "grade": "expert", "solved": 1, "alone": 1, "best": 90, "median": 90},
        ]

    def test_the_calendar(self, page: Page) -> None:
        solved = "2026-03-05T10:00:00.000Z"
        results = {str(n): result(day, solved) for n, day in enumerate(["2026-03-01", None, "2026-03-01"])}
        body = "return [...m.solvedByDay(argument)]"
        assert call(page, "frame/records.js", body, results) == [["2026-03-01", 2]]


class TestChecker:
    """Positions are numbers of moves; the service says what it thinks of each."""

    def find(self, page: Page, states: list[str], hidden: tuple[int, ...] = ()) -> Any:
        body = """
            const { states, hidden } = argument;
            window.asked = [];
            window.fetch = async (_, { body }) => {
              const { progress } = JSON.parse(body);
              asked.push(progress.n);
              const state = states[progress.n];
              if (state === "away") { throw new TypeError("away"); }
              const answer = state === "short" ? { status: "solvable", best_score: 3 } : { status: state };
              return new Response(JSON.stringify({ best_score: 5, proven: true, reason: null, ...answer }));
            };
            const progressOf = (n) => hidden.includes(n) ? null : { n };
            const checker = new m.Checker({}, 4, progressOf, "en");
            const found = await checker.findMistake(states.map((_, n) => n));
            return [found && [found.index, found.exact, found.finding.state], asked.length];
        """
        return call(page, "frame/checking.js", body, {"states": states, "hidden": hidden})

    def test_the_first_mistake_is_found_with_few_questions(self, page: Page) -> None:
        for first in range(1, 31):
            found, asked = self.find(page, ["solvable"] * first + ["impossible"] * (31 - first))
            assert found == [first - 1, True, "wrong"]
            assert asked <= 6

    def test_a_target_out_of_reach_is_a_mistake(self, page: Page) -> None:
        assert self.find(page, ["solvable", "solvable", "short", "impossible"])[0] == [1, True, "short"]

    def test_what_nobody_knows_is_not_blamed(self, page: Page) -> None:
        assert self.find(page, ["solvable", "unknown", "unknown", "impossible"])[0] == [2, False, "wrong"]

    def test_moves_that_nothing_can_express_count_as_one(self, page: Page) -> None:
        assert self.find(page, ["solvable", "x", "x", "impossible"], (1, 2))[0] == [2, False, "wrong"]

    def test_no_mistake_and_no_service(self, page: Page) -> None:
        assert self.find(page, ["solvable", "solvable"])[0] is None
        assert self.find(page, ["solvable", "away", "impossible"])[0] is None


def test_times_as_clocks_show_them(page: Page) -> None:
    body = "return argument.map(m.clockTime)"
    assert call(page, "frame/stopwatch.js", body, [0, 9, 60, 134, 3599, 3600, 3734, 36000]) == [
        "0:00",
        "0:09",
        "1:00",
        "2:14",
        "59:59",
        "1:00:00",
        "1:02:14",
        "10:00:00",
    ]

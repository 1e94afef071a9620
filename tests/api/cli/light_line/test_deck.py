"""deck check, show and write; deal, and --deal in place of FILE; the deck options of generate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from api.calls.common_shapes import Anything
from api.cli.light_line.dealing import deal
from api.problem_documents import Refused
from puzzles.json_shapes import Integer, ObjectShape
from puzzles.light_line.deck import Deck, read_deck, synthetic_deck
from puzzles.light_line.deck import shipped_text as shipped
from puzzles.registry import kind_named
from tests.api.fake_engines import OPTIONS, Engine, Generator, use_engine, use_generator
from tests.api.program import answer, lines, run, write_file
from tests.api.small_puzzles import COVER

OWN: dict[str, Any] = {
    "name": "my box",
    "cards": [
        {"id": "a", "back": 3, "tubes": [["red", "W1", "E1"], ["blue", "N0", "S0"]]},
        {"id": "b", "tubes": [["red", "W1", "E1"]]},
        {"id": "c", "back": 2, "tubes": [["black", "W1", "E1"], ["green", "N2", "S2"]]},
    ],
}
SOCKET_TWICE = {**OWN, "cards": [OWN["cards"][0] | {"tubes": [["red", "N0", "E1"], ["blue", "S0", "N0"]]}]}
TITLE = "the synthetic deck of Lineworks"
COMMANDS = ("solve", "check", "count", "show")


def own(folder: Path) -> Path:
    return write_file(folder, "own.json", OWN)


def ids(puzzle: dict[str, Any]) -> list[str]:
    return [card["id"] for card in puzzle["cards"]]


def usage_error(result: Result) -> str:
    """Returns the message of a usage error, which leaves standard output empty."""
    assert (result.exit_code, result.stdout) == (2, "")
    *_, last = result.stderr.splitlines()
    return last


# deck check


def test_the_shipped_deck_passes_without_remarks(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    assert run("deck", "write", "-o", path).exit_code == 0
    assert answer(run("deck", "check", path, "--json")) == {
        "valid": True,
        "name": "the synthetic deck of Lineworks",
        "synthetic": True,
        "cards": 60,
        "remarks": [],
    }
    result = run("deck", "check", "-", stdin=path.read_text())
    first, colours, backs, last = result.stdout.splitlines()
    assert first == f"{TITLE}: 60 cards."
    assert sum(int(word) for word in colours.split() if word.isdigit()) == 240
    assert backs == "Backs: 2 on 13 cards, 3 on 21 cards, 4 on 13 cards, 5 on 13 cards."
    assert last == "No differences from the form of the printed deck."
    assert (result.exit_code, result.stderr) == (0, "")


def test_remarks_are_no_errors(tmp_path: Path) -> None:
    result = run("deck", "check", own(tmp_path))
    assert (result.exit_code, result.stderr) == (0, "")
    output_lines = result.stdout.splitlines()
    assert output_lines[:4] == [
        "my box: 3 cards, not synthetic.",
        "Tubes: 2 red, 0 yellow, 1 green, 1 blue, 1 black.",
        "Backs: 2 on 1 card, 3 on 1 card, none on 1 card.",
        "Differences from the printed deck:",
    ]
    assert '  /cards/1: card "b" does not say which number is on its back' in output_lines
    response = answer(run("deck", "check", own(tmp_path), "--json"))
    assert (response["valid"], response["name"], response["synthetic"], response["cards"]) == (
        True,
        "my box",
        False,
        3,
    )
    assert [f"  {r['pointer']}: {r['detail']}" for r in response["remarks"]] == output_lines[4:]


def test_very_many_remarks_are_cut_short() -> None:
    tubes = [["red", f"N{i}", f"S{(i + 1) % 3}"] for i in range(3)]
    deck = {"name": "odd", "cards": [{"id": str(i), "tubes": tubes} for i in range(60)]}
    output_lines = run("deck", "check", "-", stdin=json.dumps(deck)).stdout.splitlines()
    count = 1 + 59 + 60 * (1 + 2 + 3)
    assert (len(output_lines), output_lines[-1]) == (4 + 10 + 1, f"  and {count - 10} more")
    checked = answer(run("deck", "check", "-", "--json", stdin=json.dumps(deck)))
    assert (len(checked["remarks"]), checked["more"]) == (100, count - 100)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (json.dumps(SOCKET_TWICE), "/cards/0/tubes/1: socket N0 has a tube already"),
        (json.dumps(OWN | {"author": "me"}), "/author: unknown field; the fields are name, synthetic, cards"),
        (json.dumps(OWN | {"cards": []}), "/cards: expected at least 1 entry, got 0"),
        (json.dumps([OWN]), "expected a deck: an object with name and cards"),
        (json.dumps(COVER), "/kind: unknown field"),
        ('{"name": "cut off",\n', "not JSON: Expecting property name"),
        (json.dumps(OWN) + json.dumps(OWN), "not JSON: Extra data at line 1"),
        ("", "not JSON: it is empty"),
        (" " * (2**20 + 1), "larger than 1048576 bytes"),
    ],
)
def test_a_malformed_deck(tmp_path: Path, text: str, words: str) -> None:
    path = write_file(tmp_path, "bad.json", text)
    for command in (("deck", "check", path), ("deck", "show", path), ("deck", "show", "--svg", path),
                    ("deal", "1", "--deck", path), ("solve", "--deal", "1", "--deck", path),
                    ("show", "--svg", "--deal", "1", "--deck", path),
                    ("generate", "end_of_line.cover", "--deck", path)):  # fmt: skip
        result = run(*command)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"Error: {path}: {words}")
    for as_json in (("deck", "check", path), ("check", "--deal", "1", "--deck", path)):
        result = run(*as_json, "--json")
        assert words in answer(result)["detail"]
        assert (result.exit_code, result.stderr) == (2, "")


def test_a_deck_file_that_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    for command in (("deck", "check", path), ("deal", "1", "--deck", path)):
        assert usage_error(run(*command)) == f"Error: {path}: No such file or directory"


def test_the_help_documents_a_deck_that_is_one() -> None:
    help_text = run("deck", "--help").stdout
    begin = help_text.index('{"name"')
    deck = read_deck(json.JSONDecoder().raw_decode(help_text, begin)[0])
    assert not deck.synthetic
    for word in ("N0  N1  N2", "W1 |            | E1", "S0  S1  S2", "yellow", "back"):
        assert word in help_text


# deck show and write


def test_show_draws_the_shipped_deck() -> None:
    result = run("deck", "show")
    output_lines = result.stdout.splitlines()
    assert output_lines[0] == f"{TITLE}, 60 cards"
    assert [line[:3] for line in output_lines if line[2:4] == ": "] == [f"{n:02}:" for n in range(1, 61)]
    assert (result.exit_code, result.stderr) == (0, "")


def test_show_draws_a_deck_of_ones_own(tmp_path: Path) -> None:
    output = run("deck", "show", own(tmp_path)).stdout
    assert output.startswith("my box, 3 cards\n")
    assert "b: red E1-W1" in output
    assert run("deck", "show", "-", stdin=json.dumps(OWN)).stdout == output
    long = run("deck", "show", "-", stdin=json.dumps(OWN | {"name": "box " * 40, "synthetic": True})).stdout
    assert " (synthetic), 3 cards" in long, "however long the name"


def test_show_as_a_picture_into_a_file(tmp_path: Path) -> None:
    target = tmp_path / "deck.svg"
    result = run("deck", "show", "--svg", "-o", target)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    drawing = target.read_text()
    assert drawing.startswith("<svg") and f"<title>{TITLE}, 60 cards</title>" in drawing
    assert run("deck", "show", "--svg").stdout == drawing
    assert (
        usage_error(run("deck", "show", "-o", target))
        == f"Error: {target}: already exists; --force replaces it"
    )
    assert run("deck", "show", own(tmp_path), "-o", target, "--force").exit_code == 0
    assert target.read_text().startswith("my box")


def test_write_is_the_shipped_file_and_replaces_none(tmp_path: Path) -> None:
    assert run("deck", "write").stdout == shipped()
    path = own(tmp_path)
    assert "already exists" in usage_error(run("deck", "write", "-o", path))
    assert json.loads(path.read_text()) == OWN
    assert run("deck", "write", "-o", path, "--force").exit_code == 0
    assert path.read_text() == shipped()
    assert "--force needs -o FILE" in usage_error(run("deck", "write", "--force"))


# deal


@pytest.mark.parametrize(
    ("args", "rest"),
    [
        ((), {"kind": "light_line.solo"}),
        (("--kind", "light_line.longest"), {"kind": "light_line.longest"}),
        (("--kind", "light_line.head", "--length", "3"), {"kind": "light_line.head", "length": 3}),
    ],
)
def test_deal_prints_a_puzzle(args: tuple[str, ...], rest: dict[str, Any]) -> None:
    result = run("deal", "8", "--seed", "3", *args)
    puzzle = answer(result)
    assert result.stderr == f"8 cards of {TITLE}, seed 3\n"
    assert ids(puzzle) == ["05", "18", "56", "42", "23", "02", "39", "14"]
    assert {name: value for name, value in puzzle.items() if name != "cards"} == rest
    kind_named(puzzle["kind"]).parse(puzzle)
    assert answer(run("deal", "5", "--seed", "3", *args)) == puzzle | {"cards": puzzle["cards"][:5]}


def test_a_deal_of_ones_own_deck(tmp_path: Path) -> None:
    result = run("deal", "3", "--deck", own(tmp_path), "--seed", "1")
    assert sorted(ids(answer(result))) == ["a", "b", "c"]
    assert result.stderr == "3 cards of my box, seed 1\n"
    assert run("deal", "3", "--deck", "-", "--seed", "1", stdin=json.dumps(OWN)).stdout == result.stdout
    assert run("deal", "1", "--deck", own(tmp_path)).stderr.startswith("1 card of my box, seed ")


def test_without_a_seed_every_deal_is_another_and_says_which() -> None:
    dealt = [run("deal", "8") for _ in range(5)]
    assert len({result.stdout for result in dealt}) > 1
    for result in dealt:
        seed = result.stderr.split()[-1]
        assert run("deal", "8", "--seed", seed).stdout == result.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("0",), "'N': expected an integer from 1 to 60, got 0"),
        (("61",), "'N': expected an integer from 1 to 60, got 61"),
        (("four",), "'N': expected an integer"),
        (("4", "--seed", "-1"), "'--seed'"),
        (("4", "--kind", "light_line.head"), "--length: missing"),
        (
            ("4", "--kind", "light_line.head", "--length", "0"),
            "'--length': expected an integer of at least 1",
        ),
        (("4", "--length", "2"), "--length: applies to light_line.head only, not to light_line.solo"),
        (("4", "--kind", "light_line.place"), "'--kind'"),
        (("4", "--kind", "end_of_line.solo"), "'--kind'"),
    ],
)
def test_invalid_deals(args: tuple[str, ...], words: str) -> None:
    assert words in usage_error(run("deal", *args))
    if "N" not in words:
        number, *rest = args
        assert words in usage_error(run("check", "--deal", number, *rest))


def test_more_cards_than_the_deck_has(tmp_path: Path) -> None:
    words = "expected at most 3, as many as the deck has, got 4"
    assert usage_error(run("deal", "4", "--deck", own(tmp_path))) == f"Error: N: {words}"
    for how in ((), ("--json",)):
        result = run("solve", "--deal", "4", "--deck", own(tmp_path), *how)
        assert usage_error(result) == f"Error: --deal: {words}"


def test_a_call_that_deals_names_its_argument() -> None:
    deck: Deck = read_deck(OWN)
    with pytest.raises(Refused) as caught:
        deal(deck, 4, 1, "light_line.head")
    assert [problem.pointer for problem in caught.value.problems] == ["/deal", "/length"]
    assert deal(synthetic_deck(), 60, 1).kind.id == "light_line.solo"


# --deal in place of FILE


def _alone(command: str) -> tuple[str, ...]:
    """Names one engine, because of several the first to answer is reported."""
    return ("--engine", "search") if command == "solve" else ()


@pytest.mark.parametrize("kind", [(), ("--kind", "light_line.head", "--length", "2")])
@pytest.mark.parametrize("command", COMMANDS)
def test_deal_in_place_of_a_file_is_the_puzzle_of_deal(command: str, kind: tuple[str, ...]) -> None:
    puzzle = run("deal", "3", "--seed", "5", *kind).stdout
    by_file = run(command, "-", *_alone(command), stdin=puzzle)
    dealt = run(command, "--deal", "3", "--seed", "5", *kind, *_alone(command))
    assert dealt.exit_code == by_file.exit_code
    if command == "count" and kind:
        assert dealt.stdout == ""
        assert dealt.stderr == by_file.stderr.replace("standard input", f"3 cards of {TITLE}, seed 5")
        return
    first, *rest = dealt.stdout.splitlines()
    assert (first, dealt.stderr) == (f"3 cards of {TITLE}, seed 5", "")
    # The durations differ.
    assert [line for line in rest if " in " not in line] == [
        line for line in by_file.stdout.splitlines() if " in " not in line
    ]


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_standard_output_holds_the_answer_alone(command: str) -> None:
    command_with_json = ("--json", *_alone(command))
    dealt = run(command, "--deal", "3", "--seed", "5", *command_with_json)
    by_file = run(command, "-", *command_with_json, stdin=run("deal", "3", "--seed", "5").stdout)
    assert answer(dealt) | {"seconds": 0} == answer(by_file) | {"seconds": 0}
    assert dealt.stderr == f"3 cards of {TITLE}, seed 5\n"


def test_a_picture_of_a_deal_with_its_solution(tmp_path: Path) -> None:
    puzzle = write_file(tmp_path, "deal.json", run("deal", "2", "--seed", "1").stdout)
    solution = write_file(
        tmp_path, "answer.json", run("solve", "--deal", "2", "--seed", "1", "--json").stdout
    )
    by_file = run("show", puzzle, "--solution", solution, "--svg")
    dealt = run("show", "--deal", "2", "--seed", "1", "--solution", solution, "--svg")
    assert dealt.stdout == by_file.stdout != run("show", puzzle, "--svg").stdout
    assert dealt.stderr == f"2 cards of {TITLE}, seed 1\n"
    target = tmp_path / "drawing"
    assert run("show", "--deal", "2", "--seed", "1", "-o", target).exit_code == 0
    assert target.read_text().startswith(f"2 cards of {TITLE}, seed 1\n"), "what is kept says it too"


def test_the_deal_has_the_seed_and_not_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    use_engine(monkeypatch, engine)
    run("solve", "--deal", "3", "--seed", "5")
    run("solve", "-", "--seed", "5", stdin=lines(COVER))
    assert [limits.seed for _, limits in engine.calls] == [0, 5]


def test_what_has_no_count_is_bad_input_as_from_a_file() -> None:
    longest = ("--kind", "light_line.longest")
    dealt = run("count", "--deal", "2", *longest, "--json")
    by_file = run("count", "-", "--json", stdin=run("deal", "2", *longest).stdout)
    assert answer(dealt) == answer(by_file)
    assert (dealt.exit_code, by_file.exit_code) == (2, 2)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "Missing argument 'FILE', or --deal, --deck, --tray in its place."),
        (("a.json", "--deal", "3"), "FILE and --deal cannot be used together."),
        (("a.json", "--deck", "b.json"), "FILE and --deck cannot be used together."),
        (("a.json", "--kind", "light_line.solo"), "--kind needs --deal."),
        (("a.json", "--length", "3"), "--length needs --deal."),
        (("--tray", "S", "--deal", "3"), "--tray and --deal cannot be used together."),
        (("--deal", "0"), "Invalid value for '--deal': expected an integer from 1 to 60, got 0"),
    ],
)
def test_a_file_or_a_deal(command: str, args: tuple[str, ...], words: str) -> None:
    assert usage_error(run(command, *args)) == f"Error: {words}"


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_a_seed_without_a_deal_is_only_for_an_engine(command: str) -> None:
    assert usage_error(run(command, "-", "--seed", "3", stdin=lines(COVER))) == "Error: --seed needs --deal."


def test_standard_input_is_not_both_the_deck_and_the_solution() -> None:
    result = run("show", "--deal", "2", "--deck", "-", "--solution", "-", stdin=json.dumps(OWN))
    assert "cannot be both" in usage_error(result)


# generate --deck and --deal


def test_generate_hands_on_the_deck_and_the_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    generator = Generator(
        options=ObjectShape({"cards": Integer(5, 12), "deck": Anything(1000)}, optional=("cards", "deck"))
    )
    use_generator(monkeypatch, generator)
    assert run("generate", "end_of_line.cover", "--deck", own(tmp_path), "--deal", "6").exit_code == 0
    assert run("generate", "end_of_line.cover", "--deal", "5").exit_code == 0
    assert run("generate", "end_of_line.cover").exit_code == 0
    assert generator.options_seen == [{"cards": 6, "deck": OWN}, {"cards": 5}, {}]
    few = run("generate", "end_of_line.cover", "--deal", "4")
    assert usage_error(few) == "Error: --deal: expected an integer from 5 to 12, got 4"
    twice = run("generate", "end_of_line.cover", "--deal", "5", "--option", "cards=6")
    assert usage_error(twice) == "Error: --option cards: cards is set twice."


def test_generate_refuses_them_for_a_kind_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_generator(monkeypatch, Generator(options=OPTIONS))
    for args in (("--deck", own(tmp_path)), ("--deal", "5")):
        words = f"{args[0]}: end_of_line.cover has no such option; its options are --rows, --option name"
        assert usage_error(run("generate", "end_of_line.cover", *args)) == f"Error: {words}"

"""Tests linja play from late positions, whose values are computed at once."""

from __future__ import annotations

import os
import pty
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from puzzles.linja.board import START, USUAL, Board, Options
from puzzles.linja.endgame import EndgamePuzzle
from puzzles.linja.turns import results
from solvers.data_folder import VARIABLE
from solvers.linja.search import SearchEngine
from solvers.linja.table import table_path
from solvers.linja.table_builder import build
from solvers.linja.table_file import Reader
from solvers.protocol import Limits
from tests.api.program import run, write_file
from tests.api.program import start as start_process
from tests.api.small_puzzles import COVER

LATE: dict[str, Any] = {
    "kind": "linja.endgame",
    "A": [0, 0, 0, 1, 2, 2, 2, 5],
    "B": [5, 1, 4, 1, 0, 0, 1, 0],
    "to_move": "A",
}
BOARD = Board(tuple(LATE["A"]), tuple(LATE["B"]))
EARLY = {**LATE, "A": [5, 2, 1, 1, 1, 1, 1, 0], "B": [0, 1, 1, 1, 1, 1, 1, 6]}
OVER = {**LATE, "A": [0, 0, 0, 0, 3, 2, 4, 3], "B": [3, 4, 2, 3, 0, 0, 0, 0]}
# A player who can only pass: the opponent's pieces fill the row ahead.
STUCK = {**LATE, "A": [0, 0, 0, 0, 0, 1, 0, 11], "B": [5, 1, 0, 0, 0, 0, 6, 0]}


@pytest.fixture(autouse=True, scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Builds a table in a folder of the test's own, down far enough for all games here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(tmp_path_factory.mktemp("data")))
        for options in (USUAL, Options("any", False)):
            build(table_path(options), options, 130)
        yield


@pytest.fixture
def late(tmp_path: Path) -> Path:
    return write_file(tmp_path, "late.json", LATE)


def play_game(start: Path, *typed: str, args: tuple[str, ...] = ("--seed", "1")) -> Result:
    result = run("linja", "play", "--from", start, *args, stdin="".join(f"{line}\n" for line in typed))
    assert result.stderr == ""
    assert result.exit_code == 0
    return result


def computer(result: Result) -> list[str]:
    return re.findall(r"^The computer plays (.*)$", result.stdout, re.MULTILINE)


def boards(result: Result) -> list[str]:
    return re.findall(r"^row    A.*?B's target$", result.stdout, re.MULTILINE | re.DOTALL)


def test_the_board_and_a_turn(late: Path) -> None:
    result = play_game(late, "4 4", "quit")
    first = result.stdout.splitlines()[0]
    assert first.startswith("You are A, and move up, to row 7. The computer has strength 3, seed 1.")
    assert "  6   +3  │ AA                              B │  -3" in boards(result)[0]
    assert "  3   -1  │ A                               B │  +1" in boards(result)[0]
    assert "A> 4 4\nYou play 4 4" in result.stdout
    assert (len(boards(result)), len(computer(result))) == (3, 1)


def test_help_turns_and_hint(late: Path) -> None:
    output = play_game(late, "help", "?").stdout
    assert output.count("What else can be typed:") == 2
    for name in ("help", "moves", "hint", "undo", "show", "quit"):
        assert re.search(rf"^  {name} ", output, re.MULTILINE)
    output = play_game(late, "moves").stdout.partition("A> moves\n")[2]
    listed = [
        turn for line in output.split("A> ")[0].splitlines() for turn in re.split(r"\s{3,}", line) if turn
    ]
    assert len(listed) == len(results(BOARD, "A", USUAL))
    moves = SearchEngine().moves(EndgamePuzzle(BOARD, "A"), Limits())
    assert not isinstance(moves, str)
    best = moves[0]
    output = play_game(late, "HINT").stdout
    hint = re.search(r"^(.*): if both sides play their best, you end (.*)\.$", output, re.MULTILINE)
    assert hint
    assert re.search(r"\d+ (ahead|behind)|level", hint[2])
    assert hint[2] == (
        f"{abs(best.value)} {'ahead' if best.value > 0 else 'behind'}" if best.value else "level"
    )
    assert f"You play {hint[1]}" in play_game(late, hint[1]).stdout


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0", "Initial move: A has no piece in row 0."),
        ("9", "Initial move: there is no row 9; rows are 0 to 7."),
        ("7", "Initial move: a piece in its target row goes no further."),
        ("6 6", "No second move is allowed: the initial move entered the target row."),
        ("pass", "Player A has an initial move and may not pass."),
        ("4", "A second move of 2 rows must be made."),
        ("4 4 6>7", "No extra move was earned"),
        (
            "one",
            'expected a turn like "0", "0 5", "0 5+ 1>2" or "pass", got "one"; type help to see the commands',
        ),
        ("4 4 4 4", "expected a turn like"),
        ("x" * 5000, 'got "xxxxxxxx'),
        ("\0", "expected a turn like"),
        ("turn", "expected a turn like"),
        ("back", "There is no turn of yours to take back."),
    ],
)
def test_errors_are_reported_and_nothing_is_lost(late: Path, typed: str, words: str) -> None:
    result = play_game(late, typed, "", "board")
    assert words in result.stdout
    assert len(set(boards(result))) == 1
    assert computer(result) == []


def test_turns_taken_back(late: Path) -> None:
    result = play_game(late, "4 4", "back", "board", "4 4", "back", "back", "4 4")
    assert "There is no turn of yours to take back." in result.stdout
    first, mine, answer, *again = boards(result)
    assert again == [first, first, mine, answer, first, mine, answer]
    assert len(set(computer(result))) == 1


def test_bytes_that_are_no_text(late: Path) -> None:
    result = run("linja", "play", "--from", late, stdin=b"\xff\xfe\nquit\n")
    assert result.exit_code == 0
    assert "expected a turn like" in result.stdout


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_game_to_its_end(late: Path, side: str) -> None:
    rows = range(8)
    candidates = [f"{a}" for a in rows] + [f"{a} {b}" for a in rows for b in rows] + ["pass"]
    result = play_game(late, *candidates * 40, args=("--as", side, "--seed", "3"))
    result_line = re.search(
        r"A scores (-?\d+), B scores (-?\d+); the game is over: (.*), so (.*)\.\n$", result.stdout
    )
    assert result_line
    margin = int(result_line[1]) - int(result_line[2])
    mine = margin if side == "A" else -margin
    assert result_line[3] == (
        f"{'A' if margin > 0 else 'B'} wins by {abs(margin)}" if margin else "nobody wins"
    )
    assert result_line[4] == ("you win" if mine > 0 else "you lose" if mine else "it is a draw")


def test_a_position_that_is_over(tmp_path: Path) -> None:
    output = play_game(write_file(tmp_path, "over.json", OVER)).stdout
    assert output.endswith("A scores 34, B scores 34; the game is over: nobody wins, so it is a draw.\n")


def test_a_player_who_can_only_pass(tmp_path: Path) -> None:
    result = play_game(write_file(tmp_path, "stuck.json", STUCK), "turns", "5", "pass")
    assert "A> turns\npass\n" in result.stdout
    assert "Initial move: row 6, 1 row ahead, is full." in result.stdout
    assert "You play pass" in result.stdout


def test_the_options_of_the_puzzle(tmp_path: Path) -> None:
    puzzle = {**LATE, "extra_move": "any", "negatives": False}
    assert (
        "A's target             ▼ B's home     B\n  7   +5"
        in play_game(write_file(tmp_path, "a", puzzle)).stdout
    )
    assert re.search(r"^  0    0 .*\+5$", play_game(write_file(tmp_path, "a", puzzle)).stdout, re.MULTILINE)


def test_the_same_seed_plays_the_same_game(late: Path) -> None:
    def game(seed: str, strength: str) -> list[str]:
        return computer(play_game(late, "4 4", args=("--seed", seed, "--strength", strength)))

    assert game("7", "2") == game("7", "2")
    assert len({tuple(game(str(seed), "1")) for seed in range(8)}) > 1


def test_a_random_seed_is_printed(late: Path) -> None:
    result = play_game(late, "4 4", args=())
    seed = re.search(r"seed (\d+)", result.stdout)
    assert seed
    assert computer(play_game(late, "4 4", args=("--seed", seed[1]))) == computer(result)


# without a table


def test_a_table_that_does_not_go_so_far_down(tmp_path: Path) -> None:
    early = write_file(tmp_path, "early.json", EARLY)
    result = run("linja", "play", "--from", early, stdin="4 4\n")
    assert (result.exit_code, result.stdout) == (3, "")
    layer = START.progress + 1
    begins = f"This game begins in layer {layer}, and the table does not go down that far."
    assert result.stderr == f"{begins}\nTo make it: lineworks linja build\n"


@pytest.mark.process
@pytest.mark.parametrize("typed", [b"what\nn\n", b"\x04"])
def test_on_a_terminal_it_asks(tmp_path: Path, typed: bytes) -> None:
    terminal, side = pty.openpty()
    command = ("linja", "play", "--extra-move", "any")
    with start_process(
        *command, stdin=side, stderr=side, LINEWORKS_DATA=str(tmp_path), TERM="dumb"
    ) as process:
        assert process.stdout is not None
        os.close(side)
        out = b""
        while b"[y/n]" not in out:
            out += os.read(process.stdout.fileno(), 4096)
        os.write(terminal, typed)
        out += process.stdout.read()
        assert process.wait(20) == 3
    os.close(terminal)
    output = out.decode()
    assert "layers  42 to 168" in output
    assert "Make it now? (Later: lineworks linja build --extra-move any) [y/n]" in output
    assert not list(tmp_path.iterdir())


def test_late_positions_need_no_table(late: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that values are searched where no table can be written."""
    with_table = boards(play_game(late, "4 4"))
    monkeypatch.setenv(VARIABLE, "/dev/null")
    assert boards(play_game(late, "4 4")) == with_table


def test_a_damaged_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    path = table_path(USUAL)
    build(path, USUAL, 130)
    begins = Reader(path, USUAL).begin[BOARD.progress + 2]
    data = bytearray(path.read_bytes())
    data[begins] ^= 1
    path.write_bytes(data)
    late = write_file(tmp_path, "late.json", LATE)
    assert "you end" in run("linja", "play", "--from", late, stdin="hint\n").stdout
    path.unlink()  # a file that is mapped is never cut short, only replaced
    path.write_bytes(b"no table")
    result = run("linja", "play", stdin="hint\n")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {path}: not a table of Linja")
    assert result.stderr.endswith("Delete the file and make it again: lineworks linja build\n")


# options and helps


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--strength", "0"), "expected an integer from 1 to 5, got 0"),
        (("--strength", "6"), "expected an integer from 1 to 5, got 6"),
        (("--strength", "best"), 'expected an integer from 1 to 5, got "best"'),
        (("--seed", "-1"), "got -1"),
        (("--seed", "x"), 'got "x"'),
        (("--as", "C"), "'C' is not one of 'A', 'B'"),
        (("--extra-move", "none"), "'none' is not one of 'own', 'any'"),
        (("--from", "missing.json"), "missing.json: No such file or directory"),
        (("--from", "-"), "--from needs a file: your turns come from standard input."),
        (
            ("--from", "late.json", "--extra-move", "own"),
            "cannot be used with --from: the puzzle has its own.",
        ),
        (("--from", "late.json", "--no-negatives"), "cannot be used with --from: the puzzle has its own."),
        (("--from", "cover.json"), 'expected a "linja.endgame" puzzle, got "end_of_line.cover"'),
        (("--from", "short.json"), "/A: expected 12 pieces in all, got 11"),
        (("--from", "text.json"), "not JSON"),
        (("--from", "."), "Is a directory"),
        (("file.json",), "unexpected extra argument"),
    ],
)
def test_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_file(tmp_path, "late.json", LATE)
    write_file(tmp_path, "cover.json", COVER)
    write_file(tmp_path, "short.json", {**LATE, "A": [0, 0, 0, 0, 2, 2, 2, 5]})
    write_file(tmp_path, "text.json", "A: 1 2 3")
    result = run("linja", "play", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_the_help() -> None:
    help_text = run("linja", "play", "--help").stdout
    for name in ("--as [A|B]", "--strength", "--extra-move", "--no-negatives", "--seed", "--from FILE"):
        assert name in help_text
    assert re.search(r"--strength 1  plays almost at random", help_text)
    assert re.search(r"^ +5  makes none", help_text, re.MULTILINE)

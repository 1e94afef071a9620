"""Tests what only a subprocess shows: pipes, signals, start-up and a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from api.cli.commands import COMMANDS
from api.cli.exit_codes import BAD, CUT_OFF, FAULT, GOOD, IN_WORDS, INTERRUPTED, NO, NO_OUTPUT, UNKNOWN
from tests.api.program import PROGRAM, ROOT, lines, start, write_file
from tests.api.running_service import FOR_EVER, wait_until
from tests.api.small_puzzles import COVER, COVER_SOLUTION, ENDLESS, LARGE_COVER, RECORD

pytestmark = pytest.mark.process

# A count that no engine finishes while a test looks on.
LONG = ("--cap", "1000000", "--seconds", "600")
HEAVY = {"numba", "numpy", "ortools", "pysat", "networkx", "rich", "sqlalchemy", "alembic"}


def wait_for_work(process: subprocess.Popen[bytes], busy: float = 1.5) -> None:
    """Waits until the engines are loaded and at work, measured by the processor time of the process."""
    ticks = os.sysconf("SC_CLK_TCK")

    def seconds() -> float:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / ticks

    wait_until(lambda: seconds() > busy)


@pytest.mark.parametrize("puzzle_from", ["file", "batch"])
def test_an_interrupt_ends_the_work_at_once(tmp_path: Path, puzzle_from: str) -> None:
    name = "a.json" if puzzle_from == "file" else "a.jsonl"
    text = lines(*[ENDLESS] * (1 if puzzle_from == "file" else 3))
    with start("count", write_file(tmp_path, name, text), *LONG) as process:
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, out, err) == (130, b"", b"Interrupted.\n")


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "busy"), [("sat", 2.5), ("cpsat", 4)])
def test_an_interrupt_ends_every_engine(tmp_path: Path, engine: str, busy: float) -> None:
    """Both work outside Python, where an interrupt is not seen by itself."""
    path = write_file(tmp_path, "a.json", LARGE_COVER)
    with start("count", path, *LONG, "--engine", engine) as process:
        wait_for_work(process, busy)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, out, err) == (130, b"", b"Interrupted.\n")


def test_an_interrupt_while_it_waits_for_input() -> None:
    with start("solve", "-", "--json") as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(lines(COVER).encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["status"] == "solved"
        process.send_signal(signal.SIGINT)
        assert process.wait(FOR_EVER) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b"Interrupted.\n"


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.jsonl", lines(*[COVER] * 3000))
    with start("show", path) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"Line 1: END OF LINE Cover\n"
        process.stdout.close()
        assert process.wait(FOR_EVER) == 141
        assert process.stderr.read() == b""


def test_a_closed_pipe_by_its_name_ends_as_quietly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    args = ("generate", "end_of_line.cover", "--grade", "easy", "--count", "1000", "-o", pipe)
    with start(*args) as process, pipe.open("rb") as reading:
        reading.readline()
        reading.close()
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, out, err) == (141, b"", b"")


def test_a_full_disk_is_reported_in_one_line(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.json", COVER)
    with Path("/dev/full").open("wb") as full, start("show", path, stdout=full) as process:
        _, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, err) == (74, b"Error: No space left on device\n")


@pytest.mark.parametrize(
    ("args", "before"),
    [
        (("generate", "end_of_line.cover", "--grade", "easy", "-o", "/dev/full"), b"/dev/full: "),
        (("show", "record.json", "-o", "/dev/full"), b"/dev/full: "),
        (("generate", "end_of_line.cover", "--grade", "easy"), b""),
        (("--help",), b""),
        (("solve", "--help"), b""),
    ],
)
def test_a_full_disk_has_one_exit_status(tmp_path: Path, args: tuple[str, ...], before: bytes) -> None:
    arguments = [write_file(tmp_path, arg, RECORD) if arg == "record.json" else arg for arg in args]
    with Path("/dev/full").open("wb") as full, start(*arguments, stdout=full) as process:
        _, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, err) == (74, b"Error: " + before + b"No space left on device\n")


@pytest.mark.parametrize(
    ("module", "words"),
    [("click", []), ("api.cli.generate", ["generate"]), ("numba", ["linja", "verify"])],
)
def test_an_interrupt_while_commands_are_loaded(module: str, words: list[str]) -> None:
    look = f"""
import os, signal, sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from api.__main__ import main
main()
"""
    ended = subprocess.run([sys.executable, "-c", look, *words], cwd=ROOT, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"Interrupted.\n")


def test_the_help_tells_every_exit_status() -> None:
    match = re.search(r"Exit status: (.*)", IN_WORDS, re.DOTALL)
    assert match
    statuses = (GOOD, NO, BAD, UNKNOWN, FAULT, NO_OUTPUT, INTERRUPTED, CUT_OFF)
    assert re.findall(r"\d+", match[1]) == list(map(str, statuses))
    table = (ROOT / "api" / "cli" / "README.md").read_text().split("| status | meaning |")[1].split("\n\n")[0]
    assert re.findall(r"^\| (\d+) ", table, re.MULTILINE) == list(map(str, statuses))


def test_a_drawing_onto_standard_output_by_name(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.json", COVER)
    with start("show", path, "-o", "/dev/stdout") as process:
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"END OF LINE Cover\n")


def test_generate_into_solve() -> None:
    generate = (
        "generate",
        "end_of_line.cover",
        "--rows",
        "4",
        "--cols",
        "4",
        "--grade",
        "easy",
        "--count",
        "2",
    )
    with (
        start(*generate) as generating,
        start("solve", "-", "--json", stdin=generating.stdout) as solving,
    ):
        out, err = solving.communicate(timeout=FOR_EVER)
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["solved", "solved"]
    assert (generating.returncode, solving.returncode, err) == (0, 0, b"")


def modules_of(folder: Path, *args: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    write_file(folder, "record.json", RECORD)
    write_file(folder, "solution.json", COVER_SOLUTION)
    write_file(folder, "bad.json", COVER | {"rows": 1})
    look = "import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    program = f"{look}; from api.cli.main import main; main(prog_name='lineworks')"
    ended = subprocess.run(
        [sys.executable, "-c", program, *args],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    modules = set(ended.stderr.decode().splitlines()[-1].split())
    assert "click" in modules, "the list is the one of the modules"
    return modules


@pytest.mark.parametrize(
    "args",
    [
        ("show", "record.json"),
        ("show", "--svg", "record.json"),
        ("verify", "record.json", "solution.json"),
        ("verify", "record.json", "record.json"),
        ("solve", "record.json"),
        ("solve", "bad.json"),
        ("solve", "missing.json"),
        ("generate", "chess"),
        ("deal", "8"),
        ("show", "--deal", "8"),
        ("deck", "show"),
        ("deck", "--help"),
        ("linja", "--help"),
        ("bank", "--help"),
        ("kinds",),
        ("schema", "end_of_line.solo"),
        ("settings",),
        ("--version",),
        ("--help",),
    ],
)
def test_nothing_heavy_is_imported_without_need(tmp_path: Path, args: tuple[str, ...]) -> None:
    """Measured by what is imported, which is the same on a busy machine; times are the bench's business."""
    imported = {name.partition(".")[0] for name in modules_of(tmp_path, *args)}
    assert not imported & HEAVY


# What a command's module imports of the modules of others.
SHARED_COMMANDS = {
    "backup": {"settings"}, "bank": {"settings"}, "book": {"settings"}, "demo": {"daily"},
    "restore": {"settings"}, "serve": {"settings"},
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_loads_no_other(tmp_path: Path, name: str) -> None:
    own = COMMANDS[name].path.partition(":")[0]
    others = {entry.path.partition(":")[0] for entry in COMMANDS.values()} - {own}
    others -= {COMMANDS[shared].path.partition(":")[0] for shared in SHARED_COMMANDS.get(name, ())}
    imported = modules_of(tmp_path, name, "--help")
    assert own in imported
    assert not imported & others


def test_the_help_of_the_program_loads_no_command_and_no_kind(tmp_path: Path) -> None:
    imported = modules_of(tmp_path, "--help")
    assert not imported & {entry.path.partition(":")[0] for entry in COMMANDS.values()}
    assert "puzzles.registry" not in imported


def test_a_sign_of_life_on_a_terminal(tmp_path: Path) -> None:
    """Tests that progress is on standard error only, and gone before the interrupt is reported."""
    terminal, side = pty.openpty()
    path = write_file(tmp_path, "a.json", ENDLESS)
    with start("count", path, *LONG, stderr=side, TERM="xterm", COLUMNS="80") as process:
        os.close(side)
        terminal_output = b""
        while b"Counting" not in terminal_output:
            terminal_output += os.read(terminal, 1024)
        process.send_signal(signal.SIGINT)
        try:
            while more := os.read(terminal, 1024):
                terminal_output += more
        except OSError:
            pass  # the other side is closed
        assert process.stdout is not None
        assert process.stdout.read() == b""
        assert process.wait(FOR_EVER) == 130
    os.close(terminal)
    assert terminal_output.endswith(b"Interrupted.\r\n")
    assert re.search(rb"Counting.*\d:\d\d:\d\d", terminal_output), "the time gone by"


def test_short_work_shows_nothing_on_a_terminal(tmp_path: Path) -> None:
    terminal, side = pty.openpty()
    with start("show", write_file(tmp_path, "a.json", COVER), stderr=side) as process:
        process.communicate(timeout=FOR_EVER)
    os.set_blocking(terminal, False)
    with pytest.raises(BlockingIOError):
        os.read(terminal, 1024)
    os.close(side)
    os.close(terminal)


def test_the_program_is_installed_under_its_name() -> None:
    """Tests that `lineworks` runs what the tests run."""
    installed = Path(PROGRAM[0]).with_name("lineworks")
    ended = subprocess.run([installed, "kinds"], capture_output=True, check=True)
    assert b"end_of_line.solo" in ended.stdout

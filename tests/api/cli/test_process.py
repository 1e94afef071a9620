"""What only a process of its own shows: pipes, signals, start-up, a terminal."""

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

from api.cli.exit_codes import BAD, CUT_OFF, FAULT, GOOD, IN_WORDS, INTERRUPTED, NO, NO_OUTPUT, UNKNOWN
from tests.api.program import PROGRAM, ROOT, lines, started, written
from tests.api.running_service import FOR_EVER, until
from tests.api.small_puzzles import COVER, COVER_SOLUTION, ENDLESS, LARGE_COVER, RECORD

pytestmark = pytest.mark.process

# A count that no engine finishes while a test looks on.
LONG = ("--cap", "1000000", "--seconds", "600")
HEAVY = {"numba", "numpy", "ortools", "pysat", "networkx", "rich", "sqlalchemy", "alembic"}


def wait_for_work(process: subprocess.Popen[bytes], busy: float = 1.5) -> None:
    """Until the engines are loaded and at work: until the process has had so many seconds for itself."""
    ticks = os.sysconf("SC_CLK_TCK")

    def seconds() -> float:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / ticks

    until(lambda: seconds() > busy)


@pytest.mark.parametrize("puzzle_from", ["file", "batch"])
def test_an_interrupt_ends_the_work_at_once(tmp_path: Path, puzzle_from: str) -> None:
    name = "a.json" if puzzle_from == "file" else "a.jsonl"
    text = lines(*[ENDLESS] * (1 if puzzle_from == "file" else 3))
    with started("count", written(tmp_path, name, text), *LONG) as process:
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, out, err) == (130, b"", b"Interrupted.\n")


@pytest.mark.parametrize(("engine", "busy"), [("sat", 2.5), ("cpsat", 4)])
def test_an_interrupt_ends_every_engine(tmp_path: Path, engine: str, busy: float) -> None:
    """Both work outside Python, where an interrupt is not seen by itself."""
    path = written(tmp_path, "a.json", LARGE_COVER)
    with started("count", path, *LONG, "--engine", engine) as process:
        wait_for_work(process, busy)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, out, err) == (130, b"", b"Interrupted.\n")


def test_an_interrupt_while_it_waits_for_input() -> None:
    with started("solve", "-", "--json") as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(lines(COVER).encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["status"] == "solved"
        process.send_signal(signal.SIGINT)
        assert process.wait(FOR_EVER) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b"Interrupted.\n"


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", lines(*[COVER] * 3000))
    with started("show", path) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"Line 1: end_of_line.cover\n"
        process.stdout.close()
        assert process.wait(FOR_EVER) == 141
        assert process.stderr.read() == b""


def test_a_closed_pipe_by_its_name_ends_as_quietly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    args = ("generate", "end_of_line.cover", "--grade", "easy", "--count", "1000", "-o", pipe)
    with started(*args) as process, pipe.open("rb") as reading:
        reading.readline()
        reading.close()
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, out, err) == (141, b"", b"")


def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", COVER)
    with Path("/dev/full").open("wb") as full, started("show", path, stdout=full) as process:
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
    named = [written(tmp_path, arg, RECORD) if arg == "record.json" else arg for arg in args]
    with Path("/dev/full").open("wb") as full, started(*named, stdout=full) as process:
        _, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, err) == (74, b"Error: " + before + b"No space left on device\n")


@pytest.mark.parametrize("module", ["click", "api.cli.generate"])
def test_an_interrupt_while_the_commands_are_loaded(module: str) -> None:
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
    ended = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"Interrupted.\n")


def test_the_help_tells_every_exit_status() -> None:
    told = re.search(r"Exit status: (.*)", IN_WORDS, re.DOTALL)
    assert told
    statuses = (GOOD, NO, BAD, UNKNOWN, FAULT, NO_OUTPUT, INTERRUPTED, CUT_OFF)
    assert re.findall(r"\d+", told[1]) == list(map(str, statuses))
    table = (ROOT / "api" / "cli" / "README.md").read_text().split("| status | meaning |")[1].split("\n\n")[0]
    assert re.findall(r"^\| (\d+) ", table, re.MULTILINE) == list(map(str, statuses))


def test_a_drawing_onto_standard_output_by_name(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", COVER)
    with started("show", path, "-o", "/dev/stdout") as process:
        out, err = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"end_of_line.cover\n")


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
    with started(*generate) as made, started("solve", "-", "--json", stdin=made.stdout) as solved:
        out, err = solved.communicate(timeout=FOR_EVER)
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["solved", "solved"]
    assert (made.returncode, solved.returncode, err) == (0, 0, b"")


@pytest.mark.parametrize(
    "args",
    [
        ("show", "record.json"),
        ("show", "--svg", "record.json"),
        ("verify", "record.json", "solution.json"),
        ("verify", "record.json", "record.json"),
        ("solve", "bad.json"),
        ("solve", "missing.json"),
        ("generate", "chess"),
        ("generate", "--help"),
        ("deal", "8"),
        ("show", "--deal", "8"),
        ("deck", "show"),
        ("deck", "--help"),
        ("linja", "--help"),
        ("linja", "play", "--help"),
        ("linja", "play", "--from", "bad.json"),
        ("kinds",),
        ("schema", "end_of_line.solo"),
        ("--version",),
        ("--help",),
    ],
)
def test_nothing_heavy_is_imported_without_need(tmp_path: Path, args: tuple[str, ...]) -> None:
    """Measured by what is imported, which is the same on a busy machine; times are the bench's business."""
    written(tmp_path, "record.json", RECORD)
    written(tmp_path, "solution.json", COVER_SOLUTION)
    written(tmp_path, "bad.json", COVER | {"rows": 1})
    look = "import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    program = f"{look}; from api.cli.main import main; main(prog_name='lineworks')"
    ended = subprocess.run(
        [sys.executable, "-c", program, *args],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    imported = {name.partition(".")[0] for name in ended.stderr.decode().splitlines()[-1].split()}
    assert "click" in imported, "the list is the one of the imports"
    assert not imported & HEAVY


def test_a_sign_of_life_on_a_terminal(tmp_path: Path) -> None:
    """On standard error only, and gone before the interrupt is told."""
    terminal, side = pty.openpty()
    path = written(tmp_path, "a.json", ENDLESS)
    with started("count", path, *LONG, stderr=side, TERM="xterm", COLUMNS="80") as process:
        os.close(side)
        shown = b""
        while b"Counting" not in shown:
            shown += os.read(terminal, 1024)
        process.send_signal(signal.SIGINT)
        try:
            while more := os.read(terminal, 1024):
                shown += more
        except OSError:
            pass  # the other side is closed
        assert process.stdout is not None
        assert process.stdout.read() == b""
        assert process.wait(FOR_EVER) == 130
    os.close(terminal)
    assert shown.endswith(b"Interrupted.\r\n")
    assert re.search(rb"Counting.*\d:\d\d:\d\d", shown), "the time gone by"


def test_short_work_shows_nothing_on_a_terminal(tmp_path: Path) -> None:
    terminal, side = pty.openpty()
    with started("show", written(tmp_path, "a.json", COVER), stderr=side) as process:
        process.communicate(timeout=FOR_EVER)
    os.set_blocking(terminal, False)
    with pytest.raises(BlockingIOError):
        os.read(terminal, 1024)
    os.close(side)
    os.close(terminal)


def test_the_program_is_installed_under_its_name() -> None:
    """What the tests run is what `lineworks` runs."""
    installed = Path(PROGRAM[0]).with_name("lineworks")
    ended = subprocess.run([installed, "kinds"], capture_output=True, check=True)
    assert b"end_of_line.solo" in ended.stdout

"""Runs the command line in this process or, where signals and pipes matter, in a subprocess."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

from click.testing import CliRunner, Result

from api.cli.main import main

Stream = int | IO[bytes] | None
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-m", "api")


def run(*args: str | Path, stdin: str | bytes | None = None) -> Result:
    """Runs a command and returns its result; exceptions are raised, not caught."""
    return CliRunner().invoke(main, [str(arg) for arg in args], input=stdin, catch_exceptions=False)


def start(
    *args: str | Path,
    stdin: Stream = subprocess.PIPE,
    stdout: Stream = subprocess.PIPE,
    stderr: Stream = subprocess.PIPE,
    **settings: str,
) -> subprocess.Popen[bytes]:
    """Starts a command in a subprocess; `settings` are set in its environment."""
    command = [*PROGRAM, *map(str, args)]
    # Usually unset; PYTHONUNBUFFERED would hide an answer that is not flushed.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | settings
    return subprocess.Popen(command, cwd=ROOT, stdin=stdin, stdout=stdout, stderr=stderr, env=env)


def lines(*documents: object) -> str:
    """Returns the documents as JSON Lines; a string is taken as a line."""
    return "".join((d if isinstance(d, str) else json.dumps(d)) + "\n" for d in documents)


def answers(result: Result) -> list[dict[str, Any]]:
    """Returns the documents on standard output, which must be JSON Lines and nothing else."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def answer(result: Result) -> dict[str, Any]:
    (only,) = answers(result)
    return only


def write_file(folder: Path, name: str, document: object) -> Path:
    """Writes a document, or a string as it is, and returns the path of the file."""
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path

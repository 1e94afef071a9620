"""Isolates the tests from the user's data folder, settings and way of starting them."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections import defaultdict
from collections.abc import Generator, Iterator

import pytest

from api.service.settings import PREFIX
from solvers.data_folder import VARIABLE
from tests import coverage_floor, durations, processes, tiers
from tests.api.running_service import RunningService, run_service

# A file whose tests take longer is shared out test by test, others are kept together.
LONG_FILE = 10.0


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A whole service, for all tests that only talk to it. It makes no stock."""
    with run_service(tmp_path_factory.mktemp("running"), LINEWORKS_STOCK="0") as service:
        service.wait_until_ready()
        yield service


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tier", choices=tiers.TIERS, default="test", help="which tests, and how far they go")
    parser.addoption("--note-durations", action="store_true", help=f"write {durations.FILE.name} anew")
    parser.addoption("--raise-floor", action="store_true", help=f"write {coverage_floor.FILE.name} anew")


def pytest_configure(config: pytest.Config) -> None:
    """Each process of pytest has a folder of its own, which the commands that it starts find, too."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="lineworks-")
    # They would change the drawings of the commands under test.
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        os.environ.pop(name, None)
    # Where it is set, each command under test would compile the whole program anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # What a shell starts in the background ignores Ctrl-C, and so would the commands under test.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for marker in tiers.MARKERS:
        config.addinivalue_line("markers", marker)
    tiers.current = config.getoption("--tier")
    processes.watch()
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(durations.Durations(config.getoption("--note-durations")))
        if config.getoption("cov_source", None):
            config.pluginmanager.register(coverage_floor.CoverageFloor(config.getoption("--raise-floor")))


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ[VARIABLE], ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if processes.FIXTURES & fixtures:
            item.add_marker(pytest.mark.process)
        if "running" in fixtures:
            item.add_marker(pytest.mark.xdist_group("service"))
    left_out = [item for item in items if not tiers.is_in_tier(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if tiers.is_in_tier(item)]
    if config.getoption("loadgroup", False):
        _share_out(items)


def _share_out(items: list[pytest.Item]) -> None:
    """Groups tests that one process should run; the longest group comes first.

    So the processes end at about the same time.
    """
    files: dict[str, float] = defaultdict(float)
    for item in items:
        files[_file(item)] += durations.seconds(item.nodeid)
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        own = item.get_closest_marker("xdist_group")
        together = files[_file(item)] <= LONG_FILE or _shares_fixtures(item)
        groups[own.args[0] if own else _file(item) if together else item.nodeid].append(item)
    for name, group in groups.items():
        for item in group:
            if item.nodeid != name and not item.get_closest_marker("xdist_group"):
                item.add_marker(pytest.mark.xdist_group(name))
    longest_first = sorted(
        groups.values(), key=lambda group: -sum(durations.seconds(item.nodeid) for item in group)
    )
    items[:] = [item for group in longest_first for item in group]


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _shares_fixtures(item: pytest.Item) -> bool:
    """Whether a fixture is set up once for several tests of the file."""
    info = getattr(item, "_fixtureinfo", None)
    fixture_definitions = info.name2fixturedefs.values() if info else ()
    return any(definitions[-1].scope in ("module", "class", "package") for definitions in fixture_definitions)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    processes.forget()
    yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    yield
    processes.refuse(item)

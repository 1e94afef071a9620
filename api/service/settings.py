"""The settings of the service, which are variables of the environment.

A misspelt name would be ignored silently, so any other variable that begins with LINEWORKS_ is refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from solvers.data_folder import data_folder

PREFIX = "LINEWORKS_"
# A password that is not quoted may hold any character, so it ends at the last @.
_PASSWORD = re.compile(r"(?<=://)([^:@/]*):.*@")


# As browsers write them: in lower case, with the port only if it is not the scheme's own.
_ORIGIN = re.compile(r"https?://(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?")


class WrongSettings(ValueError):
    """Some settings cannot be used. The message has a line for each."""


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _whole(minimum: int, maximum: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if re.fullmatch(r"[0-9]{1,12}", value) and minimum <= int(value) <= maximum:
            return int(value)
        raise ValueError(f"expected a whole number from {minimum} to {maximum}")

    return read


def _database(value: str) -> str:
    if value.startswith(("sqlite:///", "postgresql://", "postgresql+psycopg://")):
        return value.replace("postgresql://", "postgresql+psycopg://", 1)
    raise ValueError("expected a URL that begins with sqlite:/// or postgresql://")


def _file_in_data() -> str:
    return "sqlite:///" + quote(str(data_folder().absolute() / "lineworks.db"))


def _address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
        raise ValueError("expected a scheduler's address, such as tls://10.0.0.1:8786")
    if parts.scheme == "tcp" and not is_loopback(parts.hostname):
        raise ValueError("only tls:// is allowed beyond this machine, as tcp:// lets anybody run code")
    return value


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _keys_in_data() -> Path:
    return data_folder().absolute() / "cluster-keys"


# The value of `origins` that allows all.
ANY_ORIGIN = "*"


def _origins(value: str) -> str:
    origins = [origin.strip() for origin in value.split(",")]
    if origins == [ANY_ORIGIN] or all(map(_ORIGIN.fullmatch, origins)):
        return ",".join(origins)
    raise ValueError("expected * or origins such as https://a.example,https://b.example:8443")


def _base(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment):
        return value.rstrip("/")
    raise ValueError("expected an address that begins with http:// or https://")


@dataclass(frozen=True)
class _Setting:
    meaning: str
    read: Callable[[str], Any]
    default: Callable[[], Any]
    # Printed where there is no value.
    unset_text: str = ""


# What a client may use in a minute unless settings say otherwise; clients on this machine then have no limit.
DEFAULT_LIMITS = {"reads": 1200, "calls": 600, "work": 120}


def _limit(name: str, meaning: str) -> _Setting:
    default = f"{DEFAULT_LIMITS[name]}, and no limit on loopback"
    return _Setting(meaning, _whole(1, 100_000_000), lambda: None, default)


# By field of Settings; the variable is LINEWORKS_ and the field in capitals.
_SETTINGS: Mapping[str, _Setting] = {
    "data": _Setting("the data folder, for the database and tables", Path, data_folder),
    "database_url": _Setting("the database, SQLite or PostgreSQL", _database, _file_in_data),
    "cluster": _Setting(
        "the address of a cluster's scheduler; jobs run there", _address, lambda: None, "none"
    ),
    "cluster_keys": _Setting("the folder of the cluster's keys", Path, _keys_in_data),
    "base_url": _Setting(
        "the service's public address, for links", _base, lambda: None, "the address that the client used"
    ),
    "origins": _Setting(
        "the origins whose web pages may use the API, separated by commas; * for all",
        _origins,
        lambda: ANY_ORIGIN,
    ),
    "web_workers": _Setting("processes that answer requests", _whole(1, 64), lambda: min(2, _cores())),
    "solvers": _Setting("calls worked on at the same time", _whole(1, 256), _cores),
    "waiting": _Setting("calls that may wait in the queue", _whole(0, 10_000), lambda: 24),
    "seconds": _Setting("time limit in seconds for a call over HTTP", _whole(1, 60), lambda: 5),
    "jobs": _Setting("jobs worked on at the same time", _whole(1, 256), _cores),
    "queue": _Setting("jobs that may wait in the queue", _whole(0, 1_000_000), lambda: 2000),
    "client_jobs": _Setting(
        "unfinished jobs that a client may have; on this machine any number",
        _whole(1, 1_000_000),
        lambda: 100,
    ),
    "client_storage": _Setting(
        "what a client's jobs and their results may take, in megabytes; on this machine any amount",
        _whole(1, 1_000_000),
        lambda: 50,
    ),
    "job_storage": _Setting(
        "what all jobs and their results may take, in megabytes", _whole(1, 100_000_000), lambda: 1000
    ),
    "job_seconds": _Setting("time limit in seconds for a job", _whole(1, 86_400), lambda: 900),
    "keep": _Setting(
        "how long finished jobs and answers are kept, in seconds", _whole(60, 31_536_000), lambda: 86_400
    ),
    "memory": _Setting(
        "memory limit for one call or job, in megabytes", _whole(100, 1_000_000), lambda: 2000
    ),
    "reads": _limit("reads", "reads per client per minute"),
    "calls": _limit("calls", "calls and jobs per client per minute"),
    "work": _limit("work", "seconds that a client's calls may take per minute"),
    "proxies": _Setting("trusted proxies in front of the service", _whole(0, 10), lambda: 0),
    "stock": _Setting(
        "puzzles of each kind and grade in stock for the dailies", _whole(0, 100_000), lambda: 30
    ),
}


@dataclass(frozen=True)
class Settings:
    data: Path
    database_url: str
    cluster: str | None
    cluster_keys: Path
    base_url: str | None
    origins: str
    web_workers: int
    solvers: int
    waiting: int
    seconds: int
    jobs: int
    queue: int
    client_jobs: int
    client_storage: int
    job_storage: int
    job_seconds: int
    keep: int
    memory: int
    reads: int | None
    calls: int | None
    work: int | None
    proxies: int
    stock: int


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Reads the settings from an environment, by default that of this process. Empty variables are unset."""
    environment = os.environ if environment is None else environment
    problems = [
        f"{name}: no such setting; lineworks settings lists them"
        for name in sorted(environment)
        if name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() not in (*_SETTINGS, *_INTERNAL)
    ]
    values: dict[str, Any] = {}
    for field, setting in _SETTINGS.items():
        value = environment.get(variable(field))
        try:
            values[field] = setting.read(value) if value else setting.default()
        except ValueError as e:
            problems.append(f"{variable(field)}: {e}, got {_masked(value or '')!r}")
    if problems:
        raise WrongSettings("\n".join(problems))
    return Settings(**values)


# The variables of api.service.processes, which nobody sets by hand.
_INTERNAL = ("pool", "alive", "owner", "counters", "beat")


def variable(field: str) -> str:
    return PREFIX + field.upper()


def describe(settings: Settings) -> Iterator[tuple[str, Any, str]]:
    """Yields the variable, value and meaning of every setting, without passwords."""
    for field in fields(settings):
        setting, value = _SETTINGS[field.name], getattr(settings, field.name)
        if isinstance(value, str | Path):
            value = _masked(str(value))
        yield variable(field.name), setting.unset_text if value is None else value, setting.meaning


def _masked(url: str) -> str:
    return _PASSWORD.sub(r"\1:***@", url)

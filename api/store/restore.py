"""Restores a backup into an empty database, or in place of what another holds: all of it, or nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from base64 import b64decode
from typing import Any, BinaryIO

from sqlalchemy import Connection, MetaData, Table, exc, insert, inspect, select

from api.store import jobs
from api.store.alembic_run import upgrade_tables
from api.store.backup import FORMAT, VERSION, tables_of
from api.store.database import Database, lock
from api.store.migrate import prepared_file, stored_revision, upgrade
from api.store.schema import METADATA, REVISION
from api.store.schema import VERSION as REVISION_TABLE

# How much is inserted at a time: rows, and bytes of their lines.
_ROWS, _BYTES = 500, 2**20
# The longest line in bytes, some times that of the largest book that is stored.
_LONGEST_LINE = 2**27
_REVISION = re.compile(r"[0-9]{4}")
# What is raised for values that a table cannot have. A damaged file may hold any before its checksum.
_BAD_ROW = (
    exc.IntegrityError,
    exc.DataError,
    exc.ProgrammingError,
    exc.InterfaceError,
    TypeError,
    ValueError,
    OverflowError,
)


class BadBackup(ValueError):
    """A file is no backup, or not all of one."""


class NotEmpty(RuntimeError):
    """The database to restore into holds something already."""


class _Reader:
    """Reads the lines of a backup."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = gzip.GzipFile("", "rb", fileobj=file)
        self._sum = hashlib.sha256()
        self.size = 0

    def next(self) -> Any:
        """Returns the value of the next line; BadBackup where there is none."""
        # The checksum of the last line is that of the lines before it.
        self.checksum = self._sum.hexdigest()
        try:
            line = self._file.readline(_LONGEST_LINE)
            if not line.endswith(b"\n"):
                is_long = len(line) == _LONGEST_LINE
                raise BadBackup(
                    "damaged: a line is too long" if is_long else "the backup ends too early: it was cut off"
                )
            self._sum.update(line)
            self.size = len(line)
            return json.loads(line)
        except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, RecursionError) as e:
            raise e if isinstance(e, BadBackup) else BadBackup(f"not a backup, or damaged: {e}") from e

    def check_end(self) -> None:
        """BadBackup where something follows the last line."""
        try:
            rest = self._file.read(1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as e:
            raise BadBackup(f"damaged at its end: {e}") from e
        if rest:
            raise BadBackup("something follows the end of the backup")


def restore(database: Database, file: BinaryIO, replace: bool = False) -> dict[str, int]:
    """Restores a backup, and returns how many rows each table got.

    BadBackup where it is not whole, NotEmpty where the database holds something that is not to be replaced,
    TooNew for a backup of a later version. Jobs that ran when the backup was taken are queued.
    """
    reader = _Reader(file)
    revision = _revision(reader.next())
    with prepared_file(database), database.writing() as c:
        lock(c, "schema")
        _clear(c, database, replace)
        tables = _create_tables(c, revision)
        rows = _insert_all(c, tables, reader)
        upgrade(c, database.name)
        jobs.release_all(c)
    return rows


def _revision(header: Any) -> str:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadBackup("not a backup of lineworks")
    if header.get("version") != VERSION:
        raise BadBackup(
            f"a backup of format {header.get('version')}, which needs a newer version of lineworks"
        )
    revision = header.get("revision")
    if not isinstance(revision, str) or not _REVISION.fullmatch(revision):
        raise BadBackup("damaged: its first line names no revision")
    return revision


def _clear(c: Connection, database: Database, replace: bool) -> None:
    """Drops the tables that are there; NotEmpty if they hold something, unless that is to be replaced."""
    ours = {*METADATA.tables, REVISION_TABLE.name} & set(inspect(c).get_table_names())
    present = MetaData()
    present.reflect(c, only=sorted(ours))
    for table in present.sorted_tables:
        is_data = table.name != REVISION_TABLE.name
        if is_data and not replace and c.execute(select(table).limit(1)).first() is not None:
            raise NotEmpty(f"{database.name} is not empty")
    present.drop_all(c, checkfirst=False)


def _create_tables(c: Connection, revision: str) -> dict[str, Table]:
    """Creates the tables of a revision: the rows are migrated when they are there."""
    if revision == REVISION:
        upgrade(c, "the backup")
    else:
        upgrade_tables(c, "the backup", revision)
    return {table.name: table for table in tables_of(c, stored_revision(c))}


def _insert_all(c: Connection, tables: dict[str, Table], reader: _Reader) -> dict[str, int]:
    """Inserts all rows; BadBackup unless the last line confirms them."""
    rows: dict[str, int] = {}
    line = reader.next()
    while isinstance(line, dict) and "table" in line:
        table = tables.get(str(line["table"]))
        columns = line.get("columns")
        if table is None or columns != [column.name for column in table.columns] or table.name in rows:
            raise BadBackup(f"unexpected table or columns: {str(line)[:200]}")
        rows[table.name], line = _insert_rows(c, table, reader)
    if line != {"rows": rows, "sha256": reader.checksum} or rows.keys() != tables.keys():
        raise BadBackup("damaged: its content is not what its last line says")
    reader.check_end()
    return rows


def _insert_rows(c: Connection, table: Table, reader: _Reader) -> tuple[int, Any]:
    """Inserts the rows of a table; returns how many they are, and the line that follows them."""
    count, size = 0, 0
    batch: list[dict[str, Any]] = []
    while isinstance(line := reader.next(), list):
        if len(line) != len(table.columns):
            raise BadBackup(f"a row of {table.name} has {len(line)} values")
        batch.append(dict(zip(table.columns.keys(), map(_from_json, line), strict=True)))
        size += reader.size
        if len(batch) == _ROWS or size > _BYTES:
            _insert(c, table, batch)
            count, batch, size = count + len(batch), [], 0
    if batch:
        _insert(c, table, batch)
    return count + len(batch), line


def _insert(c: Connection, table: Table, batch: list[dict[str, Any]]) -> None:
    try:
        c.execute(insert(table), batch)
    except _BAD_ROW as e:
        raise BadBackup(f"damaged: a row of {table.name} cannot be stored") from e


def _from_json(value: Any) -> object:
    if isinstance(value, dict) and isinstance(value.get("base64"), str):
        return b64decode(value["base64"])
    if isinstance(value, dict | list):
        raise BadBackup("damaged: a value that no table has")
    return value

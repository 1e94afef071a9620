"""Backups: everything that a database holds, as one stream that any database of ours can be restored from.

A backup is JSON Lines, compressed with gzip:

    {"format": "lineworks-backup", "version": 1, "revision": "0005", "created": "2026-11-19T12:00:00Z"}
    {"table": "puzzles", "columns": ["id", "kind", ...]}
    ["3f0c...", "end_of_line.cover", ...]          a row; bytes are {"base64": "..."}
    {"table": "solutions", ...}
    ...
    {"rows": {"puzzles": 1234, ...}, "sha256": "..."}

The revision is that of the tables. The checksum is that of all lines before the last.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, BinaryIO

from sqlalchemy import Connection, MetaData, Table, inspect, select

from api.store.database import Database, DatabaseUnavailable
from api.store.migrate import stored_revision
from api.store.schema import METADATA, REVISION

FORMAT, VERSION = "lineworks-backup", 1
# Rows that are read at a time: few, as each may hold a book.
_ROWS = 10


class BackupWriter:
    """Writes the lines of a backup, and keeps their checksum."""

    def __init__(self, file: BinaryIO) -> None:
        # Without a name or time: the same content is the same file.
        self._file = gzip.GzipFile("", "wb", 6, file, mtime=0)
        self._sum = hashlib.sha256()

    def add(self, value: object) -> None:
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        self._file.write(line)

    def end(self, rows: dict[str, int]) -> None:
        self.add({"rows": rows, "sha256": self._sum.hexdigest()})
        self._file.close()


def write_backup(database: Database, file: BinaryIO) -> dict[str, int]:
    """Writes the database as it is at one moment to a file; returns how many rows each table has.

    The service may run meanwhile: others are not kept from reading or writing.
    """
    writer = BackupWriter(file)
    with database.reading() as c:
        revision = stored_revision(c)
        if revision is None:
            raise DatabaseUnavailable(f"{database.name}: there are no tables of lineworks")
        created = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        writer.add({"format": FORMAT, "version": VERSION, "revision": revision, "created": created})
        rows = {table.name: _write_table(c, table, writer) for table in tables_of(c, revision)}
    writer.end(rows)
    return rows


def tables_of(c: Connection, revision: str | None) -> Iterable[Table]:
    """Returns the tables of the database, each after those that it refers to."""
    if revision == REVISION:
        return METADATA.sorted_tables
    tables = MetaData()
    tables.reflect(c, only=sorted(METADATA.tables.keys() & set(inspect(c).get_table_names())))
    return tables.sorted_tables


def _write_table(c: Connection, table: Table, writer: BackupWriter) -> int:
    writer.add({"table": table.name, "columns": [column.name for column in table.columns]})
    count = 0
    query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_ROWS)
    for row in c.execute(query):
        writer.add([_to_json(value) for value in row])
        count += 1
    return count


def _to_json(value: Any) -> object:
    return {"base64": b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value

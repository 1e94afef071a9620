"""JavaScript as it is sent: without comments, and what a module imports.

Much of what our modules weigh is comments. Those that stand on lines of their own are removed, others stay.
Lines keep their numbers, so that what a browser reports is easily found. No template literal of ours goes
over several lines, which would be mistaken for comments; a test makes sure of that.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"`=(]*?\bfrom)?\s*"(\.{1,2}/[^"]+)"', re.MULTILINE)


def without_comments(source: str) -> str:
    """Returns a module without the comments that stand on lines of their own."""
    lines, in_comment = [], False
    for line in source.splitlines():
        start = line.lstrip()
        if in_comment or start.startswith("/*"):
            _, end, rest = start.partition("*/")
            in_comment = not end
            lines.append(rest.rstrip())
        else:
            lines.append("" if start.startswith("//") else line.rstrip())
    return "\n".join(lines) + "\n"


def imports(path: str, source: str) -> list[str]:
    """Returns the paths of the modules that a module without comments imports, in their order."""
    folder = posixpath.dirname(path)
    return [posixpath.normpath(posixpath.join(folder, address)) for address in _IMPORT.findall(source)]


def import_graph(entries: tuple[str, ...], sources: Mapping[str, str]) -> list[str]:
    """Returns all modules that the entries load, and these first; those without a source are left out."""
    graph: dict[str, None] = {}
    waiting = list(entries)
    while waiting:
        path = waiting.pop(0)
        if path in sources and path not in graph:
            graph[path] = None
            waiting += imports(path, sources[path])
    return list(graph)

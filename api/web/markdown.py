"""Renders the part of Markdown that the rules of the games use as HTML.

That is headings, paragraphs, pictures on lines of their own, tables, and lists in lists; within a line, code
and bold. A library for it would be a dependency for the sake of a few pages that we write ourselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
_ITEM = re.compile(r"( *)(?:-|\d+\.) +(.*)")
_INLINE = ((re.compile(r"`([^`]+)`"), r"<code>\1</code>"), (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"))


def to_html(text: str, address_of: Callable[[str], str]) -> str:
    """Renders a text; `address_of` turns the names of pictures into addresses."""
    blocks = re.split(r"\n\s*\n", re.sub(r"^(#+ .*)$", r"\n\1\n", text.strip(), flags=re.MULTILINE))
    return "\n".join(_block(block.strip("\n"), address_of) for block in blocks if block.strip())


def _block(block: str, address_of: Callable[[str], str]) -> str:
    lines = block.split("\n")
    level = len(block) - len(block.lstrip("#"))
    if level:
        return f"<h{level}>{inline(block[level:].strip())}</h{level}>"
    if block.startswith("|"):
        return _table([[inline(cell.strip()) for cell in line.strip("|").split("|")] for line in lines])
    if _ITEM.match(block):
        return _list(list(_items(lines)))
    picture = _PICTURE.fullmatch(block)
    if picture:
        alt, name = picture.groups()
        address = escape(address_of(name))
        return f'<a href="{address}"><img class="drawing" src="{address}" alt="{escape(alt)}"></a>'
    return f"<p>{inline(' '.join(lines))}</p>"


def inline(text: str) -> str:
    """Renders a line of text."""
    text = escape(text, quote=False)
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text


def _table(rows: list[list[str]]) -> str:
    """Renders the rows of a table; the second one is the rule below the head."""
    head, _, *body = rows
    cells = "".join(f"<th>{cell}</th>" for cell in head)
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in body)
    return f"<table><tr>{cells}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _items(lines: list[str]) -> Iterator[tuple[int, bool, str]]:
    """Yields the items of a list: how far each is indented, whether it has a number, and its text."""
    item: tuple[int, bool, str] | None = None
    for line in lines:
        start = _ITEM.fullmatch(line)
        if start:
            if item is not None:
                yield item
            item = len(start[1]), line.lstrip()[0] != "-", start[2]
        elif item is not None:
            item = *item[:2], f"{item[2]} {line.strip()}"
    if item is not None:
        yield item


def _list(items: list[tuple[int, bool, str]]) -> str:
    outer, is_numbered, _ = items[0]
    parts: list[str] = []
    while items:
        _, _, text = items.pop(0)
        inner = []
        while items and items[0][0] > outer:
            inner.append(items.pop(0))
        parts.append(f"<li>{inline(text)}{_list(inner) if inner else ''}</li>")
    name = "ol" if is_numbered else "ul"
    return f"<{name}>{''.join(parts)}</{name}>"

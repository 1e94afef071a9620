"""Reads the outlines of a TrueType font: as much of the format as our font uses.

A contour is a list of points, some on the curve and some that control a quadratic one; between two that
control lies one on the curve that is not in the file. Here y grows downwards, as in SVG, from the baseline.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# A command of a path, with its numbers.
Command = tuple[str, tuple[float, ...]]
_Point = tuple[float, float, bool]

_ON_CURVE, _SHORT_X, _SHORT_Y, _REPEATED, _SAME_X, _SAME_Y = 1, 2, 4, 8, 16, 32
_WORDS, _OFFSETS, _SCALED, _MORE = 1, 2, 8, 32


@dataclass(frozen=True)
class Glyph:
    """A glyph's outline as commands of a path, and the distance to the next glyph, in units of the font."""

    commands: tuple[Command, ...]
    advance: float


class Font:
    """A TrueType font with a `cmap` of format 4."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        count = self._unpack(">H", 4)[0]
        records = (12 + 16 * i for i in range(count))
        self._tables = {self._data[at : at + 4].decode(): self._unpack(">I", at + 8)[0] for at in records}
        self._long_offsets = self._unpack(">h", self._tables["head"] + 50)[0] == 1
        self._advances = self._unpack(">H", self._tables["hhea"] + 34)[0]
        # In units of the font.
        self.cap_height = float(self._unpack(">h", self._tables["OS/2"] + 88)[0])
        self.em = float(self._unpack(">H", self._tables["head"] + 18)[0])
        self._glyph_numbers = dict(self._mapping())

    def has(self, char: str) -> bool:
        return char in self._glyph_numbers

    @cache  # noqa: B019  # the one font lives as long as the process
    def glyph(self, char: str) -> Glyph:
        number = self._glyph_numbers[char]
        position = self._tables["hmtx"] + 4 * min(number, self._advances - 1)
        commands = (command for contour in self._contours(number) for command in _commands(contour))
        return Glyph(tuple(commands), float(self._unpack(">H", position)[0]))

    def _unpack(self, form: str, position: int) -> tuple[int, ...]:
        return struct.unpack_from(form, self._data, position)

    def _mapping(self) -> Iterator[tuple[str, int]]:
        """Yields the characters of the font with the numbers of their glyphs."""
        table = self._tables["cmap"]
        offsets = [
            table + self._unpack(">I", table + 8 + 8 * i)[0] for i in range(self._unpack(">H", table + 2)[0])
        ]
        start = next(offset for offset in offsets if self._unpack(">H", offset)[0] == 4)
        n = self._unpack(">H", start + 6)[0] // 2
        ends, begins, shifts, ranges = (
            self._unpack(f">{n}H", start + 14 + 2 * n * i + (2 if i else 0)) for i in range(4)
        )
        for i in range(n):
            for code in range(begins[i], min(ends[i], 0xFFFE) + 1):
                number = code
                if ranges[i]:
                    at = start + 16 + 6 * n + 2 * i + ranges[i] + 2 * (code - begins[i])
                    number = self._unpack(">H", at)[0]
                yield chr(code), (number + shifts[i]) & 0xFFFF

    def _contours(self, number: int) -> list[list[_Point]]:
        form, size = (">II", 4) if self._long_offsets else (">HH", 2)
        begin, end = self._unpack(form, self._tables["loca"] + size * number)
        if begin == end:
            return []
        at = self._tables["glyf"] + begin * (1 if self._long_offsets else 2)
        contours = self._unpack(">h", at)[0]
        return self._simple(at + 10, contours) if contours >= 0 else list(self._composite(at + 10))

    def _composite(self, at: int) -> Iterator[list[_Point]]:
        """Yields the contours of the glyphs that a glyph is composed of, such as a letter and its mark."""
        flags = _MORE
        while flags & _MORE:
            flags, number = self._unpack(">HH", at)
            if not flags & _OFFSETS or flags & _SCALED:
                raise ValueError(f"glyph {number} is composed in a way that is not supported")
            form = ">hh" if flags & _WORDS else ">bb"
            right, up = self._unpack(form, at + 4)
            at += 4 + struct.calcsize(form)
            for contour in self._contours(number):
                yield [(x + right, y - up, on) for x, y, on in contour]

    def _simple(self, at: int, contours: int) -> list[list[_Point]]:
        ends = self._unpack(f">{contours}H", at)
        at += 2 * contours
        at += 2 + self._unpack(">H", at)[0]
        flags: list[int] = []
        while len(flags) <= ends[-1]:
            flag = self._data[at]
            times = self._data[at + 1] + 1 if flag & _REPEATED else 1
            flags += [flag] * times
            at += 2 if flag & _REPEATED else 1
        at, xs = self._coordinates(flags, at, _SHORT_X, _SAME_X)
        _, ys = self._coordinates(flags, at, _SHORT_Y, _SAME_Y)
        points = [
            (float(x), float(-y), bool(flag & _ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=True)
        ]
        begins = [0, *(end + 1 for end in ends)]
        return [points[begin : end + 1] for begin, end in zip(begins, ends, strict=False)]

    def _coordinates(self, flags: Sequence[int], at: int, short: int, same: int) -> tuple[int, list[int]]:
        value, values = 0, list[int]()
        for flag in flags:
            if flag & short:
                value += self._data[at] if flag & same else -self._data[at]
                at += 1
            elif not flag & same:
                value += self._unpack(">h", at)[0]
                at += 2
            values.append(value)
        return at, values


def _commands(contour: Sequence[_Point]) -> Iterator[Command]:
    """Yields the commands of a closed contour."""
    points = list(_with_middles(contour))
    first = next(i for i, (_, _, on) in enumerate(points) if on)
    points = [*points[first:], *points[:first]]
    if not points[-1][2]:
        points.append(points[0])
    yield "M", points[0][:2]
    control: tuple[float, ...] = ()
    for x, y, on in points[1:]:
        if on:
            yield ("Q" if control else "L"), (*control, x, y)
            control = ()
        else:
            control = (x, y)
    yield "Z", ()


def _with_middles(contour: Sequence[_Point]) -> Iterator[_Point]:
    """Yields the points, and those on the curve between two that control it."""
    for point, following in zip(contour, [*contour[1:], contour[0]], strict=True):
        yield point
        if not point[2] and not following[2]:
            yield (point[0] + following[0]) / 2, (point[1] + following[1]) / 2, True

"""What a kind has from the shapes of its JSON."""

from __future__ import annotations

from typing import Any

from puzzles.json_shapes import Shape


class ShapedKind:
    """A kind whose puzzles, solutions and partial solutions each have a shape."""

    puzzle_shape: Shape[Any]
    solution_shape: Shape[Any]
    progress_shape: Shape[Any]

    def puzzle_schema(self) -> dict[str, Any]:
        return self.puzzle_shape.schema()

    def solution_schema(self) -> dict[str, Any]:
        return self.solution_shape.schema()

    def progress_schema(self) -> dict[str, Any]:
        return self.progress_shape.schema()

    def max_puzzle_bytes(self) -> int:
        return self.puzzle_shape.max_bytes()

    def max_solution_bytes(self) -> int:
        return self.solution_shape.max_bytes()

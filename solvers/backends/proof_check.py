"""A checker of our own for the proofs of SAT solvers (DRUP), so that no "unsatisfiable" rests on a solver.

Each clause of a proof must follow from those before it by unit propagation: take all its literals for false,
and the units that then arise contradict each other. A proof holds when so the empty clause follows. Deleting
a clause only makes the rest quicker to check; what was derived with it stays true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Clause = Sequence[int]


def fault(clauses: Iterable[Clause], lines: Iterable[str]) -> str | None:
    """What is wrong with a proof that the clauses contradict each other; None when it holds.

    A line is the literals of a clause and a 0, behind a "d" where the clause is deleted.
    """
    checker = _Checker(clauses)
    for n, line in enumerate(lines, 1):
        if checker.broken:
            break
        words = line.split()
        deletes = words[:1] == ["d"]
        clause = _read(words[deletes:])
        if clause is None:
            return f"line {n} is no clause: {line}"
        if not checker.knows(clause):
            return f"line {n} has a variable that the formula does not have: {line}"
        if deletes:
            checker.delete(clause)
        elif checker.follows(clause):
            checker.add(clause)
        else:
            return f"line {n} does not follow: {line}"
    return None if checker.broken else "the proof ends without a contradiction"


def _read(words: Sequence[str]) -> list[int] | None:
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        return None
    if numbers[-1:] != [0] or 0 in numbers[:-1]:
        return None
    return numbers[:-1]


class _Checker:
    """Clauses, and all that follows from them by unit propagation; `broken`: a contradiction does.

    Lists are indexed by literal: Python counts a negative one from the end. A clause is kept without the
    literals that are false for good, watched by its first two: neither is false, or the other one is true.
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        known = [list(clause) for clause in clauses]
        self._variables = max((abs(literal) for clause in known for literal in clause), default=0)
        self._true = [False] * (2 * self._variables + 1)
        self._watching: list[list[list[int]]] = [[] for _ in self._true]
        self._trail: list[int] = []
        self._kept: dict[tuple[int, ...], list[list[int]]] = {}
        self.broken = False
        for clause in known:
            self.add(clause)

    def knows(self, clause: Clause) -> bool:
        return all(abs(literal) <= self._variables for literal in clause)

    def add(self, clause: Clause) -> None:
        true, literals = self._true, set(clause)
        left = []
        for literal in literals:
            if true[literal]:
                return
            if not true[-literal]:
                left.append(literal)
        if len(left) > 1:
            self._watching[left[0]].append(left)
            self._watching[left[1]].append(left)
            self._kept.setdefault(_key(literals), []).append(left)
        elif left:
            self.broken |= self._contradicts(left)
        else:
            self.broken = True

    def delete(self, clause: Clause) -> None:
        """One clause of these literals, if there is one; its watches find it empty."""
        kept = self._kept.get(_key(set(clause)))
        if kept:
            kept.pop().clear()

    def follows(self, clause: Clause) -> bool:
        """Whether it does by unit propagation."""
        if self.broken:
            return True
        known = len(self._trail)
        contradicts = self._contradicts([-literal for literal in clause])
        for literal in self._trail[known:]:
            self._true[literal] = False
        del self._trail[known:]
        return contradicts

    def _contradicts(self, literals: Iterable[int]) -> bool:
        """Makes the literals true, and all that follows; whether that fails."""
        head = len(self._trail)
        for literal in literals:
            if self._true[-literal]:
                return True
            self._set(literal)
        # The trail grows while it is walked.
        while head < len(self._trail):
            if self._visit(-self._trail[head]):
                return True
            head += 1
        return False

    def _set(self, literal: int) -> None:
        if not self._true[literal]:
            self._true[literal] = True
            self._trail.append(literal)

    def _visit(self, false: int) -> bool:
        """Looks at the clauses that watch a literal that became false; whether one of them is all false."""
        true, watching = self._true, self._watching
        clauses = watching[false]
        stay: list[list[int]] = []
        watching[false] = stay
        for i, clause in enumerate(clauses):
            if not clause:
                continue
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if true[first]:
                stay.append(clause)
                continue
            for j in range(2, len(clause)):
                other = clause[j]
                if not true[-other]:
                    clause[1], clause[j] = other, false
                    watching[other].append(clause)
                    break
            else:
                if true[-first]:
                    stay += clauses[i:]
                    return True
                self._set(first)
                stay.append(clause)
        return False


def _key(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(literals))

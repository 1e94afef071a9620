"""Checks the proofs of SAT solvers (DRUP), so that no "unsatisfiable" rests on a solver alone.

Every clause of a proof must follow from those before it by unit propagation: if all its literals are assumed
false, the unit clauses that arise contradict each other. A proof holds when the empty clause follows in this
way. Deleting a clause only makes the rest quicker to check; what was derived with it stays true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Clause = Sequence[int]


def fault(clauses: Iterable[Clause], lines: Iterable[str]) -> str | None:
    """Returns what is wrong with a proof that the clauses contradict each other; None when it holds.

    A line has the literals of a clause and a 0, after a "d" where the clause is deleted.
    """
    checker = _Checker(clauses)
    for n, line in enumerate(lines, 1):
        if checker.contradictory:
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
    return None if checker.contradictory else "the proof ends without a contradiction"


def _read(words: Sequence[str]) -> list[int] | None:
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        return None
    if numbers[-1:] != [0] or 0 in numbers[:-1]:
        return None
    return numbers[:-1]


class _Checker:
    """Clauses, and all literals that follow from them by unit propagation.

    `contradictory`: a contradiction follows. Lists are indexed by literal: Python counts a negative index
    from the end. A clause is stored without the literals that are false for good. Its first two literals are
    watched: neither is false, or the other one is true.
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        own_clauses = [list(clause) for clause in clauses]
        self._variables = max((abs(literal) for clause in own_clauses for literal in clause), default=0)
        self._true = [False] * (2 * self._variables + 1)
        self._watching: list[list[list[int]]] = [[] for _ in self._true]
        self._trail: list[int] = []
        self._stored: dict[tuple[int, ...], list[list[int]]] = {}
        self.contradictory = False
        for clause in own_clauses:
            self.add(clause)

    def knows(self, clause: Clause) -> bool:
        return all(abs(literal) <= self._variables for literal in clause)

    def add(self, clause: Clause) -> None:
        true, literals = self._true, set(clause)
        open_literals = []
        for literal in literals:
            if true[literal]:
                return
            if not true[-literal]:
                open_literals.append(literal)
        if len(open_literals) > 1:
            self._watching[open_literals[0]].append(open_literals)
            self._watching[open_literals[1]].append(open_literals)
            self._stored.setdefault(_key(literals), []).append(open_literals)
        elif open_literals:
            self.contradictory |= self._contradicts(open_literals)
        else:
            self.contradictory = True

    def delete(self, clause: Clause) -> None:
        """Deletes one clause with these literals, if there is one, by emptying it."""
        clauses = self._stored.get(_key(set(clause)))
        if clauses:
            clauses.pop().clear()

    def follows(self, clause: Clause) -> bool:
        """Whether a clause follows by unit propagation."""
        if self.contradictory:
            return True
        trail_length = len(self._trail)
        contradicts = self._contradicts([-literal for literal in clause])
        for literal in self._trail[trail_length:]:
            self._true[literal] = False
        del self._trail[trail_length:]
        return contradicts

    def _contradicts(self, literals: Iterable[int]) -> bool:
        """Makes the literals true, and all that follow from them; returns whether they contradict each
        other."""
        head = len(self._trail)
        for literal in literals:
            if self._true[-literal]:
                return True
            self._set(literal)
        # The trail grows during this loop.
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
        """Visits the clauses that watch a literal that became false; returns whether all literals of one are
        false."""
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

"""Tests the proof checker: it accepts the proofs of solvers, and no proof of anything false."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from solvers.backends.proof_check import fault
from tests.tiers import examples

VARIABLES = 6
LITERALS = st.integers(1, VARIABLES).flatmap(lambda x: st.sampled_from((x, -x)))
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=4), min_size=1, max_size=40)
LINES = st.lists(
    st.builds(
        lambda deletes, clause: " ".join(["d"] * deletes + [*map(str, clause), "0"]),
        st.booleans(),
        st.lists(LITERALS, max_size=3),
    ),
    max_size=8,
)
PROVERS = ("glucose4", "cadical153")
often = examples(200)
Formula = list[list[int]]


def satisfiable(clauses: Formula) -> bool:
    """Whether some assignment satisfies the clauses, by truth table."""
    return any(
        all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for values in product((False, True), repeat=VARIABLES)
    )


def proof_of(clauses: Formula, prover: str) -> list[str] | None:
    """Returns a proof that the clauses are contradictory; None if they are satisfiable."""
    with Solver(name=prover, bootstrap_with=clauses, with_proof=True) as solver:
        return None if solver.solve() else solver.get_proof()


def pigeons(holes: int) -> Formula:
    """Returns the pigeonhole formula with one pigeon more than holes; every clause is needed."""
    at = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = [
        [-at[p][hole], -at[q][hole]] for hole in range(holes) for p in range(holes + 1) for q in range(p)
    ]
    return at + apart


def random_3sat(rng: random.Random, variables: int, n: int) -> Formula:
    """Returns random clauses of three literals."""
    return [[rng.choice((x, -x)) for x in rng.sample(range(1, variables + 1), 3)] for _ in range(n)]


@pytest.mark.parametrize("prover", PROVERS)
@often
@given(clauses=CLAUSES)
def test_agrees_with_truth_tables(prover: str, clauses: Formula) -> None:
    lines = proof_of(clauses, prover)
    assert (lines is None) == satisfiable(clauses)
    # A satisfiable formula has no proof.
    assert fault(clauses, lines or []) is None if lines is not None else fault(clauses, ["0"])


@often
@given(CLAUSES, LINES)
def test_nothing_proves_a_falsehood(clauses: Formula, lines: list[str]) -> None:
    if fault(clauses, lines) is None:
        assert not satisfiable(clauses)


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize("seed", range(5))
def test_accepts_the_proofs_of_hard_formulas(prover: str, seed: int) -> None:
    for clauses in (pigeons(5), random_3sat(random.Random(seed), 60, 400)):
        lines = proof_of(clauses, prover)
        assert lines
        assert fault(clauses, lines) is None
        assert fault(clauses, []) == "the proof ends without a contradiction"
        assert fault(clauses, ["0"]) == "line 1 does not follow: 0"


@pytest.mark.parametrize("prover", PROVERS)
def test_rejects_the_proof_of_another_formula(prover: str) -> None:
    clauses = pigeons(4)
    lines = proof_of(clauses, prover)
    assert lines
    for removed in range(len(clauses)):
        assert fault(clauses[:removed] + clauses[removed + 1 :], lines)


def test_rejects_spoiled_proofs() -> None:
    clauses = pigeons(4)
    lines = proof_of(clauses, "glucose4")
    assert lines
    learnt = [i for i, line in enumerate(lines) if not line.startswith("d")]
    assert fault(clauses, [lines[i] for i in learnt[-3:]])
    assert fault(clauses, lines[: learnt[len(learnt) // 2]])
    for line in ("1 2", "x 0", "1 0 2 0", "", "d"):
        assert fault(clauses, [line]) == f"line 1 is no clause: {line}"
    assert fault(clauses, ["999999999999 0"]) is not None
    assert fault(clauses, ["21 0"]) == "line 1 has a variable that the formula does not have: 21 0"


def test_deletes() -> None:
    """A clause that is deleted proves nothing any more; the order of its literals does not matter."""
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    assert fault(clauses, ["1 0"]) is None
    assert fault(clauses, ["d 2 1 0", "1 0"]) == "line 2 does not follow: 1 0"
    assert fault([*clauses, [2, 1]], ["d 2 1 0", "1 0"]) is None
    assert fault(clauses, ["d 1 2 -2 0", "1 0"]) is None

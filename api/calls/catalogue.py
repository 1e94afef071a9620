"""The calls that HTTP and jobs take."""

from __future__ import annotations

from api.calls.analyse import ANALYSE
from api.calls.call import Call
from api.calls.check import CHECK
from api.calls.count import COUNT
from api.calls.generate import GENERATE
from api.calls.read import READ
from api.calls.reply import REPLY
from api.calls.solve import SOLVE
from api.calls.steps import STEPS
from api.calls.verify import VERIFY

CALLS: tuple[Call, ...] = (SOLVE, CHECK, COUNT, VERIFY, STEPS, GENERATE, READ, ANALYSE, REPLY)

"""What the rules find in the published traces, trace by trace."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.given.corpus import corpus
from tests.given.forsy_rules import findings

EMPTY = "FSY125"
SOFT = ("FSY302", "FSY303", "FSY305", "FSY306", "FSY307")
"""Contradictions, suggested words and fields that should be filled: what an independent count called soft."""

# name: hard and soft findings, and empty strings; `more` is what the independent count had no rule for.
COUNTED = {
    "agentic-commerce-workflow-prototyping": (16, 5, 0, {}),
    "applied-math-code-optimization-trace": (14, 6, 0, {"FSY135": 1}),
    "braf-v600e-docking-pipeline-trace": (37, 69, 0, {}),
    "computational-drug-discovery-docking-workflow": (117, 139, 264, {EMPTY: 1}),
    "energy-product-development-planning-trace": (31, 29, 0, {"FSY107": 2}),
    "injection-moulding-process-optimization-trace": (36, 30, 0, {}),
    "metropolis-hastings-scientific-computing-trace": (5, 0, 0, {"FSY135": 1}),
    "ontario-employment-law-analysis-trace": (4, 0, 0, {}),
    "quantitative-hawkes-estimation-workflow": (8, 0, 0, {}),
    "structured-legal-drafting-analysis-trace": (3, 0, 0, {"FSY135": 1}),
}
"""The differences, in the order of the codes: steps that end after the trace does, an empty string in a field of the
top, and fields of `input_source` outside of their closed list."""
NAMED = {
    "braf-v600e-docking-pipeline-trace": 17,
    "computational-drug-discovery-docking-workflow": 6,
    "energy-product-development-planning-trace": 1,
    "injection-moulding-process-optimization-trace": 2,
    "ontario-employment-law-analysis-trace": 1,
    "structured-legal-drafting-analysis-trace": 1,
}
"""Strings with a user's name in a path; six of the ten have some."""


@pytest.mark.parametrize("name", COUNTED)
def test_a_published_trace_has_exactly_the_findings_that_were_counted(name: str) -> None:
    path = corpus() / "forsy/examples" / name / "trace.json"
    if not path.is_file():
        pytest.skip("the corpus has no Forsy traces")
    codes = Counter(each.code for each in findings(path.read_bytes()))
    hard, soft, empty, more = COUNTED[name]
    assert {code: codes[code] for code in more if code != EMPTY} == {k: n for k, n in more.items() if k != EMPTY}
    counted = sum(count for code, count in codes.items() if code < "FSY200" and code != EMPTY)
    # The independent count asked every trace for a `dataset_summary`, which only a release needs; none of them has it.
    assert counted - sum(count for code, count in more.items() if code != EMPTY) == hard - 1
    assert sum(codes[code] for code in SOFT) == soft
    assert codes[EMPTY] == empty + more.get(EMPTY, 0)
    assert codes["FSY221"] == NAMED.get(name, 0)
    assert not [code for code in codes if code < "FSY100"]  # every one of them is valid by the schema

"""Token totals of real sessions agree with independent counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steno import pipeline, registry
from steno.base.files import opened
from steno.diagnostics import Place
from steno.model.steps import whole
from steno.usage import Sums, requests, sums
from tests.given.corpus import answers, expected

NAMES = {
    "claude-code": {
        "input_tokens": "input",
        "output_tokens": "output",
        "cache_read_input_tokens": "cache_read",
        "cache_creation_input_tokens": "cache_write",
    },
    "codex": {
        "input_tokens": "input",
        "output_tokens": "output",
        "cached_input_tokens": "cache_read",
        "reasoning_output_tokens": "reasoning",
    },
}
FILES = [
    (agent, path, counts) for agent in NAMES for path, counts in answers(agent).items() if counts.get("tokens")
] or [("", Path(), {})]


@pytest.mark.parametrize(("agent", "path", "counts"), FILES, ids=lambda value: getattr(value, "name", ""))
def test_tokens_agree_with_independent_counts(agent: str, path: Path, counts: dict[str, Any]) -> None:
    if not agent:
        pytest.skip("no corpus of real sessions: set STENO_CORPUS to its folder")
    with opened(path) as stream:
        (trace,) = pipeline.read(stream, Place(str(path)), lambda _: None, agent)
    total: Sums = sums(requests(trace))
    known = expected(counts)
    assert {name: getattr(total, field) for name, field in NAMES[agent].items()} == {
        name: known[name] for name in NAMES[agent]
    }
    notes = whole(registry.passes["enrich"].run(trace, lambda _: None))
    noted: Any = notes["metrics"].value if "metrics" in notes else {}
    wanted = {"total_input_tokens": known["input_tokens"], "total_output_tokens": known["output_tokens"]}
    assert not total.requests or {name: noted[name] for name in wanted} == wanted

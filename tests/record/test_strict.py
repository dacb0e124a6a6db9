"""The quick way to arrange the event of a tool says exactly what the careful one says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from steno.formats.awf import strict

VALUES: dict[str, list[Any]] = {
    "name": ["Read", 5],
    "call_id": ["c", None],
    "input": [{"a": 1}, None],
    "output": ["text"],
    "error": ["no", ""],
    "fidelity": ["router", "guess", []],
    "role": ["user"],
    "extra": [1],
}


def said(arrange: Any, type: str, payload: Any) -> object:
    try:
        return list(arrange(type, payload).items())
    except strict.Invalid as error:
        return str(error)


@pytest.mark.parametrize("type", ["tool.call", "tool.result"])
def test_both_ways_agree_on_every_mixture_of_fields(type: str) -> None:
    absent = object()
    for values in product(*([absent, *some] for some in VALUES.values())):
        payload = {key: value for key, value in zip(VALUES, values, strict=True) if value is not absent}
        assert said(strict._tool, type, payload) == said(strict._any_tool, type, payload)
    for odd in (None, [], "name", 5, object()):
        assert said(strict._tool, type, odd) == said(strict._any_tool, type, odd)

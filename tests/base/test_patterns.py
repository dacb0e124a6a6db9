"""A deferred expression is compiled once, and only when it is asked for."""

from __future__ import annotations

import re

import pytest

from steno.base.patterns import deferred


def test_it_is_compiled_when_it_is_first_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    whole = re.compile

    def counting(expression: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(expression)
        return whole(expression, flags)

    monkeypatch.setattr(re, "compile", counting)
    words = deferred(r"a+", re.IGNORECASE)
    assert compiled == []
    assert words() is words()
    assert words().fullmatch("aA")
    assert compiled == [r"a+"]

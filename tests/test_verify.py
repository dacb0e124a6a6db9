"""The model's rules hold on what the readers and passes make."""

from __future__ import annotations

import msgspec
import pytest

from steno.contracts import Rule
from steno.diagnostics import Diagnostic, Place
from steno.model import Trace
from steno.verify import RULES, verify


def findings(text: str) -> list[str]:
    found: list[Diagnostic] = []
    verify(msgspec.json.decode(text, type=Trace), Place(), found.append)
    return [each.code for each in found]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rule_is_silent_on_its_good_example_and_speaks_on_its_bad_one(rule: Rule) -> None:
    assert findings(rule.good) == []
    assert rule.code in findings(rule.bad)


def test_codes_are_unique_and_in_order() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))

"""Rules are made of shapes and functions, with examples that are changes to a base; every rule of Steno has both."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import UNSET

from steno import registry, verify
from steno.base.exact import decode, encode
from steno.contracts import Finding, Rule, Strictness, rules_of
from steno.diagnostics import Diagnostic, Place, Severity
from steno.formats.opentraces import policy_rules
from steno.formats.rulebook import WARNING, Rulebook, changed
from steno.formats.shapes import one_of

EVERY = [rule for each in registry.formats for rule in each.rules] + [*verify.RULES, *policy_rules.RULES]


def parts(doc: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    yield doc, lambda message, key: Finding(f"/{key}", message)


def book(**more: Any) -> Rulebook[dict[str, Any]]:
    return Rulebook(lambda: {"role": "user", "tags": ["a"]}, lambda value: encode(value).decode(), **more)


def role(rules: Rulebook[dict[str, Any]], code: str = "TST001", **about: Any) -> Rule:
    about = {"bad": {"/role": "robot"}} | about
    return rules.shape(
        code, "role-is-known", parts, {"role": one_of(("user", "agent"))}, page="\n    A role.\n", **about
    )


def findings(rule: Rule, document: Any) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    rule(document, Place(), found.append)
    return found


# The language


def test_a_change_sets_takes_away_and_appends_by_pointer() -> None:
    value = {"a": {"b": 1, "c": 2}, "list": [1, {"x": 1}]}
    change = {"/a/b": [3], "/a/c": UNSET, "/list/1/x": 2, "/list/-": 9, "/new": None}
    assert changed(value, change) == {"a": {"b": [3]}, "list": [1, {"x": 2}, 9], "new": None}


def test_a_change_never_reaches_into_another_example() -> None:
    shared = {"deep": {"x": 1}}
    changed(changed({}, {"/a": shared}), {"/a/deep/x": 2})
    assert shared == {"deep": {"x": 1}}


def test_the_bad_example_is_the_good_one_with_its_change() -> None:
    rule = role(book(), good={"/tags/-": "b"})
    assert decode(rule.good.encode()).value == {"role": "user", "tags": ["a", "b"]}
    assert decode(rule.bad.encode()).value == {"role": "robot", "tags": ["a", "b"]}


def test_examples_may_be_whole_texts_or_what_makes_them() -> None:
    rule = role(book(), good=lambda: "good", bad="bad")
    assert (rule.good, rule.bad) == ("good", "bad")


def test_a_change_to_a_whole_text_is_refused() -> None:
    with pytest.raises(TypeError, match="a change, and the good one is a text"):
        _ = role(book(), good="a text").bad


def test_a_rule_cannot_be_made_without_a_bad_example() -> None:
    with pytest.raises(TypeError, match="TST001 n has no bad example"):
        book().shape("TST001", "n", parts, {}, page="A page.")  # type: ignore[call-arg]


def test_a_rule_of_a_shape_says_what_does_not_fit() -> None:
    found = findings(role(book()), {"role": "robot"})
    assert [str(each) for each in found] == ['/role: TST001 role is "robot", expected one of user, agent']


def test_level_and_severity_come_from_the_code_and_a_rule_may_say_otherwise() -> None:
    rules = book(levels={"TST0": Strictness.SCHEMA, "TST3": Strictness.ALL})
    known = [role(rules), role(rules, "TST301"), role(rules, severity=WARNING)]
    assert [(each.level, each.severity) for each in known] == [
        (Strictness.SCHEMA, Severity.ERROR),
        (Strictness.ALL, Severity.WARNING),
        (Strictness.SCHEMA, Severity.WARNING),
    ]


def test_a_rule_of_each_part_and_one_of_the_whole_take_name_and_page_from_the_function() -> None:
    rules = book(several=True)

    @rules("TST001", bad={"/role": UNSET})
    def whole_is_there(doc: dict[str, Any]) -> Iterator[Finding]:
        """It is there."""
        if "role" not in doc:
            yield Finding("", "no role")

    @rules.each(lambda doc: doc["tags"], "TST002", bad={"/tags/-": ""})
    def tag_says_something(tag: str) -> Iterator[Finding]:
        """It says something."""
        if not tag:
            yield Finding("/tags", "an empty tag")

    assert (whole_is_there.name, whole_is_there.page) == ("whole-is-there", "It is there.")
    assert (tag_says_something.name, tag_says_something.page) == ("tag-says-something", "It says something.")
    documents = [{"tags": ["a", ""]}, {"role": "user", "tags": [""]}]
    assert [len(findings(each, documents)) for each in (whole_is_there, tag_says_something)] == [1, 2]


def test_rules_are_gathered_in_the_order_of_their_codes_and_a_code_is_used_once() -> None:
    second, first = role(book(), "TST002"), role(book(), "TST001")
    assert rules_of({"a": second, "b": (first, 5), "c": "text"}) == (first, second)
    with pytest.raises(ValueError, match="two rules are TST001"):
        rules_of({"a": first}, {"b": role(book(), "TST001")})


# Every rule there is


def test_every_rule_has_a_page_and_two_examples_that_differ() -> None:
    assert [rule.code for rule in EVERY if not rule.page.strip()] == []
    assert [rule.code for rule in EVERY if not (rule.good.strip() and rule.bad.strip())] == []
    assert [rule.code for rule in EVERY if rule.good == rule.bad] == []


@pytest.mark.parametrize("format", [each for each in registry.formats if each.rules], ids=lambda each: each.name)
def test_every_rule_is_silent_on_its_good_example_and_speaks_on_its_bad_one(format: Any) -> None:
    for rule in format.rules:
        for example, speaks in ((rule.good, False), (rule.bad, True)):
            document = format.load(io.BytesIO(example.encode("utf-8", "surrogatepass")), Place(), lambda _: None)
            assert bool(findings(rule, document)) is speaks, rule.code


def test_importing_rules_makes_no_example() -> None:
    """So that checking a file costs what its rules cost: whoever makes an example at import is seen here."""
    code = (
        "import steno.base.exact as exact, steno.formats.rulebook as book, steno.registry as registry\n"
        "made = []\n"
        "for module in (exact, book):\n"
        "    for name in ('encode', 'changed'):\n"
        "        if hasattr(module, name):\n"
        "            setattr(module, name, lambda *a, _n=name, **k: made.append(_n))\n"
        "from steno import verify\n"
        "from steno.formats.opentraces import policy_rules\n"
        "count = sum(len(each.rules) for each in registry.formats)\n"
        "print(count > 200, made)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True []"

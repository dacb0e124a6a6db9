"""Every rule of Open-Token, on its own examples and on others."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from steno.base.exact import at, pointer
from steno.contracts import Rule
from steno.diagnostics import Diagnostic, Place, Severity
from steno.formats.open_token import FORMAT
from steno.formats.open_token.integrity import Digest, events_hash
from steno.passes.pair import PASS
from steno.testing.accounting import unaccounted
from steno.testing.battery import WRONG, pointers, replaced, without
from tests.given.effort import FULL
from tests.given.open_token import EVERYTHING, FIXTURES, checked, codes, read, written
from tests.given.open_token_documents import answer, call, document, event, lines, result

GOLDEN = "4186435b12fcc5beebd971c4bcf6982192d0e361c274a7caa3dd76339fa40cc9"


def findings(rule: Rule, example: str) -> list[Diagnostic]:
    assert FORMAT.load is not None
    found: list[Diagnostic] = []
    rule(FORMAT.load(io.BytesIO(example.encode()), Place(), lambda _: None), Place(), found.append)
    return found


@pytest.mark.parametrize("rule", FORMAT.rules, ids=lambda rule: rule.code)
def test_a_rule_is_silent_on_its_good_example_and_speaks_on_its_bad_one(rule: Rule) -> None:
    assert findings(rule, rule.good) == []
    assert findings(rule, rule.bad)


@pytest.mark.parametrize("rule", FORMAT.rules, ids=lambda rule: rule.code)
def test_a_rules_code_is_the_number_of_its_clause(rule: Rule) -> None:
    assert int(rule.code[3:]) % 100 == int(rule.clause.removeprefix("OT-"))
    assert re.fullmatch(r"[a-z0-9-]+", rule.name)


@pytest.mark.parametrize("rule", FORMAT.rules, ids=lambda rule: rule.code)
def test_a_good_example_breaks_no_other_rule(rule: Rule) -> None:
    assert [each.code for each in checked(rule.good.encode()) if each.severity is Severity.ERROR] == []


def test_every_clause_that_a_file_can_break_has_a_rule() -> None:
    about_options = {f"OT-{number:02}" for number in (1, 2, 3, 4, 5, 6, 7)}
    about_the_making = {"OT-09", "OT-54", "OT-56", "OT-57"}
    within_ot_14 = {"OT-50", "OT-51", "OT-52"}
    every = {f"OT-{number:02}" for number in range(1, 63)}
    assert {rule.clause for rule in FORMAT.rules} == every - about_options - about_the_making - within_ot_14


def test_the_specifications_own_example_has_no_error_and_two_warnings() -> None:
    found = checked((FIXTURES / "minimal.json").read_bytes())
    assert [(each.code, each.severity, each.place.pointer) for each in found] == [
        ("OTK027", Severity.WARNING, "/conversation/source_runtime"),
        ("OTK027", Severity.WARNING, "/conversation/provider"),
    ]


def test_the_specifications_own_example_has_the_golden_hash() -> None:
    digest = Digest(json.loads((FIXTURES / "minimal.json").read_bytes())["events"])
    assert (digest.hexdigest(), digest.size + len("]")) == (GOLDEN, 940)


def test_the_hash_of_no_events_is_the_hash_of_an_empty_array() -> None:
    assert events_hash([]) == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"


def test_a_number_beyond_rfc_8785_is_hashed_by_the_exact_profile() -> None:
    integrity = Digest([{"n": 2**64}]).integrity()
    assert integrity is not None
    assert integrity["profile"] == "rfc8785-exact"
    assert "profile" not in (Digest([{"n": 2**53 - 1}]).integrity() or {})


def test_a_message_says_what_is_there_and_what_was_expected() -> None:
    found = checked(document(event(1), answer(3)).encode())
    assert [str(each) for each in found] == ["1:/events/1/seq: OTK034 seq is 3, expected 2"]


def test_the_place_in_ndjson_is_a_line_and_a_pointer_in_it() -> None:
    found = checked(lines(event(1), answer(2, type="thought")).encode())
    assert [str(each.place) for each in found if each.code == "OTK035"] == ["3:/event_type"]


def test_a_gap_in_seq_is_reported_once() -> None:
    found = checked(document(event(1), answer(3), answer(4), answer(5)).encode())
    assert codes(found) == ["OTK034"]
    assert len(found) == 1


def test_an_orphan_result_is_a_warning_and_a_missing_one_an_error() -> None:
    orphan, missing = checked(document(result(1)).encode()), checked(document(call(1)).encode())
    assert [(each.code, each.severity) for each in orphan] == [("OTK142", Severity.WARNING)]
    assert [(each.code, each.severity) for each in missing] == [("OTK042", Severity.ERROR)]


def _shapes() -> list[Any]:
    """Every kind of field once, by its path without indexes."""
    whole = json.loads((FIXTURES / "rich.json").read_bytes())
    kinds: dict[tuple[str, ...], tuple[Any, ...]] = {}
    for path in pointers(whole):
        kind = whole["events"][path[1]]["type"] if path[0] == "events" and len(path) > 1 else ""
        kinds.setdefault((kind, *("*" if isinstance(key, int) else key for key in path)), path)
    return [pytest.param(path, id="/".join(map(str, path))) for path in kinds.values()]


@pytest.mark.parametrize("path", _shapes())
def test_a_wrong_type_anywhere_is_read_checked_and_written_without_an_exception(path: tuple[Any, ...]) -> None:
    whole = json.loads((FIXTURES / "rich.json").read_bytes())
    wrong = WRONG if FULL else [WRONG[len(str(path)) % len(WRONG)]]
    for changed in (*(replaced(whole, path, value) for value in wrong), without(whole, path)):
        data = json.dumps(changed).encode()
        checked(data)
        trace, found = read(data)
        assert unaccounted(trace, found, len(data)) == []
        assert FORMAT.count is not None
        FORMAT.count(trace)
        written(trace, *EVERYTHING)
        written(PASS.run(trace, lambda _: None), "mode=ndjson")


# Types: a value of another JSON type than the specification's is an error, wherever it stands

_REDACTION = {"mode": "secrets", "strategy": "mask", "notes": ["masked 1 api_key"]}
_FULL = json.loads(
    document(
        event(1, ts="2026-01-31T00:00:01Z"),
        call(2, links={"call_id": "call_000001", "parent_id": "evt_000001", "span_id": "span_000001"}),
        result(3, links={"call_id": "call_000001", "replies_to": "evt_000002"}),
        answer(4, usage={"input_tokens": 1, "output_tokens": 2, "reasoning_tokens": 0}),
        exported_at="2026-01-31T00:00:00Z",
        conversation={
            "title": "Otters", "started_at": "2026-01-31T00:00:00Z", "timezone": "UTC", "source_runtime": "cli",
            "provider": "other", "internal_availability": "unknown", "redaction": _REDACTION | {"mode": "none"},
        },
        integrity={"hash_alg": "sha256", "canonicalization": "json-c14n-like", "events_hash": "0" * 64},
    )
)  # fmt: skip
_FULL["participants"][0] |= {"provider": "anthropic", "model": "otter-1", "instance_id": "a"}
_FREE = ("/content/data/native_call_id", "/content/data/arguments/")
"""Where the specification asks for no type."""

WRONG_TYPES: list[Any] = [5, True, None, 1.5, "text", [], {}]
FIELDS = [path for path in pointers(_FULL) if not any(free in pointer(*path) for free in _FREE)]


@pytest.mark.parametrize("path", FIELDS, ids=lambda path: pointer(*path))
def test_a_value_of_another_type_than_the_specifications_is_an_error(path: tuple[str | int, ...]) -> None:
    where = pointer(*path)
    wanted = where.removesuffix("/0") if where.endswith("notes/0") else where
    passed = []
    for wrong in WRONG_TYPES:
        if type(wrong) is type(at(_FULL, where)) or (type(wrong) in (dict, list) and where.endswith("/arguments")):
            continue
        found = checked(json.dumps(replaced(_FULL, path, wrong)).encode())
        if not any(each.severity is Severity.ERROR and _covers(each.place.pointer, wanted) for each in found):
            passed.append(wrong)
    assert passed == []


def _covers(pointer: str, where: str) -> bool:
    """Whether a finding stands where the value does, or at what holds it."""
    return pointer == where or where.startswith(pointer + "/") or pointer == "" or pointer.startswith(where + "/")


def test_a_provider_that_is_a_word_of_ones_own_is_a_warning_and_a_number_is_an_error() -> None:
    for provider, severity in (("mistral", Severity.WARNING), (5, Severity.ERROR), (None, Severity.ERROR)):
        found = checked(document(conversation={"provider": provider}).encode())
        assert [(each.severity, each.place.pointer) for each in found] == [(severity, "/conversation/provider")]


@pytest.mark.parametrize(("key", "wrong"), [("conversation", []), ("participants", {}), ("conversation", "c")])
def test_a_header_line_has_the_types_of_a_document(key: str, wrong: Any) -> None:
    first, _, rest = lines().partition("\n")
    found = checked((json.dumps(json.loads(first) | {key: wrong}) + "\n" + rest).encode())
    assert (Severity.ERROR, f"/{key}") in [(each.severity, each.place.pointer) for each in found]


# Missing results


@pytest.mark.parametrize(
    ("notes", "silent"),
    [
        (["the result of call_000001 is missing"], True),
        (["tool results missing: 1"], True),
        (["no result of Search"], True),
        (["call_000001 was interrupted"], True),
        (["masked 1 api_key"], False),
        ([], False),
    ],
)
def test_a_note_of_the_redaction_may_name_a_missing_result(notes: list[str], silent: bool) -> None:
    missing = {"mime": "application/json", "data": {"missing_result": True}}
    text = document(call(1), result(2, content=missing), conversation={"redaction": _REDACTION | {"notes": notes}})
    assert ("OTK046" not in codes(checked(text.encode()))) is silent


@pytest.mark.parametrize("role", ["tool", "agent", "", 5, None, ["user"]])
def test_a_visibility_that_nobody_knows_is_said_whatever_the_role(role: object) -> None:
    assert "OTK036" in codes(checked(document(event(1, visibility="hidden", role=role)).encode()))

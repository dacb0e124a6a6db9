"""The set rules of contract and policy, by table; nothing is built under one that breaks a rule."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from steno.dataset.config import Beside, Security
from steno.dataset.gate import Cleared, Gate, Kept, Passed, Refused, Tampered, looking
from steno.dataset.part import PartWriter, RowEntry
from steno.dataset.security import Unsafe, policy, problems, resolved
from steno.diagnostics import Place
from steno.formats.opentraces.policy import DatasetSecurityOverride
from steno.pipeline import Looked
from steno.redaction import Redaction
from tests.given.datasets import KEY, built, given, rows
from tests.given.secrets import TOKEN

TOOLS = ("regex", "path_anonymizer")
REASON = DatasetSecurityOverride(tool="entropy", reason="The rows hold hashes.")


def codes(stated: Security) -> list[str]:
    return [each.code for each in problems(stated, Place("dataset.toml"))]


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (Security(), []),
        (Security(required_tools=("regex",), disallowed_tools=("regex",)), ["OTR501", "OTR506"]),
        (Security(optional_tools=("llm_pii",), disallowed_tools=("llm_pii",)), ["OTR502"]),
        (Security(optional_tools=("regex",)), ["OTR503"]),
        (Security(default_enabled_tools=("classifier",)), ["OTR504", "OTR505", "SEC910"]),
        (Security(optional_tools=("classifier",), default_enabled_tools=("classifier",)), ["SEC910"]),
        (Security(optional_tools=("classifier",), default_enabled_tools=("classifier",),
                  beside=(Beside(tool="classifier", reason="run on 1 May"),)), []),
        (Security(required_tools=("regex", "entropy")), ["SEC910"]),
        (Security(required_tools=("regex", "entropy"), overrides=(REASON,)), ["OTR509"]),
        (Security(required_tools=("regex", "entropy"), overrides=(REASON,), allow_disable_required=True), []),
        (Security(overrides=(REASON,), allow_disable_required=True), ["OTR508"]),
        (Security(required_tools=("entropy",), allow_disable_required=True,
                  overrides=(DatasetSecurityOverride(tool="entropy"),)), ["OTR521", "SEC911"]),
    ],
)  # fmt: skip
def test_which_tool_may_be_in_which_list(stated: Security, found: list[str]) -> None:
    assert codes(stated) == found


@pytest.mark.parametrize(
    ("stated", "enabled", "level"),
    [
        (Security(), TOOLS, "pii"),
        (Security(required_tools=()), (), "secrets"),
        (Security(level="strict"), TOOLS, "strict"),
        (Security(level="structure"), TOOLS, "structure"),
        (Security(required_tools=(), level="secrets"), (), "secrets"),
        (Security(required_tools=("regex",), level="secrets"), ("regex",), "pii"),
    ],
)
def test_what_is_enabled_says_how_far_rows_are_redacted(stated: Security, enabled: tuple[str, ...], level: str) -> None:
    found = resolved(stated, "dataset.toml")
    assert (found.policy.enabled_tools, found.level) == (enabled, level)


def test_a_policy_keeps_who_turned_a_required_tool_off_and_why() -> None:
    made = policy(Security(required_tools=("regex", "entropy"), overrides=(REASON,), allow_disable_required=True))
    assert (made.enabled_tools, made.missing_required_tools()) == (("regex",), ("entropy",))
    assert made.overrides == (REASON,)


def test_nothing_is_built_under_a_policy_that_breaks_a_rule(tmp_path: Path) -> None:
    given(tmp_path, security='required_tools = ["regex", "trufflehog"]')
    with pytest.raises(Unsafe, match="SEC910 trufflehog is enabled"):
        built(tmp_path)
    assert not (tmp_path / "build").exists()
    beside = '[[security.beside]]\ntool = "trufflehog"\nreason = "run on the sessions on 1 May"'
    given(tmp_path, count=0, security='required_tools = ["regex", "trufflehog"]', more=beside)
    done = built(tmp_path)
    assert done.manifest.beside == ["trufflehog"]
    assert done.manifest.security.required_tools == ("regex", "trufflehog")
    assert len(rows(tmp_path)) == 6


def gate() -> Gate:
    redaction = Redaction(level="pii", key=KEY)
    return Gate(resolved(Security(), "dataset.toml"), looking(redaction), KEY)


def looked(text: str) -> Looked:
    data = text.encode()
    return Looked(data, looking(Redaction(level="pii", key=KEY))(data))


def test_only_the_gate_makes_a_row_that_can_be_written() -> None:
    with pytest.raises(TypeError, match="only the gate"):
        Cleared(b"{}", (), object())
    entry = RowEntry(id="row_1", content=b"", offset=0, length=0, session=0, size=2)
    with pytest.raises(TypeError, match="cleared"):
        PartWriter("", "").add(b"{}", entry)  # type: ignore[arg-type]
    passed = gate().passes(looked('{"a":"roses"}'), looked('{"session":"s"}'))
    assert isinstance(passed, Passed)
    row = gate().clear(passed, "row_1")
    assert row.data == b'{"id":"row_1","a":"roses","provenance":{"session":"s"}}'
    assert row.tools == TOOLS
    PartWriter("", "").add(row, entry)


def test_what_the_last_look_finds_is_masked_where_it_stands() -> None:
    passed = gate().passes(looked(f'{{"a":"{TOKEN} and {TOKEN}"}}'), looked("{}"))
    assert isinstance(passed, Passed)
    mark = f"[REDACTED:auth_token:{passed.findings[0].tag}]"
    assert passed.payload == f'{{"a":"{mark} and {mark}"}}'.encode()
    assert [each.masked for each in passed.findings] == [True, True]


def test_what_cannot_be_masked_is_refused_and_told() -> None:
    span = looked(f'{{"a":"{TOKEN}"}}').found[0]._replace(start=0, end=3)
    refused = gate().passes(Looked(b'{"a":"x"}', [span]), Looked(b"{}", []))
    assert isinstance(refused, Refused)
    assert (refused.findings[0].masked, refused.findings[0].code) == (False, "SEC010")


def test_a_part_of_another_policy_is_not_let_in() -> None:
    data = b'{"id":"row_1"}\n'
    digest = hashlib.sha256(data).hexdigest()
    assert gate().restored(data, Kept("p", digest, [(0, 14)]), "p")[0].data == b'{"id":"row_1"}'
    for policy_, hash_ in (("other", digest), ("p", "0" * 64)):
        with pytest.raises(Tampered):
            gate().restored(data, Kept(policy_, hash_, [(0, 14)]), "p")

"""Security contracts, policies and manifests of datasets, and the security block of a record."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.contracts import Rule
from steno.detect.rule import Level
from steno.diagnostics import Diagnostic, Place, Severity
from steno.formats.opentraces import security
from steno.formats.opentraces.policy import (
    TOOLS,
    DatasetManifest,
    DatasetSecurityOverride,
    DatasetSecurityPolicy,
    WorkflowSecurityContract,
    ordered,
)
from steno.formats.opentraces.policy_file import BadPolicy, check, read
from steno.formats.opentraces.policy_rules import RULES
from steno.formats.opentraces.policy_tools import STANDS, Extent, level, uncovered
from tests.given.effort import examples

LEAST: dict[str, Any] = {
    "name": "reviews",
    "schema": {"path": "schema.json", "version": "1"},
    "workflow": {"skill": "review", "digest": "sha256:5e"},
}


def findings(data: str | bytes, kind: Any = None) -> list[Diagnostic]:
    whole = data.encode() if isinstance(data, str) else data
    found: list[Diagnostic] = []
    kind = kind or (DatasetManifest if b'"name"' in whole else WorkflowSecurityContract)
    check(read(whole, kind, "f"), Place("f"), found.append)
    return found


def manifest(**fields: Any) -> bytes:
    return json.dumps({**LEAST, **fields}).encode()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_is_silent_on_its_good_example_and_speaks_on_its_bad_one(rule: Rule) -> None:
    assert findings(rule.good) == []
    assert rule.code in {each.code for each in findings(rule.bad)}


def test_a_manifest_has_the_defaults_of_the_schema() -> None:
    found = read(manifest(), DatasetManifest, "f")
    assert (found.schema_ref.path, found.identity.mode, found.executor.timeout_minutes) == (
        "schema.json", "payload_hash", 30
    )  # fmt: skip
    assert found.discoverability.tags == ("opentraces", "agent-traces")
    assert json.loads(msgspec.json.encode(found)) == LEAST


def test_a_policy_of_a_contract_runs_what_is_required_and_what_is_on_by_default_in_order() -> None:
    contract = WorkflowSecurityContract(
        required_tools=("entropy", "regex"),
        optional_tools=("classifier", "path_anonymizer"),
        default_enabled_tools=("classifier",),
        disallowed_tools=("llm_pii",),
        allow_disable_required=True,
    )
    assert contract.resolved_enabled_tools() == ("regex", "entropy", "classifier")
    policy = DatasetSecurityPolicy.from_contract(contract, "sha256:5e")
    assert policy == DatasetSecurityPolicy(
        source="workflow",
        source_workflow_digest="sha256:5e",
        required_tools=("entropy", "regex"),
        optional_tools=("classifier", "path_anonymizer"),
        enabled_tools=("regex", "entropy", "classifier"),
        disallowed_tools=("llm_pii",),
        allow_disable_required=True,
    )
    assert policy.required_tools_satisfied()


def test_an_overridden_tool_is_still_missing() -> None:
    policy = DatasetSecurityPolicy(
        required_tools=("classifier", "entropy", "regex"),
        enabled_tools=("regex",),
        allow_disable_required=True,
        overrides=tuple(
            DatasetSecurityOverride(tool=tool, reason="slow") for tool in ordered(["entropy", "classifier"])
        ),
    )
    assert policy.missing_required_tools() == ("entropy", "classifier")
    assert not policy.required_tools_satisfied()
    assert findings(msgspec.json.encode(policy), DatasetSecurityPolicy) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "f: not JSON: expecting property name enclosed in double quotes"),
        (b"[]", "f: expected `object`, got `array`"),
        (b"{}", "f: object missing required field `name`"),
        (manifest(name=""), "f: expected `str` of length >= 1 - at `$.name`"),
        (manifest(tier=2), "f: object contains unknown field `tier`"),
        (manifest(security={"tier": 2}), "f: object contains unknown field `tier` - at `$.security`"),
        (manifest(security={"enabled_tools": ["grep"]}),
         "f: invalid enum value 'grep' - at `$.security.enabled_tools[0]`"),
        (manifest(executor={"timeout_minutes": 0}), "f: expected `int` >= 1 - at `$.executor.timeout_minutes`"),
        (manifest(executor={"timeout_minutes": "5"}), "f: expected `int`, got `str` - at `$.executor.timeout_minutes`"),
        (b" " * ((1 << 20) + 1), "f: larger than 1048576 bytes"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_manifest_is_an_error_of_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(BadPolicy) as raised:
        read(data, DatasetManifest, "f")
    assert str(raised.value) == message


def test_a_manifest_may_be_of_the_later_version() -> None:
    later = manifest(
        executor={"default": "script"}, candidate_query={"name": "all", "facets": {"agent": "codex"}}
    )  # fmt: skip
    assert findings(later) == []


# YAML


def test_yaml_says_the_same_as_json() -> None:
    pytest.importorskip("yaml")
    text = (
        b"name: reviews\nschema:\n  path: schema.json\n  version: '1'\n"
        b"workflow: {skill: review, digest: 'sha256:5e'}\n"
        b"security:\n  required_tools: [regex]\n"
    )
    told = read(text, DatasetManifest, "f")
    assert told == read(manifest(security={"required_tools": ["regex"]}), DatasetManifest, "f")
    assert [each.code for each in findings(text, DatasetManifest)] == ["OTR507"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"name: [a", "f: line 1: expected ',' or ']', but got '<stream end>'"),
        (b"a: &x [1]\nb: *x\n", "f: a YAML alias: write every value out instead"),
        (b"name: !!python/object/apply:os.getcwd []\n",
         "f: line 1: could not determine a constructor for the tag 'tag:yaml.org,2002:python/object/apply:os.getcwd'"),
        (b"name: 2026-02-31\n", "f: not YAML: day is out of range for month"),
        (b"name: \xff\n", "f: byte 6 is not UTF-8"),
        (b"- a\n", "f: expected `object`, got `array`"),
        (b"", "f: expected `object`, got `null`"),
    ],
)  # fmt: skip
def test_yaml_that_is_none_or_dangerous_is_an_error_of_one_sentence(data: bytes, message: str) -> None:
    pytest.importorskip("yaml")
    with pytest.raises(BadPolicy) as raised:
        read(data, DatasetManifest, "f")
    assert str(raised.value) == message


def test_without_pyyaml_the_error_says_what_to_do() -> None:
    code = (
        "import sys; sys.modules['yaml'] = None\nfrom steno.formats.opentraces.policy_file import *\ntry: "
        "read(b'name: a', DatasetManifest, 'f')\nexcept BadPolicy as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "f: reading YAML needs PyYAML: install it, or use JSON\n"


# Beside the published package

some = st.lists(st.sampled_from(TOOLS[:4]), max_size=3)


@settings(max_examples=examples(300), deadline=None)
@given(some, some, some, some, st.booleans())
def test_a_contract_is_judged_as_the_package_judges_it(
    required: list[str], optional: list[str], default: list[str], disallowed: list[str], allow: bool
) -> None:
    schema = pytest.importorskip("opentraces_schema")
    fields = {
        "required_tools": required, "optional_tools": optional, "default_enabled_tools": default,
        "disallowed_tools": disallowed, "allow_disable_required": allow,
    }  # fmt: skip
    data = json.dumps(fields).encode()
    errors = [each for each in findings(data, WorkflowSecurityContract) if each.severity is Severity.ERROR]
    assert accepted(schema.WorkflowSecurityContract, fields) == (not errors)
    if not errors:
        ours = read(data, WorkflowSecurityContract, "f")
        theirs = schema.WorkflowSecurityContract(**fields)
        assert list(ours.resolved_enabled_tools()) == theirs.resolved_enabled_tools()
        made = schema.DatasetSecurityPolicy.from_contract(theirs, source_workflow_digest="d")
        assert read(made.model_dump_json().encode(), DatasetSecurityPolicy, "f") == DatasetSecurityPolicy.from_contract(
            ours, "d"
        )


@settings(max_examples=examples(500), deadline=None)
@given(some, some, some, some, st.booleans(), some)
def test_a_policy_is_judged_as_the_package_judges_it(
    required: list[str], optional: list[str], enabled: list[str], disallowed: list[str], allow: bool, off: list[str]
) -> None:
    schema = pytest.importorskip("opentraces_schema")
    fields = {
        "required_tools": required, "optional_tools": optional, "enabled_tools": enabled,
        "disallowed_tools": disallowed, "allow_disable_required": allow, "overrides": [{"tool": each} for each in off],
    }  # fmt: skip
    data = json.dumps(fields).encode()
    errors = [each for each in findings(data, DatasetSecurityPolicy) if each.severity is Severity.ERROR]
    assert accepted(schema.DatasetSecurityPolicy, fields) == (not errors)
    if not errors:
        ours, theirs = read(data, DatasetSecurityPolicy, "f"), schema.DatasetSecurityPolicy(**fields)
        assert list(ours.missing_required_tools()) == theirs.missing_required_tools()
        assert ours.required_tools_satisfied() == theirs.required_tools_satisfied()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"active_remote": "hub"},
        {"active_remote": "hub", "remotes": {"hub": {"url": "a/b"}}},
        {"active_remote": ""},
        {"identity": {"mode": "fields"}},
        {"identity": {"fields": [""]}},
        {"identity": {"mode": "fields", "fields": ["a"]}},
        {"schedule": {"enabled": True, "every": " "}},
        {"schedule": {"enabled": True, "every": "1h"}},
        {"schedule": None},
        {"publication_policy": {"security": "off"}},
        {"candidate_query": {"name": "all", "scope": "world"}},
        {"executor": {"budget_usd": -1}},
        {"executor": {"budget_usd": 3}},
        {"schema": {"path": "", "version": "1"}},
        {"remotes": {"hub": {"url": ""}}},
        {"remote_schema": "refuse_if_newer"},
        {"extra": 1},
        {"security": {"source": "manual", "required_tools": ["regex"]}},
    ],
    ids=json.dumps,
)
def test_a_manifest_is_judged_as_the_package_judges_it(fields: dict[str, Any]) -> None:
    schema = pytest.importorskip("opentraces_schema")
    try:
        ours = not [each for each in findings(manifest(**fields)) if each.severity is Severity.ERROR]
    except BadPolicy:
        ours = False
    assert ours == accepted(schema.DatasetManifest, {**LEAST, **fields})


def accepted(model: Any, fields: dict[str, Any]) -> bool:
    pydantic = pytest.importorskip("pydantic")
    try:
        model.model_validate(fields)
    except pydantic.ValidationError:
        return False
    return True


def test_the_tools_are_those_of_the_package_in_its_order() -> None:
    dataset = pytest.importorskip("opentraces_schema.dataset")
    assert TOOLS == dataset.SECURITY_TOOL_ORDER


# What Steno runs for a tool


def test_every_tool_has_what_stands_for_it() -> None:
    from steno.detect import RULES as DETECTORS

    kinds = {(each.type, each.level) for each in DETECTORS}
    assert tuple(STANDS) == TOOLS
    for stand in STANDS.values():
        assert (stand.level is None) == (stand.extent is Extent.NONE) == (not stand.types)
        for kind in stand.types:
            assert any(kind == known and stand.level and stand.level.includes(at) for known, at in kinds)


def test_the_page_says_what_stands_for_each_tool() -> None:
    page = (Path(__file__).parents[3] / "docs/policy.md").read_text()
    for tool, stand in STANDS.items():
        at = f"| `{stand.level}` |" if stand.level else "| |"
        assert f"| `{tool}` | {stand.extent.value} {at} {stand.what} |\n" in page


def test_the_level_is_the_lowest_at_which_everything_runs() -> None:
    assert level([]) is Level.NONE
    assert level(["entropy", "trufflehog"]) is Level.SECRETS
    assert level(["entropy", "path_anonymizer", "llm_pii"]) is Level.PII


def test_a_tool_whose_work_steno_does_only_in_part_is_never_said_to_be_covered() -> None:
    policy = DatasetSecurityPolicy(optional_tools=TOOLS, enabled_tools=TOOLS)
    assert uncovered(policy, Level.PII) == tuple(
        tool for tool in TOOLS if tool not in ("regex", "path_anonymizer")
    )  # fmt: skip
    assert uncovered(policy, Level.SECRETS) == TOOLS


# The security block of a record


@pytest.mark.parametrize(
    ("redaction", "stated", "expected"),
    [
        ({"mode": "pii", "notes": ["masked 2 api_key", "masked 1 email", "masked by hand"]}, None, (True, 3)),
        ({"mode": "secrets", "notes": []}, {"redactions_applied": 4, "flags_reviewed": 2}, (True, 4)),
        ({"mode": "none", "notes": ["masked 1 private_key"]}, None, (False, 1)),
        ({"mode": "none"}, {"scanned": True}, (True, 0)),
        ("pii", {"scanned": "perhaps"}, (False, 0)),
    ],
)
def test_the_security_block_says_what_redaction_did(redaction: Any, stated: Any, expected: tuple[bool, int]) -> None:
    found = security.block(redaction, stated, 7)
    assert (found["scanned"], found["redactions_applied"]) == expected
    reviewed = stated.get("flags_reviewed", 0) if stated else 0
    assert (found["flags_reviewed"], found["classifier_version"]) == (reviewed, None)

"""`steno policy`: a dataset's policy is judged by its rules, and traces by what its tools would still find in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.given.machine import Ended, claude, dialogue, steno
from tests.given.opentraces import SEED
from tests.given.secrets import TOKEN

LEAST: dict[str, Any] = {
    "name": "reviews",
    "schema": {"path": "schema.json", "version": "1"},
    "workflow": {"skill": "review", "digest": "sha256:5e"},
}
SECURITY: dict[str, Any] = {
    "required_tools": ["regex"],
    "optional_tools": ["trufflehog", "llm_pii"],
    "enabled_tools": ["regex", "trufflehog"],
}


def put(folder: Path, value: Any, name: str = "policy.json") -> str:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return str(path)


def session(home: Path, output: str = "done") -> str:
    return str(claude(home, "s", dialogue("s", output=output)))


def policy(home: Path, *args: str, stdin: bytes = b"") -> Ended:
    return steno("policy", *args, home=home, stdin=stdin)


def test_a_manifest_is_explained_tool_by_tool(tmp_path: Path) -> None:
    path = put(tmp_path, LEAST | {"security": SECURITY})
    ended = policy(tmp_path, path)
    rows = [line.split("  ") for line in ended.out.splitlines()]
    assert [row[0] for row in rows] == [
        "TOOL", "regex", "trufflehog", "llm_pii", "level of redaction: pii", "run these separately: trufflehog",
    ]  # fmt: skip
    assert (ended.code, ended.err) == (0, "")
    (said,) = policy(tmp_path, path, "--json").json()
    assert said == {
        "schema": "steno.policy/1", "path": path, "kind": "manifest", "diagnostics": [], "level": "pii",
        "beside": ["trufflehog"],
        "tools": [
            {"tool": "regex", "said": ["required", "enabled"], "enabled": True, "by_steno": "all", "level": "pii"},
            {"tool": "trufflehog", "said": ["optional", "enabled"], "enabled": True, "by_steno": "part",
             "level": "secrets"},
            {"tool": "llm_pii", "said": ["optional"], "enabled": False, "by_steno": "none", "level": None},
        ],
    }  # fmt: skip


def test_a_rule_that_is_broken_is_said_and_no_trace_is_judged(tmp_path: Path) -> None:
    path = put(tmp_path, {"required_tools": ["regex"], "enabled_tools": ["entropy"]})
    ended = policy(tmp_path, path, session(tmp_path))
    assert ended.code == 1
    assert ended.out.splitlines()[:2] == [
        f"{path}:/enabled_tools: OTR505 enabled_tools names entropy, which is neither required nor optional",
        f"{path}:/required_tools: OTR507 required_tools names regex, which is neither enabled nor overridden",
    ]
    assert ended.err == f"steno: {path} breaks its own rules, so no trace was judged by it\n"


def test_a_warning_alone_is_printed_and_ends_well(tmp_path: Path) -> None:
    ended = policy(
        tmp_path, put(tmp_path, {"optional_tools": ["regex"], "enabled_tools": ["regex", "regex"]}), "--json"
    )
    assert (ended.code, [each["code"] for each in ended.json()[0]["diagnostics"]]) == (0, ["OTR520"])


@pytest.mark.parametrize(
    ("security", "output", "beside", "code", "meets", "verdicts"),
    [
        ({**SECURITY, "enabled_tools": ["regex"]}, "done", [], 0, True, {"regex": ("met", {})}),
        (SECURITY, "done", [], 1, False, {"regex": ("met", {}), "trufflehog": ("open", {})}),
        (SECURITY, "done", ["--beside", "trufflehog"], 0, True, {"regex": ("met", {}), "trufflehog": ("met", {})}),
        (SECURITY, TOKEN, ["--beside", "trufflehog"], 1, False,
         {"regex": ("found", {"auth_token": 1}), "trufflehog": ("found", {"auth_token": 1})}),
        ({"optional_tools": ["llm_pii"], "enabled_tools": ["llm_pii"]}, TOKEN, [], 1, False, {"llm_pii": ("open", {})}),
        ({}, TOKEN, [], 0, True, {}),
    ],
    ids=["in full", "in part", "in part and beside", "a secret is left", "not at all", "nothing is enabled"],
)  # fmt: skip
def test_a_trace_meets_a_policy_if_its_tools_have_nothing_left_to_find(
    tmp_path: Path,
    security: dict[str, Any],
    output: str,
    beside: list[str],
    code: int,
    meets: bool,
    verdicts: dict[str, Any],
) -> None:
    path = put(tmp_path, LEAST | {"security": security})
    ended = policy(tmp_path, path, session(tmp_path, output), "--json", *beside)
    said = ended.json()[1]
    found = {each["tool"]: (each["verdict"], each["found"]) for each in said["tools"]}
    assert (ended.code, said["meets"], found) == (code, meets, verdicts)
    assert TOKEN not in ended.out + ended.err


def test_a_record_meets_the_policy_once_it_is_redacted_at_its_level(tmp_path: Path) -> None:
    path = put(tmp_path, {"required_tools": ["regex", "path_anonymizer"], "default_enabled_tools": []}, "contract.json")
    log, record = session(tmp_path, f"{TOKEN} of nora@steno-mail.dev"), str(tmp_path / "record.jsonl")
    assert policy(tmp_path, path, log).code == 1
    steno("convert", log, "-t", "opentraces", "-O", "redact=pii", "-o", record, home=tmp_path)
    ended = policy(tmp_path, path, record)
    assert (ended.code, ended.out.splitlines()[-4:]) == (0, [
        f"{record}: meets the policy", "TOOL             VERDICT  WHY", "regex            met      nothing found",
        "path_anonymizer  met      nothing found",
    ])  # fmt: skip


def test_a_record_that_says_that_nobody_looked_through_it_meets_none(tmp_path: Path) -> None:
    path = put(tmp_path, {"source": "manual", "optional_tools": ["regex"], "enabled_tools": ["regex"]})
    records = [SEED, SEED | {"security": {"scanned": True}}]
    data = b"".join(json.dumps(each).encode() + b"\n" for each in records)
    ended = policy(tmp_path, path, "-", "--json", stdin=data)
    assert ended.code == 1
    assert [(each["meets"], each["says_unscanned"]) for each in ended.json()[1:]] == [(False, True), (True, False)]


@pytest.mark.parametrize(
    ("value", "kind", "code", "said"),
    [
        ({"default_enabled_tools": []}, [], 0, "contract"),
        ({"overrides": []}, [], 0, "policy"),
        ({"required_tools": []}, ["--kind", "policy"], 0, "policy"),
        ({"required_tools": []}, [], 2, "this may be a contract or a policy: say which with --kind"),
        ({"schema": {}}, [], 3, "object missing required field `path` - at `$.schema`"),
        ({"tier": 2}, [], 3, "neither a security contract, nor a security policy, nor a dataset's manifest"),
        ("[1]", [], 3, "neither a security contract, nor a security policy, nor a dataset's manifest"),
        ('{"source": "manual", "source": "default"}', [], 3,
         "the key 'source' appears twice, so its meaning is unclear"),
        ("source: manual\nsource: default\n", [], 3, "the key 'source' appears twice, so its meaning is unclear"),
        ("a: " + "[" * 100_000, [], 3, "nested too deeply to read"),
        ("{", [], 3, "not JSON: expecting property name enclosed in double quotes"),
    ],
)  # fmt: skip
def test_what_a_file_is_its_keys_tell(tmp_path: Path, value: Any, kind: list[str], code: int, said: str) -> None:
    pytest.importorskip("yaml")
    path = put(tmp_path, value)
    ended = policy(tmp_path, path, "--json", *kind)
    found = ended.json()[0]["kind"] if not code else json.loads(ended.err)["error"]["message"].removeprefix(f"{path}: ")
    assert (ended.code, found) == (code, said)


def test_a_budget_may_have_cents(tmp_path: Path) -> None:
    path = put(tmp_path, json.dumps(LEAST | {"executor": {"budget_usd": 0}}).replace(": 0}", ": 1.50}"))
    assert policy(tmp_path, path).code == 0


def test_what_cannot_be_read_is_one_sentence_and_does_not_hide_the_others(tmp_path: Path) -> None:
    assert policy(tmp_path, str(tmp_path / "none.json")).code == 3
    path = put(tmp_path, {"optional_tools": ["regex"], "enabled_tools": ["regex"]})
    assert policy(tmp_path, path, str(tmp_path / "none.jsonl")).code == 3
    ended = policy(tmp_path, path, str(tmp_path / "none.jsonl"), session(tmp_path))
    assert (ended.code, ended.err.count("\n")) == (4, 1)
    assert "meets the policy" in ended.out


def test_names_and_reasons_cannot_command_the_terminal(tmp_path: Path) -> None:
    security = {
        "required_tools": ["regex"], "allow_disable_required": True,
        "overrides": [{"tool": "regex", "reason": "\x1b[2J\u202eslow\n"}],
    }  # fmt: skip
    ended = policy(tmp_path, put(tmp_path, LEAST | {"name": "\x1b[31m", "security": security}))
    assert ended.code == 0
    assert not {"\x1b", "\u202e"} & set(ended.out + ended.err)
    assert "turned off: " in ended.out


def test_the_policy_of_a_dataset_is_that_of_its_file(tmp_path: Path) -> None:
    least = 'name = "g"\n[[sources]]\npaths = ["s"]\n'
    path = put(tmp_path, f'{least}[security]\nrequired_tools = ["regex", "entropy"]\n', "d.toml")
    ended = policy(tmp_path, path, "--json")
    (said,) = ended.json()
    assert (ended.code, said["kind"], said["level"]) == (1, "policy", "pii")
    assert [each["code"] for each in said["diagnostics"]] == ["SEC910"]
    sound = put(tmp_path, least, "e.toml")
    assert policy(tmp_path, sound, session(tmp_path)).code == 0
    assert policy(tmp_path, sound, session(tmp_path, TOKEN)).code == 1

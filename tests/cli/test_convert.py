"""`steno convert`, `info`, `check`, `rule`, `formats`, `export`."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from steno import registry
from steno.contracts import Format, UsageError, unwritable
from steno.detect.rule import crc32_base62, fake
from steno.errors import Unwritable
from steno.testing.fake import STILL
from tests.given.machine import claude, dialogue, lines, steno

KEY = b"0123456789abcdef" * 2
BODY = fake(30)
SECRET = "ghp_" + BODY + crc32_base62(BODY)


def compact(records: list[Any]) -> bytes:
    return b"".join(json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in records)


def test_a_session_is_written_back_byte_for_byte(tmp_path: Path) -> None:
    data = compact(dialogue("s1"))
    ended = steno("convert", "-", "-t", "claude-code", home=tmp_path, stdin=data)
    assert (ended.code, ended.out) == (0, data.decode())


@pytest.mark.parametrize("command", ["convert", "export"])
@pytest.mark.parametrize("target", ["claude-code", "open-token", "forsy", "opentraces", "awf"])
def test_a_verified_output_is_the_same_and_the_summary_says_that_it_was(
    command: str, target: str, tmp_path: Path
) -> None:
    data = compact(dialogue("s1"))
    usual = steno(command, "-", "-t", target, home=tmp_path, stdin=data)
    ended = steno(command, "-", "-t", target, "--verify", home=tmp_path, stdin=data)
    assert "verified" not in usual.err
    assert "  verified read back: every difference is a loss that is named\n" in ended.err
    if target != "awf":  # where times are made up by the clock
        assert (ended.code, ended.out) == (0, usual.out)


def test_an_output_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    ended = steno("convert", "-", "-t", "claude-code", "-o", str(target), home=tmp_path, stdin=compact(dialogue("s1")))
    assert (ended.code, ended.out) == (0, "")
    assert target.read_bytes() == compact(dialogue("s1"))
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    ended = steno("convert", "-", "-t", "claude-code", "-o", os.devnull, home=tmp_path, stdin=compact(dialogue("s1")))
    assert (ended.code, ended.out) == (0, "")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_an_output_that_cannot_be_written_is_a_mistake(tmp_path: Path) -> None:
    for target, reason, hint in (
        (tmp_path / "no" / "out", "no such file or directory", "make its folder first, or name another place"),
        (tmp_path, "is a directory", "name a file in it"),
    ):
        ended = steno("convert", "-", "-t", "claude-code", "-o", str(target), home=tmp_path, stdin=b'{"type":"mode"}')
        assert ended == (2, "", f"steno: cannot write {target}: {reason}\nhint: {hint}\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_output_that_the_machine_refuses_is_no_mistake_of_the_user(tmp_path: Path) -> None:
    ended = steno("convert", "-", "-t", "claude-code", "-o", "/dev/full", home=tmp_path, stdin=compact(dialogue("s1")))
    said = "steno: cannot write /dev/full: no space left on device\nhint: free some space, or write to another disk\n"
    assert ended == (3, "", said)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOENT, UsageError), (errno.EISDIR, UsageError), (errno.ENOTDIR, UsageError),
        (errno.EACCES, Unwritable), (errno.EPERM, Unwritable), (errno.EROFS, Unwritable), (errno.ENOSPC, Unwritable),
        (errno.EIO, Unwritable),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_is_usage_and_all_else_the_machine(number: int, kind: type[Exception]) -> None:
    assert type(unwritable("x", OSError(number, "why"))) is kind


def test_losses_are_counted_listed_and_fatal_on_request(tmp_path: Path) -> None:
    trace = steno("export", "-", home=tmp_path, stdin=lines(dialogue("s1"))).out.encode()
    listed = tmp_path / "lost.jsonl"
    ended = steno("convert", "-", "-t", "claude-code", "--losses", str(listed), home=tmp_path, stdin=trace)
    assert ended.code == 0
    losses = [json.loads(line) for line in listed.read_bytes().splitlines()]
    assert losses[0]["code"] == "CNV004"
    assert {loss["severity"] for loss in losses} == {"loss"}
    assert "event of another format (CNV004)" in ended.err
    listed.unlink()
    target = tmp_path / "out.jsonl"
    for more in (["-o", str(target)], []):
        args = ("convert", "-", "-t", "claude-code", "--strict", "--losses", str(listed), *more)
        strict = steno(*args, home=tmp_path, stdin=trace)
        assert (strict.code, strict.out) == (1, "")
        assert strict.err.endswith("steno: --strict allows no losses, so nothing was written\n")
        assert [json.loads(line) for line in listed.read_bytes().splitlines()] == losses
        assert not target.exists()


def test_export_without_a_word_takes_the_newest_session(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt="Old"), age=2)
    newest = claude(tmp_path, "bbbbbbbb", dialogue("bbbbbbbb", prompt=f"New {SECRET}"), age=1)
    ended = steno("export", home=tmp_path)
    assert ended.code == 0
    assert json.loads(ended.out)["open_token_version"] == "0.1"
    assert "New [REDACTED:" in ended.out
    assert SECRET not in ended.out
    summary = dict(line.split(maxsplit=1) for line in ended.err.splitlines())
    assert summary["exported"] == f"{newest} as Open-Token 0.1"
    assert summary["read"] == "5 events, 1 tool call"
    assert summary["masked"] == "1 value: 1 auth token"
    assert summary["written"] == f"{len(ended.out.encode()):,} bytes to stdout"


def test_words_and_options_say_the_same(tmp_path: Path) -> None:
    path = str(claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt=f"New {SECRET}")))
    key = tmp_path / "key"
    key.write_bytes(KEY)
    key.chmod(0o600)
    epoch = "1700000000"
    words = (
        "mode=ndjson",
        "pretty=false",
        "include=include-internal",
        "internal=summary",
        "redact=pii",
        "max_bytes=90000",
    )
    flags = (
        "--mode", "ndjson", "--no-pretty", "--include", "include-internal", "--internal", "summary",
        "--redact", "pii", "--max-bytes", "90000",
    )  # fmt: skip
    by_words = steno("export", path, *words, "--redaction-key", str(key), home=tmp_path, SOURCE_DATE_EPOCH=epoch)
    by_flags = steno("export", *flags, path, "--redaction-key", str(key), home=tmp_path, SOURCE_DATE_EPOCH=epoch)
    assert by_words.code == 0
    assert by_words == by_flags
    assert len(by_words.out.splitlines()) > 5


def test_verbatim_thoughts_need_permission(tmp_path: Path) -> None:
    path = str(claude(tmp_path, "aaaaaaaa"))
    args = ("export", path, "include=include-internal", "internal=full")
    refused = steno(*args, home=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "--permit-internal" in refused.err
    for permitted in (
        steno(*args, "--permit-internal", home=tmp_path),
        steno(*args, home=tmp_path, STENO_PERMIT_INTERNAL="1"),
    ):
        assert permitted.code == 0
        assert "They look dry." in permitted.out


def test_a_misspelt_word_is_a_mistake(tmp_path: Path) -> None:
    path = str(claude(tmp_path, "aaaaaaaa"))
    ended = steno("export", path, "redcat=pii", home=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert "did you mean 'redact'?" in ended.err


def test_a_key_must_be_long_enough(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"short")
    ended = steno("export", str(claude(tmp_path, "aaaaaaaa")), "--redaction-key", str(key), home=tmp_path)
    assert ended == (
        2,
        "",
        f"steno: {key}: a key of 5 bytes, expected 32 or more; `head -c 32 /dev/urandom > FILE` makes one\n",
    )


def test_info_says_what_a_session_holds(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    (found,) = steno("info", "aaa", "--json", home=tmp_path).json()
    expected = {
        "schema": "steno.info/1",
        "path": str(path),
        "format": "claude-code",
        "agent": "claude-code",
        "ids": {"session": ["aaaaaaaa"]},
        "bytes": path.stat().st_size,
        "first_timestamp": "2026-01-02T03:04:00Z",
        "last_timestamp": "2026-01-02T03:04:04Z",
        "models": ["claude-test-1"],
        "records": 5,
        "user_messages": 1,
        "tool_calls": 1,
        "tool_results": 1,
        "thinking_blocks": 1,
    }
    assert {key: found[key] for key in expected} == expected
    (piped,) = steno("info", "-", "--json", home=tmp_path, stdin=path.read_bytes()).json()
    assert piped == found | {"path": "<stdin>"}
    table = steno("info", "aaa", "--counts", home=tmp_path).out
    assert "ids.session " in table
    assert "tool_calls " in table


@pytest.mark.parametrize(("words", "code"), [(("good", "bad"), 4), (("bad", "bad"), 3), (("good", "good"), 0)])
def test_info_goes_on_after_an_input_that_cannot_be_read(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    paths = {"good": str(claude(tmp_path, "aaaaaaaa")), "bad": str(tmp_path / "bad.jsonl")}
    ended = steno("info", "--json", *(paths[word] for word in words), home=tmp_path)
    assert ended.code == code
    assert [each["format"] for each in ended.json()] == ["claude-code"] * words.count("good")
    errors = [json.loads(line)["error"] for line in ended.err.splitlines()]
    unreadable = {"kind": "unreadable", "message": f"{paths['bad']}: no such file or directory"}
    assert errors == [unreadable] * words.count("bad")


def test_check_is_clean_or_says_what_is_wrong_and_where(tmp_path: Path) -> None:
    good = claude(tmp_path, "aaaaaaaa")
    assert steno("check", str(good), home=tmp_path) == (0, "", "0 errors, 0 warnings, 0 notes in 1 file\n")
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(good.read_bytes() + b"garbage\n")
    ended = steno("check", str(bad), home=tmp_path)
    assert ended.code == 1
    assert ended.out.startswith(f"{bad}:6: error SRC001 not JSON")
    assert ended.err == "1 error, 0 warnings, 0 notes in 1 file\n"
    assert steno("check", str(good), str(tmp_path / "no.json"), home=tmp_path).code == 4


def test_check_says_what_is_alike_once_with_its_number_and_every_one_on_request(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(lines(dialogue("s1")) + b"\n" + b"garbage\n" * 5)
    two.write_bytes(lines(dialogue("s2")) + b"garbage\n")
    ended = steno("check", str(one), str(two), home=tmp_path)
    assert ended.out.splitlines() == [
        f"{one}:7: error SRC001 not JSON: expecting value at byte 1 (6 like this in 2 files; also :8, :9, :10, …)",
        f"{one}:6: note SRC005 blank line",
    ]
    assert ended.err == "6 errors, 0 warnings, 1 note in 2 files; --each lists every one\n"
    each = steno("check", str(one), str(two), "--each", home=tmp_path)
    assert len(each.out.splitlines()) == 7
    assert all(": error SRC001 " in line or ": note SRC005 " in line for line in each.out.splitlines())
    (whole,) = steno("check", str(one), str(two), "--format", "json", home=tmp_path).json()
    assert len(whole["diagnostics"]) == 7


def test_check_speaks_json_sarif_and_github(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(lines(dialogue("s1")) + b"garbage\n")
    (found,) = steno("check", str(bad), "--format", "json", home=tmp_path).json()
    assert (found["schema"], found["failed"]) == ("steno.check/1", [])
    assert [(each["code"], each["line"]) for each in found["diagnostics"]] == [("SRC001", 6)]
    (log,) = steno("check", str(bad), "--format", "sarif", home=tmp_path).json()
    assert log["runs"][0]["tool"]["driver"]["rules"][0]["name"] == "line-is-not-json"
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 6}
    github = steno("check", str(bad), "--format", "github", home=tmp_path)
    assert github.code == 1
    assert github.out.startswith(f"::error file={bad},line=6,title=SRC001::not JSON")


def test_an_exported_trace_checks_clean(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    assert steno("export", str(claude(tmp_path, "aaaaaaaa")), "-o", str(trace), home=tmp_path).code == 0
    assert steno("check", str(trace), home=tmp_path).code == 0


def test_a_rule_has_a_page(tmp_path: Path) -> None:
    page = steno("rule", "otk012", home=tmp_path)
    assert page.code == 0
    assert page.out.startswith("OTK012 ")
    assert "\nWhy it matters\n" in page.out
    assert '\n-      "actor_id": "act_009",\n+      "actor_id": "act_002",\n' in page.out
    assert steno("rule", "line-is-not-json", home=tmp_path).out.startswith(
        "SRC001 line-is-not-json  (error)\n\nThe line"
    )
    (record,) = steno("rule", "OTK012", "--json", home=tmp_path).json()
    assert set(record) == {"schema", "code", "name", "severity", "page", "clause", "level", "good", "bad", "difference"}


def test_all_rules_are_listed(tmp_path: Path) -> None:
    table = steno("rule", home=tmp_path).out.splitlines()
    assert [line.split()[0] for line in table[1:]] == [
        each["code"] for each in steno("rule", "--json", home=tmp_path).json()
    ]


def test_agents_are_listed_with_how_far_their_readers_were_checked(tmp_path: Path) -> None:
    table = steno("formats", "--agents", home=tmp_path).out.splitlines()
    assert table[0].split()[:3] == ["NAME", "TITLE", "READS"]
    found = {each["name"]: each for each in steno("formats", "--agents", "--json", home=tmp_path).json()}
    assert list(found) == sorted(found, key=lambda name: not found[name]["reads"])
    known = registry.agents["pi"]
    assert known.format is not None
    assert found["pi"] == {
        "schema": "steno.agents/1",
        "name": "pi",
        "title": "Pi",
        "reads": True,
        "writes": True,
        "usage": "exclusive",
        "pairing": "id",
        "verified": known.verified,
        "like": None,
        "cannot": [],
        "summary": known.format.summary,
    }
    assert (found["qclaw"]["verified"], found["qclaw"]["like"]) == (0, "openclaw")
    assert any("as openclaw" in line for line in table)


def test_formats_are_listed(tmp_path: Path) -> None:
    table = steno("formats", home=tmp_path).out.splitlines()
    assert table[0].split() == ["NAME", "TITLE", "READS", "WRITES", "RULES", "LOSSES", "SUMMARY"]
    found = {each["name"]: each for each in steno("formats", "--json", home=tmp_path).json()}
    assert list(found)[:2] == ["open-token", "awf"]
    known = registry.formats["claude-code"]
    assert found["claude-code"] == {
        "schema": "steno.formats/1",
        "name": "claude-code",
        "title": "Claude Code session",
        "reads": True,
        "writes": True,
        "rules": [each.code for each in known.rules],
        "losses": [each.code for each in known.losses],
        "summary": known.summary,
        "options": {},
    }


def test_one_format_is_shown_with_the_options_of_its_writer(tmp_path: Path) -> None:
    table = [line.split(maxsplit=1) for line in steno("formats", "opentraces", home=tmp_path).out.splitlines()]
    assert ["version", "0.9 (default), 0.7, 0.6, keep"] in table
    (known,) = steno("formats", "opentraces", "--json", home=tmp_path).json()
    assert known["options"]["version"] == ["0.9", "0.7", "0.6", "keep"]
    ended = steno("formats", "opentrace", home=tmp_path)
    assert (ended.code, "did you mean 'opentraces'?" in ended.err) == (2, True)


@pytest.mark.parametrize("known", [each for each in registry.formats if each.writer is not None], ids=lambda x: x.name)
def test_every_option_that_is_listed_is_one_that_the_writer_takes(known: Format) -> None:
    assert known.writer is not None
    for key, values in known.options.items():
        for value in values or ("12",):
            permitted = ["permit_internal=true"] if value == "full" else []
            known.writer([f"{key}={value}", *permitted], STILL, lambda _: None)
    with pytest.raises(UsageError, match=r"no option named|has no options"):
        known.writer(["zzz=1"], STILL, lambda _: None)

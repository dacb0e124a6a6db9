"""What is published: git notes, and Agent Trace."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from steno.vcs import git
from steno.vcs.memory import load
from steno.vcs.publish import REF, publish
from steno.vcs.ranges import ranges
from tests.given.gitrepo import Repo
from tests.given.linked import garden, link
from tests.given.machine import steno

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


def files(repo: Repo) -> dict[str, str]:
    """Every file of the repository but its objects and the notes' own, with a digest."""
    found = {}
    for folder, _, names in os.walk(repo.path):
        for name in names:
            path = Path(folder) / name
            short = str(path.relative_to(repo.path))
            if not short.startswith(".git/objects") and "refs/notes" not in short:
                found[short] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def test_notes_are_added_and_nothing_else_is_touched(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    repo.git("config", "core.hooksPath", str(tmp_path / "hooks"))
    hook = tmp_path / "hooks" / "reference-transaction"
    hook.parent.mkdir()
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    before = files(repo)
    link(repo, tmp_path, "--publish", "notes")
    assert files(repo) == before
    assert not (tmp_path / "ran").exists()
    note = json.loads(repo.git("notes", "--ref=steno", "show", second))
    event = note["sessions"][0]["ranges"][0].pop("event")
    assert event
    assert note == {
        "schema": "steno.note/1",
        "sessions": [
            {
                "session": "s",
                "tier": "tool_emitted",
                "ranges": [{"path": "garden.py", "start_line": 3, "end_line": 4, "evidence": "exact_blob_hash"}],
            }
        ],
    }
    assert repo.git("notes", "--ref=steno", "list").split()[1] == second
    assert repo.git("status", "--porcelain") == ""
    repo.git("fsck", "--strict")


def test_the_same_notes_are_not_written_twice_and_later_ones_are_added(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    link(repo, tmp_path, "--publish", "notes")
    once = repo.git("rev-parse", REF)
    assert "0 notes written, 1 already there" in link(repo, tmp_path, "--publish", "notes").err
    assert repo.git("rev-parse", REF) == once
    repo.create("s", "more.py", "def dig(spade, bed):\n    return spade.into(bed)\n")
    repo.commit()
    assert "1 note written, 1 already there" in link(repo, tmp_path, "--publish", "notes").err
    assert repo.git("rev-parse", f"{REF}^") == once
    assert len(repo.git("notes", "--ref=steno", "list").splitlines()) == 2


def test_what_others_published_of_a_commit_stays(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    theirs = {"session": "theirs", "tier": "tool_emitted", "ranges": []}
    said = json.dumps({"schema": "steno.note/1", "sessions": [theirs]})
    repo.git("notes", "--ref=steno", "add", "-m", said, second)
    link(repo, tmp_path, "--publish", "notes")
    note = json.loads(repo.git("notes", "--ref=steno", "show", second))
    assert [each["session"] for each in note["sessions"]] == ["s", "theirs"]
    repo.git("notes", "--ref=steno", "add", "-f", "-m", "a note of another kind", second)
    ended = link(repo, tmp_path, "--publish", "notes")
    assert "left alone: 1 note that Steno did not write" in ended.err
    assert repo.git("notes", "--ref=steno", "show", second) == "a note of another kind"


def test_without_the_option_no_ref_is_written(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    before = repo.git("for-each-ref")
    link(repo, tmp_path)
    assert repo.git("for-each-ref") == before


def test_notes_in_a_sha256_repository(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path, "--object-format=sha256")
    link(repo, tmp_path, "--publish", "notes")
    assert repo.git("notes", "--ref=steno", "list").split()[1] == second


def of_schema(record: dict[str, Any]) -> None:
    """What the schema of Agent Trace asks for: these fields of these types, and no others."""
    assert set(record) <= {"version", "id", "timestamp", "vcs", "tool", "files", "metadata"}
    assert re.fullmatch(r"[0-9]+\.[0-9]+", record["version"])
    assert UUID.fullmatch(record["id"])
    assert TIME.fullmatch(record["timestamp"])
    assert set(record["vcs"]) == {"type", "revision"}
    assert set(record["tool"]) == {"name", "version"}
    for file in record["files"]:
        assert set(file) == {"path", "conversations"}
        for conversation in file["conversations"]:
            assert {"ranges"} <= set(conversation) <= {"url", "contributor", "ranges", "related"}
            for each in [conversation, *conversation["ranges"]]:
                contributor = each.get("contributor", {"type": "ai"})
                assert set(contributor) <= {"type", "model_id"}
                assert contributor["type"] in {"human", "ai", "mixed", "unknown"}
            for each in conversation["ranges"]:
                assert set(each) <= {"start_line", "end_line", "content_hash", "contributor"}
                assert 1 <= each["start_line"] <= each["end_line"]


def test_agent_trace_records_are_as_its_schema_wants_them(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    out = tmp_path / "traces.jsonl"
    link(repo, tmp_path, "--publish", "agent-trace", "-o", str(out))
    (record,) = [json.loads(line) for line in out.read_text().splitlines()]
    of_schema(record)
    (told,) = record.pop("metadata")["dev.steno"]["ranges"]
    told.pop("event")
    for name in ("id", "timestamp", "tool"):
        record.pop(name)
    content = record["files"][0]["conversations"][0]["ranges"][0].pop("content_hash")
    assert re.fullmatch("murmur3:[0-9a-f]{32}", content)
    assert record == {
        "version": "0.1",
        "vcs": {"type": "git", "revision": second},
        "files": [
            {
                "path": "garden.py",
                "conversations": [
                    {
                        "contributor": {"type": "ai", "model_id": "claude-test-1"},
                        "ranges": [{"start_line": 3, "end_line": 4}],
                    }
                ],
            }
        ],
    }
    assert told == {
        "path": "garden.py", "start_line": 3, "end_line": 4, "session": "s", "step": 2, "evidence": "exact_blob_hash",
    }  # fmt: skip
    assert out.stat().st_mode & 0o777 == 0o600


def test_the_same_findings_at_the_same_time_are_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo, *_ = garden(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767700000")
    for name in ("one", "two"):
        link(repo, tmp_path, "--publish", "agent-trace", "-o", str(tmp_path / name))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    for args in (("--publish", "agent-trace"), ("-o", "x"), ("--publish", "notes", "-o", "x"), ("--publish", "mail")):
        ended = steno("link", "--repo", str(repo.path), "--sessions", str(repo.sessions), *args, home=tmp_path)
        assert (ended.code, ended.out) == (2, ""), args


def test_a_commit_that_nobody_has_any_more_is_not_published(tmp_path: Path) -> None:
    repo, first, _ = garden(tmp_path)
    repo.git("reset", "-q", "--hard", first)
    link(repo, tmp_path, "--publish", "notes")
    assert repo.git("for-each-ref", "refs/notes") == ""
    (file,) = (tmp_path / ".local/share/steno/links").glob("*.bin")
    with git.opened(repo.path, os.environ) as repository:
        assert publish(repository, ranges(load(file), ()), {}, 0).written == 0

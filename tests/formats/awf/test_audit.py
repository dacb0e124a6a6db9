"""The audit trail beside a transcript says what the transcript does not: who started the run, and how it ended."""

from __future__ import annotations

import io
import json
from pathlib import Path

from msgspec import UNSET

from steno.diagnostics import Diagnostic, Place
from steno.formats.awf import audit
from steno.formats.awf.places import audits
from steno.model import Actor, ActorKind, Event, Kind, Lifecycle, Origin, Source
from steno.sources import Session, discover
from steno.testing.laws import unexplained
from steno.verify import verify
from tests.given.awf import FIXTURES, RUN, block, message, read, written
from tests.given.machine import steno

OTHER = "11111111-2222-4333-8444-555555555555"


def said(event: str, run: str = RUN, **more: object) -> bytes:
    record = {"event": event, "execution_id": run, "timestamp": "2026-03-02T10:15:00.123Z", "user": "ada", **more}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


STARTED = said("workflow.started", workflow_name="review", schema_version=1, inputs={"token": "***"})
COMPLETED = said("workflow.completed", status="failure", exit_code=1, duration_ms=9, error="exit 1")
TRAIL = said("workflow.started", OTHER) + STARTED + b"torn\n" + COMPLETED
TRANSCRIPT = message(block("text", text="x"))


def test_the_beginning_and_the_end_of_a_run_stand_around_it_in_a_source_of_their_own() -> None:
    trace, _ = read(TRANSCRIPT)
    found: list[Diagnostic] = []
    joined = audit.join(trace, io.BytesIO(TRAIL), Place("audit.jsonl"), found.append)
    first, middle, last = joined.events
    start = len(said("workflow.started", OTHER))
    assert first == Event(
        uid="audit/2",
        kind=Kind.LIFECYCLE,
        body=Lifecycle(
            "workflow.started",
            data={
                "execution_id": RUN, "user": "ada", "workflow_name": "review", "schema_version": 1,
                "inputs": {"token": "***"},
            },
        ),
        origin=Origin(1, 2, start, len(STARTED)),
        actor="audit",
        time="2026-03-02T10:15:00.123Z",
    )  # fmt: skip
    assert middle == trace.events[0]
    assert last.uid == "audit/4"
    assert joined.header.sources[1] == Source("awf-audit", "audit.jsonl", len(TRAIL))
    assert joined.header.actors["audit"] == Actor(ActorKind.SYSTEM, "awf")
    assert (joined.header.title, joined.header.started) == ("review", "2026-03-02T10:15:00.123Z")
    assert [(each.code, each.place.path, each.place.line) for each in found] == [("SRC001", "audit.jsonl", 3)]
    broken: list[Diagnostic] = []
    verify(joined, Place(), broken.append)
    assert broken == []


def test_a_trail_that_does_not_name_the_run_changes_nothing() -> None:
    trace, _ = read(TRANSCRIPT)
    assert audit.join(trace, io.BytesIO(said("workflow.started", OTHER)), Place(), lambda _: None) == trace


def test_a_title_of_the_transcripts_own_is_kept() -> None:
    trace, _ = read((FIXTURES / "run.jsonl").read_bytes())
    joined = audit.join(trace, io.BytesIO(said("workflow.started", workflow_name="x")), Place(), lambda _: None)
    assert joined.header.title == "review"


def test_what_the_trail_says_has_no_place_in_a_transcript_and_is_named() -> None:
    trace, _ = read(TRANSCRIPT)
    joined = audit.join(trace, io.BytesIO(TRAIL), Place(), lambda _: None)
    data, losses = written(joined)
    assert data == TRANSCRIPT
    assert not unexplained(joined, read(data)[0], losses)


def test_the_trail_of_awfs_own_directory_is_found_from_the_transcript(tmp_path: Path) -> None:
    home = tmp_path / ".local" / "share" / "awf"
    (home / "storage" / "transcripts").mkdir(parents=True)
    path = home / "storage" / "transcripts" / "any-name.jsonl"
    path.write_bytes(TRANSCRIPT)
    assert list(audits(path)) == []
    (home / "audit.jsonl").write_bytes(TRAIL)
    assert list(audits(path)) == [home / "audit.jsonl"]
    shown = steno("export", str(path), "mode=ndjson", home=tmp_path)
    assert shown.code == 0
    assert '"workflow.completed"' in shown.out
    assert '"exit_code":1' in shown.out


def test_transcripts_of_steno_and_of_awf_are_listed_and_the_trail_is_none(tmp_path: Path) -> None:
    share = tmp_path / ".local" / "share"
    for folder in (share / "steno" / "transcripts", share / "awf" / "storage" / "transcripts", tmp_path / "named"):
        folder.mkdir(parents=True)
        (folder / f"{folder.parent.name}.jsonl").write_bytes(TRANSCRIPT)
        (folder / "audit.jsonl").write_bytes(TRAIL)
        (folder / "run.jsonl.lock").write_bytes(b"")
    sessions = discover({}, tmp_path, lambda _: None)
    assert {(each.agent, each.id) for each in sessions} == {("awf", "steno"), ("awf", "storage")}
    named = discover({"STENO_TRANSCRIPTS": str(tmp_path / "named")}, tmp_path, lambda _: None)
    path = tmp_path / "named" / f"{tmp_path.name}.jsonl"
    status = path.stat()
    assert Session("awf", tmp_path.name, path, status.st_size, status.st_mtime) in named


def test_a_transcript_is_asked_for_by_its_name_and_tells_its_run_itself(tmp_path: Path) -> None:
    folder = tmp_path / ".local" / "share" / "steno" / "transcripts"
    folder.mkdir(parents=True)
    (folder / f"{OTHER}.jsonl").write_bytes(TRANSCRIPT)
    (found,) = steno("info", "awf:11111111", "--json", home=tmp_path).json()
    assert found["ids"] == {"run": [RUN]}
    assert steno("ls", home=tmp_path).code == 0


def test_a_run_without_a_start_has_no_time_of_its_own() -> None:
    trace, _ = read(TRANSCRIPT)
    joined = audit.join(trace, io.BytesIO(COMPLETED), Place(), lambda _: None)
    assert (joined.header.started, joined.header.title) == (UNSET, UNSET)

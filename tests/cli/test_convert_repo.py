"""`steno convert --repo`: a record with what its session led to."""

from __future__ import annotations

from pathlib import Path

from opentraces_schema import TraceRecord

from tests.given.linked import AGENTS, garden, link
from tests.given.machine import steno

WATER = "\n\ndef water(bed, can):\n    can.fill(bed.river)\n    return can.pour(bed.roses, litres=3)\n"


def test_a_record_says_which_commits_and_lines_its_session_wrote(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    repo.edit("s", "garden.py", AGENTS, AGENTS + WATER)
    third = repo.commit()
    link(repo, tmp_path)
    path = tmp_path / "record.jsonl"
    session = str(repo.sessions / "s.jsonl")
    asked = ("convert", session, "-t", "opentraces", "--repo", str(repo.path), "-o", str(path))
    ended = steno(*asked, home=tmp_path)
    assert ended.code == 0
    data = path.read_bytes()
    record = TraceRecord.model_validate_json(data)
    assert record.lifecycle == "final"
    assert [(each.revision, each.tier, each.commit_reachable, each.content_alive) for each in record.git_links] == [
        (second, "tool_emitted", True, True),
        (third, "tool_emitted", True, True),
    ]
    anchors = [each.anchor for each in record.patches]
    assert [each and (each.found, each.commit_sha, each.path) for each in anchors] == [
        (True, second, "garden.py"),
        (True, third, "garden.py"),
    ]
    assert [record.steps[each.step_index].tool_calls[0].tool_call_id for each in record.patches] == [
        each.tool_call_id for each in record.patches
    ]
    # The block is pinned to one commit, the one with most lines; of the others it is said that they have no place.
    block = record.attribution
    assert block is not None
    assert block.revision == {"vcs_type": "git", "revision": third}
    ranges = [each for file in block.files for talk in file.conversations for each in talk.ranges]
    assert [(each.start_line, each.end_line, each.confidence) for each in ranges] == [(7, 9, "high")]
    assert "code without a place (CNV003)" in ended.err
    assert steno("check", str(path), home=tmp_path).code == 0
    assert steno(*asked, home=tmp_path).code == 0
    assert path.read_bytes() == data


def test_a_session_that_was_not_looked_for_is_converted_without(tmp_path: Path) -> None:
    repo, _, _ = garden(tmp_path)
    link(repo, tmp_path)
    other = repo.sessions / "s.jsonl"
    session = other.rename(tmp_path / "other.jsonl")
    ended = steno("convert", str(session), "-t", "opentraces", "--repo", str(repo.path), home=tmp_path)
    assert ended.code == 0
    assert f"{repo.path}: nothing is known about {session} here; run `steno link` first" in ended.err
    assert ended.json()[0]["git_links"] == []


def test_where_nothing_was_linked_it_says_what_to_do(tmp_path: Path) -> None:
    repo, _, _ = garden(tmp_path)
    session = repo.sessions / "s.jsonl"
    ended = steno("convert", str(session), "-t", "opentraces", "--repo", str(repo.path), home=tmp_path)
    said = f"nothing is known about the commits here yet; run `steno link --repo {repo.path}` first"
    assert (ended.code, ended.out, ended.err) == (2, "", f"steno: {said}\n")


def test_standard_input_and_several_traces_are_refused(tmp_path: Path) -> None:
    repo, _, _ = garden(tmp_path)
    link(repo, tmp_path)
    ended = steno("convert", "-", "-t", "opentraces", "--repo", str(repo.path), home=tmp_path, stdin=b"{}")
    assert (ended.code, ended.out) == (2, "")
    assert "give the session's file" in ended.err
    record = steno("convert", str(repo.sessions / "s.jsonl"), "-t", "opentraces", home=tmp_path).out
    several = repo.sessions / "several.jsonl"
    several.write_text(record * 2)
    ended = steno("convert", str(several), "-t", "opentraces", "--repo", str(repo.path), home=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert "several traces in one file, but `steno link` needs one file for each" in ended.err

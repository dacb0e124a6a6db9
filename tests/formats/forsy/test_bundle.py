"""A bundle appears whole or not at all, says what it is, and shows where it is not what it says."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from steno.base.exact import decode
from steno.contracts import UsageError
from steno.formats.forsy import readme
from steno.formats.forsy.folder import appearing
from steno.formats.forsy.manifest import manifest
from steno.model import Derivation, Note
from tests.given import machine
from tests.given.corpus import corpus
from tests.given.forsy import FIXTURES, fixture

NOW = "1767323045"


def made(tmp_path: Path, name: str = "v0_1.json", *more: str) -> Path:
    folder = tmp_path / "fan"
    ended = machine.steno(
        "bundle", str(FIXTURES / name), "-o", str(folder), *more, home=tmp_path, SOURCE_DATE_EPOCH=NOW
    )
    assert ended.code == 0, ended.err
    return folder


def names(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*"))


def load(path: Path) -> Any:
    return json.loads(path.read_bytes())


def test_a_bundle_has_a_trace_a_manifest_its_artifacts_and_a_page(tmp_path: Path) -> None:
    folder = made(tmp_path)
    content = hashlib.sha256(b"2026-03-02,21.5").hexdigest()
    assert names(folder) == ["README.md", "artifacts", f"artifacts/{content}", "manifest.json", "trace.json"]
    assert (folder / "artifacts" / content).read_bytes() == b"2026-03-02,21.5"
    assert load(folder / "trace.json") == load(FIXTURES / "v0_1.json")


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_bundle_is_its_owner_s_alone(tmp_path: Path) -> None:
    folder = made(tmp_path)
    modes = {stat.S_IMODE(each.stat().st_mode) for each in [folder, *folder.rglob("*")] if each.is_dir()}
    files = {stat.S_IMODE(each.stat().st_mode) for each in folder.rglob("*") if each.is_file()}
    assert (modes, files) == ({0o700}, {0o600})


def test_the_manifest_is_built_from_the_trace(tmp_path: Path) -> None:
    folder = made(tmp_path)
    trace = load(FIXTURES / "v0_1.json")
    content = hashlib.sha256(b"2026-03-02,21.5").hexdigest()
    same = (
        "agent_config", "learning", "memory", "prior_trace_id", "schema_version", "skills", "system_prompt", "task",
        "termination_reason", "trace_id", "trace_mode", "validation_level",
    )  # fmt: skip
    assert load(folder / "manifest.json") == {
        **{key: trace[key] for key in same},
        "activity_started_at": trace["started_at"],
        "activity_ended_at": trace["ended_at"],
        "agent_confidence": 90,
        "captured_at": "2026-01-02T03:04:05Z",
        "collection_id": None,
        "prior_collection_id": None,
        "directive_signals": 2,
        "formats_available": ["csv", "json", "md"],
        "goal_achieved": True,
        "goal_notes": None,
        "human_feedback": trace["summary"]["human_feedback"],
        "original_folder_name": "fan",
        "positive_pct": 50,
        "source_files": {"trace": "trace.json", "manifest": "manifest.json"},
        "source_folder_names": ["fan"],
        "source_trace_id": trace["trace_id"],
        "total_steps": 8,
        "total_turns": 2,
        "trace_slug": "fan",
        "trace_hash": "sha256:" + hashlib.sha256((folder / "trace.json").read_bytes()).hexdigest(),
        "artifacts": [
            {
                "path": "logs/fan.csv",
                "file": f"artifacts/{content}",
                "hash": f"sha256:{content}",
                "size": 15,
                "verified": None,
            }
        ],
    }


def test_the_published_manifests_are_those_of_their_traces() -> None:
    found = sorted((corpus() / "forsy" / "examples").iterdir())
    assert len(found) == 10
    for folder in found:
        stated = decode((folder / "manifest.json").read_bytes()).value
        built = manifest(decode((folder / "trace.json").read_bytes()).value)
        stated.pop("formats_available", None)  # of files that were not published
        assert {key: built[key] for key in stated} == stated, folder


def test_an_artifact_that_is_not_what_its_hash_says_is_listed_so(tmp_path: Path) -> None:
    document = load(FIXTURES / "v0_1.json")
    first, second = document["static_output"]["artifacts"]
    first |= {"content": "limit = 21.5", "hash": "sha256:" + hashlib.sha256(b"limit = 21.5").hexdigest()}
    second |= {"hash": "sha256:" + "00" * 32}
    document["static_output"]["artifacts"].append({**first, "release_sensitivity": "exclude", "content": "private"})
    (tmp_path / "in.json").write_text(json.dumps(document))
    folder = tmp_path / "out"
    assert machine.steno("bundle", str(tmp_path / "in.json"), "-o", str(folder), home=tmp_path).code == 0
    assert [(each["path"], each["verified"]) for each in load(folder / "manifest.json")["artifacts"]] == [
        ("fan.toml", True),
        ("logs/fan.csv", False),
    ]


def test_the_page_says_how_far_the_trace_can_be_trusted(tmp_path: Path) -> None:
    text = (made(tmp_path, "v0_1.json", "--licence", "CC-BY-4.0") / "README.md").read_text()
    for line in (
        "# A fan that never stops",
        "Task: Find out why the greenhouse fan never stops.",
        "- Skill: forsy-trace-skill, format forsy-trace-v0.1",
        "- Trace mode: live (recorded while the work happened)",
        "- Validation level: self\\_traced (reviewed by nobody but the agent or its operator)",
        "- Confidence in the trace, not in the work: 90 of 100.",
        "- `reasoning` is not known for 4 of the agent's 6 steps.",
        f"- agent:garden-1: {len(fixture('v0_1.json').notes)} statements.",
        "- Redacted by a program (secrets): text such as [CREDENTIAL] replaces what was taken out.",
        "CC-BY-4.0",
    ):
        assert line in text.splitlines()


def test_the_page_states_no_licence_and_names_who_spoke() -> None:
    notes = [
        Note(author=Derivation("a/b"), key="turn", value=1),
        Note(author="human:Mara", key="eval", value=1),
        Note(author="human:Mara", key="eval", value=0),
    ]
    text = readme.page({"steps": []}, notes, None)
    assert "- Deterministic rules derived 1 statement from the log." in text
    assert "- human:Mara: 2 statements." in text
    assert "No licence is stated" in text


def test_a_text_of_the_trace_is_never_markup() -> None:
    text = readme.page({"task": "a\n# b\x1b[31m <img src=x> [x](y)", "steps": []}, [], None)
    assert "Task: a \\# b \\[31m \\<img src=x\\> \\[x\\]\\(y\\)" in text


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path) -> None:
    folder = made(tmp_path)
    before = (folder / "README.md").read_bytes()
    ended = machine.steno("bundle", str(FIXTURES / "v1.json"), "-o", str(folder), home=tmp_path)
    assert (ended.code, "already exists" in ended.err) == (2, True)
    assert (folder / "README.md").read_bytes() == before


def test_where_something_goes_wrong_nothing_appears(tmp_path: Path) -> None:
    (tmp_path / "two.jsonl").write_bytes((FIXTURES / "traces.jsonl").read_bytes())
    ended = machine.steno("bundle", str(tmp_path / "two.jsonl"), "-o", str(tmp_path / "out"), home=tmp_path)
    assert (ended.code, ended.err.splitlines()[-1]) == (2, "steno: a bundle holds exactly one trace")
    assert names(tmp_path) == ["two.jsonl"]


def test_a_folder_appears_only_if_the_block_ends_well(tmp_path: Path) -> None:
    with pytest.raises(KeyError), appearing(tmp_path / "a") as folder:
        (folder / "x").write_text("x")
        raise KeyError
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a").mkdir()
    with appearing(tmp_path / "a") as folder:
        (folder / "x").write_text("x")
    assert names(tmp_path) == ["a", "a/x"]
    with pytest.raises(UsageError, match="already exists"), appearing(tmp_path / "a"):
        pass
    with pytest.raises(UsageError, match="cannot write"), appearing(tmp_path / "no" / "such" / "folder"):
        pass


def damage(folder: Path, how: str) -> None:
    (content,) = (folder / "artifacts").iterdir()
    match how:
        case "an artifact changed":
            content.write_bytes(b"2026-03-02,99.9")
        case "an artifact gone":
            content.unlink()
        case "an artifact added":
            (folder / "artifacts" / "more").write_bytes(b"x")
        case "a link":
            shutil.copy(content, folder / "elsewhere")
            content.unlink()
            content.symlink_to(folder / "elsewhere")
        case "the trace changed":
            path = folder / "trace.json"
            path.write_bytes(path.read_bytes().replace(b"21.5", b"21.6"))
        case _:
            path = folder / "manifest.json"
            text = path.read_text()
            changes = {
                "another id": ('"trace_id": "forsy_trace_fan_001"', '"trace_id": "x"'),
                "another count": ('"total_steps": 8', '"total_steps": 9'),
                "a way out": (f'"file": "artifacts/{content.name}"', '"file": "../../etc/passwd"'),
            }
            path.write_text(text.replace(*changes[how], 1))


@pytest.mark.parametrize(
    ("how", "findings"),
    [
        ("an artifact changed", 1), ("an artifact gone", 1), ("an artifact added", 1), ("a link", 1),
        ("the trace changed", 1), ("another id", 1), ("another count", 1), ("a way out", 2),
    ],
)  # fmt: skip
def test_a_bundle_that_somebody_changed_is_not_what_it_says(tmp_path: Path, how: str, findings: int) -> None:
    folder = made(tmp_path)
    assert machine.steno("bundle", "--check", str(folder), home=tmp_path).code == 0
    damage(folder, how)
    ended = machine.steno("bundle", "--check", str(folder), home=tmp_path)
    assert (ended.code, ended.err.count("SRC121")) == (1, findings)
    again = machine.steno("bundle", str(folder), "-o", str(tmp_path / "again"), home=tmp_path)
    assert (again.code, (tmp_path / "again").exists()) == (2, False)


@pytest.mark.parametrize("broken", ["", "trace.json", "manifest.json"])
def test_what_is_no_bundle_cannot_be_read(tmp_path: Path, broken: str) -> None:
    folder = made(tmp_path)
    if broken:
        (folder / broken).write_bytes(b"[]")
    else:
        folder = tmp_path / "nothing"
    assert machine.steno("bundle", "--check", str(folder), home=tmp_path).code == 3


def test_a_bundle_is_made_of_a_session_with_the_same_bytes_every_time(tmp_path: Path) -> None:
    machine.claude(tmp_path, "0a1b2c3d-0000-4000-8000-000000000000", machine.dialogue("s"))
    (tmp_path / "key").write_bytes(bytes(range(32)))
    (tmp_path / "key").chmod(0o600)
    for parent in ("one", "two"):
        (tmp_path / parent).mkdir()
        into = str(tmp_path / parent / "roses")
        words = ["bundle", "@latest", "-o", into, "--redaction-key", str(tmp_path / "key")]
        assert machine.steno(*words, home=tmp_path, SOURCE_DATE_EPOCH=NOW).code == 0
    one, two = tmp_path / "one" / "roses", tmp_path / "two" / "roses"
    assert names(one) == names(two) == ["README.md", "manifest.json", "trace.json"]
    assert [(one / each).read_bytes() for each in names(one)] == [(two / each).read_bytes() for each in names(two)]
    assert machine.steno("check", "--level", "strict", str(one / "trace.json"), home=tmp_path).code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x.json"], "no folder to make"),
        (["a", "b", "-o", "c"], "--dataset takes several"),
        (["a", "--compat", "-o", "c"], "--compat is for --dataset"),
        (["x.json", "-o", "c", "-O", "mood=1"], "no option named 'mood'"),
    ],
)
def test_a_wrong_word_is_explained(tmp_path: Path, words: list[str], said: str) -> None:
    into = [str(tmp_path / each) if each == "c" else each for each in words]
    ended = machine.steno("bundle", *into, home=tmp_path)
    assert (ended.code, said in ended.err) == (2, True), ended.err

"""What commands say of one thing is in the singular."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steno.base.counts import number_of
from tests.given import garden
from tests.given.linked import garden as repository
from tests.given.machine import claude, record, steno

WRONG = re.compile(r"(?<![\w.,:/#-])1 (?!is\b|has\b|was\b|this\b|less\b)[a-z]+s\b")
"""A one, and a plural."""
SESSION = "aaaaaaaa"
FILE = f".claude/projects/-srv-garden/{SESSION}.jsonl"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """One session with one call, and one repository with one commit of it."""
    claude(tmp_path, SESSION, [
        record("user", "Use AKIA" + "QYLPMN5HFIQR7XYA", 0, SESSION),
        record("assistant", [garden.water("toolu_1", "Water")], 1, SESSION),
        record("user", [garden.result("toolu_1", "done")], 2, SESSION),
        record("assistant", [garden.said("Done.")], 3, SESSION),
    ])  # fmt: skip
    return tmp_path


COMMANDS = [
    ("ls",), ("ls", "--project", "/srv/garden"), ("ls", "--limit", "1"), ("show", SESSION), ("info", SESSION),
    ("check", SESSION), ("cost",), ("cost", "--by", "session"), ("explain", SESSION), ("tree", SESSION),
    ("outline", SESSION), ("outline", SESSION, "--depth", "1"), ("files", SESSION), ("diff", SESSION, SESSION),
    ("tail", SESSION), ("scan", FILE), ("export", SESSION), ("convert", SESSION, "-t", "awf"),
    ("view-as", "sft", SESSION), ("view-as", "trajectory", "--project", "garden"),
    ("bundle", SESSION, "-o", "bundle"), ("bundle", "--dataset", SESSION, "-o", "dataset"),
    ("bundle", "--check", "bundle"), ("redact", FILE, "-o", "masked.jsonl"),
    ("note", SESSION, "--step", "2", "--eval", "+1", "--author", "Mara", "--role", "human"),
    ("note", SESSION, "--list"),
]  # fmt: skip


def said(home: Path, *args: str) -> str:
    ended = steno(*args, home=home)
    assert ended.code in (0, 1), (args, ended.err)
    return ended.out + ended.err


def test_one_of_anything_is_said_in_the_singular(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    wrong = {" ".join(args): found for args in COMMANDS if (found := WRONG.findall(said(home, *args)))}
    assert wrong == {}


def test_one_commit_one_line_and_one_session_are_said_in_the_singular(tmp_path: Path) -> None:
    repo, _, second = repository(tmp_path)
    place = str(repo.path)
    for args in (
        ("link", "--repo", place, "--sessions", str(repo.sessions)),
        ("link", "--repo", place, "--sessions", str(repo.sessions), "--publish", "notes"),
        ("log", "--repo", place, "-n", "1"), ("commit", "--repo", place, second),
        ("blame", str(repo.path / "garden.py")),
    ):  # fmt: skip
        assert WRONG.findall(said(tmp_path, *args)) == [], args
    repo.put("one", "x\n")
    repo.commit()
    assert WRONG.findall(said(tmp_path, "log", "--repo", place)) == []
    assert WRONG.findall(said(tmp_path, "blame", str(repo.path / "one"))) == []


def test_the_pattern_finds_what_is_wrong() -> None:
    assert WRONG.findall("1 commits, 1 new commits, 11 commits, 1 commit, 0.1 seconds, step 1 is") == ["1 commits"]


def test_a_count_and_its_noun() -> None:
    counted = [number_of(count, "entry", "entries") for count in (0, 1, 2, 1000)]
    assert counted == ["0 entries", "1 entry", "2 entries", "1,000 entries"]
    assert number_of(1, "line") == "1 line"

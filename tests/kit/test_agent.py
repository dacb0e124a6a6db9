"""An agent from a table: its format by place or by value, where its sessions lie, how it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.contracts import Format
from steno.kit.agent import agent, parts_of
from steno.kit.database import rows
from steno.kit.document import Document
from steno.kit.places import Stored
from steno.kit.sources import folder
from steno.kit.table import HUMAN, Shape, Spec, by
from steno.model import Kind
from steno.usage import policies

SPEC = Spec("acorn", by("type"), {"user": Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})}, known_by=("type",))
FORMAT = Format("acorn", "Acorn session", parts_of(SPEC))


def test_a_table_may_be_named_by_the_place_of_its_format() -> None:
    format = agent("acorn", "Acorn", "tests.kit.test_agent:FORMAT").format
    assert format is not None
    assert format.reader is FORMAT.reader
    assert format.sniff is FORMAT.sniff
    assert format.kept == FORMAT.kept


def test_a_part_that_is_not_given_is_not_known() -> None:
    made = agent("acorn", "Acorn", SPEC)
    assert (made.places, made.tools, made.idiom, made.hooks) == (None, None, None, None)
    assert made.usage is not None
    assert made.usage() is policies.LAST


@pytest.mark.parametrize(("name", "expected"), [("sum", policies.SUM), ("steno.usage.policies:FINAL", policies.FINAL)])
def test_a_way_to_count_is_named_or_placed(name: str, expected: object) -> None:
    usage = agent("acorn", "Acorn", SPEC, usage=name).usage
    assert usage is not None
    assert usage() is expected


@pytest.mark.parametrize(
    ("source", "written"),
    [(None, True), (Document("messages"), True), (folder(message="*.json"), False), (rows("", session="id"), False)],
)
def test_nobody_writes_a_database_or_a_folder_of_another_program(source: object, written: bool) -> None:
    parts = parts_of(SPEC._replace(source=source))  # type: ignore[arg-type]
    assert ("writer" in parts, "losses" in parts) == (written, written)


# Places


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("chats/a/one.jsonl", "chats/two.jsonl", "chats/note.txt", "other/three.jsonl"):
        path = tmp_path / ".acorn" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}\n")
    return tmp_path


def _ids(stored: Stored, environ: dict[str, str], home: Path) -> list[tuple[str, str]]:
    return sorted((each.agent, each.id) for each in stored.of("acorn").discover(environ, home, _fail))


def _fail(diagnostic: object) -> None:
    raise AssertionError(diagnostic)


def test_sessions_are_the_files_that_the_pattern_fits_at_any_depth(home: Path) -> None:
    stored = Stored(".acorn", r"(?:.*/)?(?P<id>[^/]+)\.jsonl", ("chats",))
    assert _ids(stored, {}, home) == [("acorn", "one"), ("acorn", "two")]
    assert _ids(stored._replace(pattern=r"(?P<id>[^/]+)\.jsonl"), {}, home) == [("acorn", "two")]
    assert stored.of("acorn").roots({}, home) == [home / ".acorn"]


def test_a_variable_moves_the_agents_folder(home: Path) -> None:
    stored = Stored(".nowhere", r"(?P<id>.+)\.jsonl", ("other",), "ACORN_HOME")
    assert _ids(stored, {}, home) == []
    assert _ids(stored, {"ACORN_HOME": str(home / ".acorn")}, home) == [("acorn", "three")]


def test_an_agent_may_have_several_folders_and_files_may_lie_too_deep(home: Path) -> None:
    stored = Stored((".oak", ".acorn"), r"(?:.*/)?(?P<id>[^/]+)\.jsonl", ("chats", "other"))
    assert _ids(stored, {}, home) == [("acorn", "one"), ("acorn", "three"), ("acorn", "two")]
    assert _ids(stored._replace(depth=0), {}, home) == [("acorn", "three"), ("acorn", "two")]
    assert stored.of("acorn").roots({}, home) == [home / ".oak", home / ".acorn"]

"""The masked form of a session of any agent or format holds no secret, whatever is asked of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from steno.api.view import Desk
from steno.errors import StenoError
from steno.viewer.masked import Pending
from steno.viewer.spelling import spelled
from tests.given.page import world
from tests.given.token import TOKEN, planted_line

FIXTURES = Path(__file__).parent.parent / "fixtures"
ROWS = 25


def planted(path: Path, folder: Path) -> Path:
    """A copy of a document with the token in all of its texts."""
    made = folder / path.name
    data = path.read_bytes()
    documents = data.splitlines() if path.suffix == ".jsonl" else [data]
    made.write_bytes(b"".join(planted_line(each) + b"\n" for each in documents if each.strip()))
    return made


def waited(ask: Callable[..., Any], *words: object) -> Any:
    while isinstance(found := ask(*words), Pending):
        time.sleep(0.005)
    return found


def answers(desk: Desk, key: str, level: str | None) -> Iterator[tuple[str, Any]]:
    """Everything that can be asked of a session."""
    yield "summary", waited(desk.summary, key, level)
    listed = waited(desk.rows, key, "all", 5, 0, 1000, level)
    yield "rows", listed
    yield "outline", waited(desk.outline, key, 3, "all", 5, level)
    yield "map", waited(desk.map, key, "time", 100, level)
    yield "find", waited(desk.find, key, TOKEN, 0, "all", 5, level)
    for row in listed.rows[:ROWS]:
        full = waited(desk.full, key, row.n, level)
        yield "full", full
        yield "raw", waited(desk.raw, key, row.n, level)
        yield "evidence", waited(desk.evidence, key, row.n, level)
        yield "patch", waited(desk.patch, key, row.n, level)
        for part in range(len(full.parts)):
            yield "text", waited(desk.text, key, row.n, part, 0, 10**6, level)
    for row in listed.rows[:3]:
        yield "losses", waited(desk.losses, key, row.n, level)


@pytest.mark.parametrize("folder", sorted(each.name for each in FIXTURES.iterdir() if each.is_dir()))
def test_no_answer_holds_a_secret(folder: str, tmp_path: Path) -> None:
    documents = [each for each in (FIXTURES / folder).rglob("*") if each.suffix in (".json", ".jsonl")]
    for number, path in enumerate(documents):
        (tmp_path / str(number)).mkdir()
        made = planted(path, tmp_path / str(number))
        desk = Desk(world(tmp_path))
        try:
            key = desk.named(str(made))
            desk.summary(key)
        except StenoError:
            continue  # no session of its own
        bare = {what for what, answer in answers(desk, key, None) if TOKEN.encode() in spelled(answer)}
        assert bare or TOKEN not in made.read_text("utf-8", "replace"), path
        for what, answer in answers(desk, key, "secrets"):
            assert TOKEN.encode() not in spelled(answer), (path, what)

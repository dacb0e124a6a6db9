"""Every verb that lets a trace leave masks it, unless it is told otherwise."""

from __future__ import annotations

import inspect
import io
from pathlib import Path
from typing import BinaryIO

import pytest
from msgspec import Struct

import steno
from steno.base.time import system_clock
from steno.detect.rule import crc32_base62, fake
from steno.redaction import USUAL
from tests.given.machine import claude, dialogue

BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)

LEAVE = {"bundle", "bundle_dataset", "convert", "convert_session", "export", "redact", "redact_session", "view_as"}
"""Verbs that write a trace, or what is made of one, for somebody else."""
OWNER = {"read", "read_session", "shown", "info", "info_counts", "sessions", "blame"}
"""Verbs that give the record to whoever owns it, masked where a `Mask` is handed in."""
NO_TRACE = {
    "check", "check_sessions", "commit", "cost", "current", "here", "known_formats", "log", "run", "scan", "scan_paths",
    "step", "tool",
}  # fmt: skip


@pytest.fixture
def world(tmp_path: Path) -> steno.World:
    return steno.World(environ={}, home=tmp_path, folder=tmp_path, clock=system_clock({}), stdin=io.BytesIO)


@pytest.fixture
def session(tmp_path: Path) -> str:
    id = "11111111-2222-4333-8444-555555555555"
    return str(claude(tmp_path, id, dialogue(id, prompt=f"The token is {TOKEN} here.")))


def everything(path: Path) -> bytes:
    return b"".join(each.read_bytes() for each in sorted(path.rglob("*")) if each.is_file())


def test_every_public_verb_is_known_by_what_it_lets_out() -> None:
    verbs = {name for name in steno.__all__ if inspect.isfunction(getattr(steno, name))}
    assert verbs == LEAVE | OWNER | NO_TRACE


@pytest.mark.parametrize("name", sorted(LEAVE))
def test_a_verb_that_lets_a_trace_leave_masks_secrets_by_default(name: str) -> None:
    parameters = inspect.signature(getattr(steno, name)).parameters.values()
    defaults = [each.default for each in parameters if each.name in ("redact", "redaction", "level")]
    ways: list[steno.Conversion | steno.Bundling | steno.Viewing] = [
        steno.Conversion(to="awf"),
        steno.Bundling(),
        steno.Viewing(view="sft"),
    ]
    asked = [way.redaction for way in ways if any(type(way).__name__ in str(each.annotation) for each in parameters)]
    assert [*defaults, *asked] in ([USUAL], [USUAL.level])


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("verb", [steno.export, steno.convert_session])
@pytest.mark.parametrize("to", ["open-token", "awf", "forsy", "opentraces", "claude-code"])
def test_a_session_leaves_masked(verb: object, to: str, masked: bool, world: steno.World, session: str) -> None:
    assert callable(verb)
    redaction = USUAL if masked else steno.Redaction(level="none")
    out = io.BytesIO()
    done = verb(world, session, steno.Conversion(to=to, redaction=redaction), out)
    assert (TOKEN.encode() in out.getvalue()) is not masked
    assert (done.redacted.masked == {"auth_token": 1}) is masked


def test_bundles_and_rows_leave_masked(world: steno.World, session: str, tmp_path: Path) -> None:
    rows = io.BytesIO()
    made = [
        steno.bundle(world, session, tmp_path / "bundle").redacted,
        steno.bundle_dataset(world, [session], tmp_path / "dataset").redacted,
        steno.view_as(world, [session], steno.Viewing(view="trajectory"), rows).redacted,
    ]
    assert [each and each.masked for each in made] == [{"auth_token": 1}] * 3
    assert TOKEN.encode() not in everything(tmp_path / "bundle") + everything(tmp_path / "dataset") + rows.getvalue()


def test_a_session_is_redacted_in_its_own_format(world: steno.World, session: str) -> None:
    done = steno.redact_session(world, session)
    assert TOKEN.encode() in done.before
    assert TOKEN.encode() not in done.after
    assert TOKEN not in str(done.ledger)


def test_an_owner_sees_the_record_as_it_is_or_through_a_mask(world: steno.World, session: str) -> None:
    (plain,), (masked,) = (
        list(steno.read_session(world, session, mask=mask)) for mask in (None, steno.Mask(world, "secrets"))
    )
    assert TOKEN in str(steno.shown(plain))
    assert TOKEN not in str(steno.shown(masked))


def test_results_are_json(world: steno.World, session: str) -> None:
    from steno.base.exact import decode, encode

    (row,) = steno.sessions(world).rows
    assert isinstance(row, Struct)
    assert decode(encode(row)).value["schema"] == "steno.ls/1"
    assert decode(encode(row)).value["path"] == session


def test_a_list_comes_in_pages(world: steno.World, tmp_path: Path) -> None:
    for number in range(5):
        claude(tmp_path, f"{number}{number}{number}{number}{number}{number}{number}{number}", age=number)
    pages = [[row.id[:1] for row in steno.sessions(world, limit=2, offset=offset).rows] for offset in (0, 2, 4, 6)]
    assert pages == [["0", "1"], ["2", "3"], ["4"], []]


def test_a_verb_takes_only_the_world_that_it_is_given(
    world: steno.World, session: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "elsewhere"))
    assert [row.path for row in steno.sessions(world).rows] == [session]
    out: BinaryIO = io.BytesIO()
    assert steno.export(world, "@latest", steno.Conversion(to="open-token"), out).source == session

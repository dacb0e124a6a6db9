"""A secret in any field, key or file name of many sessions is in no file of the dataset, whatever it is made into."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from steno.api.dataset import PROJECTIONS
from steno.dataset.gate import Cleared, Gate, Passed
from steno.errors import Leak
from tests.given.datasets import built, everything, given
from tests.given.machine import dialogue, lines
from tests.given.secrets import KEY, TOKEN

KEPT = {"type", "role", "timestamp", "version", "uuid", "parentUuid", "id", "tool_use_id", "name", "signature"}
"""Fields that say what a record is: with anything else in them it is no session any more."""


def planted(value: Any, name: str = "") -> Any:
    """The value with a token behind every text, and a key that is one."""
    if isinstance(value, dict):
        made = {key: planted(each, key) for key, each in value.items()}
        return {**made, TOKEN: f"of {TOKEN}", f"x-{TOKEN}": TOKEN} if "type" in value or "command" in value else made
    if isinstance(value, list):
        return [planted(each, name) for each in value]
    return f"{value} {TOKEN}" if isinstance(value, str) and name not in KEPT else value


def everywhere(folder: Path, count: int = 4) -> None:
    """Sessions that say a token in all that they say, in a folder and a file that are called so."""
    place = folder / "sessions" / f"of-{TOKEN}"
    place.mkdir(parents=True)
    for number in range(count):
        said = dialogue(f"s{number}", f"Water bed {number}", f"done {number}\n{KEY}")
        (place / f"{number}-{TOKEN}.jsonl").write_bytes(lines([planted(each) for each in said]))


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_a_token_in_every_field_key_and_name_reaches_no_file(tmp_path: Path, projection: str) -> None:
    given(tmp_path, projection, count=0, shares="{ train = 0.5, test = 0.5 }")
    everywhere(tmp_path)
    done = built(tmp_path)
    assert done.manifest.sessions == 4
    assert done.manifest.quarantined == {"sessions": 0, "rows": 0}
    told = everything(tmp_path / "build")
    assert "manifest.json" in told
    assert "[REDACTED:" in told or "[CREDENTIAL" in told or projection == "preference"
    assert TOKEN not in told
    assert TOKEN[4:] not in told
    assert KEY.splitlines()[1] not in told


@pytest.mark.parametrize("where", ["description", "pretty_name", "limitations", "citation", "tags"])
def test_a_secret_in_what_the_file_says_of_the_dataset_stops_the_build(tmp_path: Path, where: str) -> None:
    given(tmp_path, count=2, more=f"[card]\n{where} = {json.dumps([TOKEN] if where == 'tags' else TOKEN)}")
    if where == "description":
        given(tmp_path, count=2)
        config = tmp_path / "dataset.toml"
        config.write_text(config.read_text().replace("Sessions of a garden.", f"Sessions of {TOKEN}."))
    with pytest.raises(Leak, match="still holds a auth_token"):
        built(tmp_path)
    assert not (tmp_path / "build").exists()


def test_rows_that_hold_a_secret_stop_the_build_although_the_gate_let_them_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last look does not trust the gate."""
    clear = Gate.clear

    def careless(self: Gate, passed: Passed, id: str) -> Cleared:
        row = clear(self, passed, id)
        return replace(row, data=row.data.replace(b"roses", TOKEN.encode()))

    monkeypatch.setattr(Gate, "clear", careless)
    for formats in ('["parquet"]', '["jsonl"]'):
        with pytest.raises(Leak, match="still holds a auth_token"):
            built(given(tmp_path / formats[2:7], formats=formats))
        assert not (tmp_path / formats[2:7] / "build").exists()


def test_no_file_says_where_a_session_lay(tmp_path: Path) -> None:
    built(given(tmp_path))
    assert str(tmp_path) not in everything(tmp_path / "build")


def test_what_is_private_is_the_owners_alone(tmp_path: Path) -> None:
    given(tmp_path, count=2)
    (tmp_path / "sessions" / "torn.jsonl").write_bytes(b"\0\0\0")
    built(tmp_path)
    private = tmp_path / "build.private"
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in private.rglob("*") if path.is_file()} == {0o600}
    assert "torn.jsonl" in (private / "quarantine.jsonl").read_text()
    assert "torn.jsonl" not in everything(tmp_path / "build")

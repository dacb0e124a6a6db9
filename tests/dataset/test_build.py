"""Building: the same bytes however it is done, what is done is not done again, and nothing vanishes without a word."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from steno.api import dataset
from steno.api.dataset import PROJECTIONS
from steno.dataset import part
from steno.dataset.projections import projections
from steno.errors import Unreadable, UsageError
from tests.given.datasets import built, digests, given, rows, sessions, world
from tests.given.machine import dialogue, lines
from tests.given.secrets import TOKEN


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_one_process_and_two_write_the_same_bytes(tmp_path: Path, projection: str) -> None:
    for jobs in (1, 2):
        built(given(tmp_path / str(jobs), projection, shares="{ train = 0.7, test = 0.3 }"), jobs)
    # The sessions lie in two folders, and nothing that is published says so.
    assert digests(tmp_path / "1") == digests(tmp_path / "2")


def test_every_projection_is_in_the_registry_under_its_name() -> None:
    assert tuple(projections()) == PROJECTIONS
    for name, each in projections().items():
        assert each.name == name
        assert set(each.content) <= {column.name for column in each.columns}
        assert len({column.name for column in each.columns} | {"id", "provenance"}) == len(each.columns) + 2


def test_what_is_built_is_not_worked_on_again(tmp_path: Path) -> None:
    given(tmp_path)
    first = built(tmp_path)
    before = digests(tmp_path)
    again = built(tmp_path)
    assert (first.shards, first.worked, again.worked) == (3, 3, 0)
    assert digests(tmp_path) == before


def test_a_session_that_changed_costs_its_own_shard_alone(tmp_path: Path) -> None:
    built(given(tmp_path))
    (tmp_path / "sessions" / "s3.jsonl").write_bytes(lines(dialogue("s3", "Water the lilies", "done")))
    assert built(tmp_path).worked == 1
    assert any("lilies" in json.dumps(row) for row in rows(tmp_path))


def test_a_part_that_somebody_changed_is_never_published(tmp_path: Path) -> None:
    built(given(tmp_path, count=2))
    (found,) = (tmp_path / "build.private" / "parts").glob("*.rows")
    data = found.read_bytes()
    found.write_bytes(data.replace(b"roses", b"ghosts"[:5]))
    config = tmp_path / "dataset.toml"
    config.write_text(config.read_text().replace("Sessions of a garden", "Another garden"))
    with pytest.raises(OSError, match="not the one that was cleared"):
        built(tmp_path)


def test_a_half_written_part_is_done_again(tmp_path: Path) -> None:
    built(given(tmp_path))
    before = digests(tmp_path)
    parts = sorted((tmp_path / "build.private" / "parts").glob("*.index"))
    parts[0].write_bytes(parts[0].read_bytes()[:-5])
    parts[1].unlink()
    assert not part.finished(parts[0].with_suffix(""), "")
    assert built(tmp_path).worked == 2
    assert digests(tmp_path) == before


def test_a_session_that_cannot_be_read_is_quarantined_with_the_reason_and_stops_nobody(tmp_path: Path) -> None:
    given(tmp_path, count=3)
    (tmp_path / "sessions" / "aa.jsonl").write_bytes(b"\0\0\0")
    (tmp_path / "sessions" / "zz.jsonl").write_text('{"what": "is this"}\n')
    done = built(tmp_path)
    assert done.manifest.quarantined == {"sessions": 2, "rows": 0}
    assert done.manifest.sessions == 5
    assert [Path(each.name).name for each in done.quarantined] == ["aa.jsonl", "zz.jsonl"]
    assert "a binary file" in done.quarantined[0].reason
    assert len(rows(tmp_path)) == 3


def test_where_no_session_can_be_read_nothing_is_written(tmp_path: Path) -> None:
    given(tmp_path, count=0)
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / "aa.jsonl").write_bytes(b"\0\0\0")
    with pytest.raises(Unreadable, match="no session could be read"):
        built(tmp_path)
    assert not (tmp_path / "build").exists()


def test_a_folder_of_somebody_elses_is_not_replaced(tmp_path: Path) -> None:
    given(tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "diary.txt").write_text("Dear diary")
    with pytest.raises(UsageError, match="not a dataset"):
        built(tmp_path)
    assert (tmp_path / "build" / "diary.txt").read_text() == "Dear diary"


def test_a_row_says_which_events_and_bytes_it_is_made_of(tmp_path: Path) -> None:
    built(given(tmp_path, "tool-calls", count=1))
    (row,) = rows(tmp_path)
    about = row["provenance"]
    data = (tmp_path / "sessions" / "s0.jsonl").read_bytes()
    (span,) = about["bytes"]
    said = data[span["offset"] : span["offset"] + span["length"]].splitlines()
    assert [json.loads(line)["uuid"] for line in said] == ["u2", "u3"]
    assert (about["session"], about["agent"], about["models"]) == ("s0", "claude-code", ["claude-test-1"])
    assert about["evidence"] == ["observed"]
    assert sum(run["count"] for run in about["events"]) == 2
    assert about["sources"] == [hashlib.sha256(data).hexdigest()]


def test_the_id_of_a_row_is_that_of_its_payload_or_of_some_fields(tmp_path: Path) -> None:
    built(given(tmp_path / "a", "tool-calls"))
    more = '[identity]\nmode = "fields"\nfields = ["session", "tool"]'
    built(given(tmp_path / "b", "tool-calls", more=more))
    first, second = ([row["id"] for row in rows(tmp_path / name)] for name in "ab")
    assert len({*first, *second}) == 12
    (tmp_path / "b" / "sessions" / "s0.jsonl").write_bytes(lines(dialogue("s0", "Something else", "other")))
    built(tmp_path / "b")
    assert [row["id"] for row in rows(tmp_path / "b")] == second


def test_filters_count_what_they_leave_out(tmp_path: Path) -> None:
    given(tmp_path, more='[filters]\nagents = ["codex"]')
    done = built(tmp_path)
    assert (done.manifest.filtered, rows(tmp_path)) == ({"agents": 6}, [])
    given(tmp_path, count=0, more='[filters]\nmodels = ["claude-test-1"]\nlanguages = ["en"]\nrow_bytes = [0, 10]')
    assert built(tmp_path).manifest.filtered == {"row_bytes": 6}
    given(tmp_path, count=0, more='[filters]\noutcomes = ["error"]')
    assert built(tmp_path).manifest.filtered == {"outcomes": 6}
    given(tmp_path, count=0, more='[filters]\nevidence = "observed"\nevents = [1, 99]')
    assert len(rows(tmp_path)) == 0
    built(tmp_path)
    assert len(rows(tmp_path)) == 6


def test_a_session_in_two_sources_is_taken_once(tmp_path: Path) -> None:
    given(tmp_path, count=2, more='[[sources]]\npaths = ["sessions/s*.jsonl", "sessions/s1.jsonl"]\nlicence = "MIT"')
    assert built(tmp_path).manifest.sessions == 2


def test_a_glob_that_names_nothing_and_a_session_that_is_gone_are_said(tmp_path: Path) -> None:
    given(tmp_path, count=1, more='[[sources]]\npaths = ["nowhere/*.jsonl"]')
    with pytest.raises(UsageError, match="names no file"):
        built(tmp_path)


def test_the_catalog_can_be_asked_for_sessions(tmp_path: Path) -> None:
    given(tmp_path, count=0)
    sessions(tmp_path / ".claude" / "projects" / "-srv-garden", 3)
    config = tmp_path / "dataset.toml"
    text = config.read_text().replace(
        'paths = ["sessions/"]', "query = \"SELECT path FROM sessions WHERE session <> 's1'\""
    )
    config.write_text(text)
    built(tmp_path)
    assert {row["provenance"]["session"] for row in rows(tmp_path)} == {"s0", "s2"}
    config.write_text(text.replace("SELECT path", "SELECT session"))
    with pytest.raises(UsageError, match="no column `path`"):
        built(tmp_path)


def test_urls_are_fetched_and_give_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    built(given(tmp_path / "a"))
    given(tmp_path / "b", count=0)
    config = tmp_path / "b" / "dataset.toml"
    config.write_text(config.read_text().replace('"sessions/"', f'"file://{tmp_path}/a/sessions/*.jsonl"'))
    built(tmp_path / "b")
    assert [row["id"] for row in rows(tmp_path / "a")] == [row["id"] for row in rows(tmp_path / "b")]


# The gate and the reviewers


def leaky(monkeypatch: pytest.MonkeyPatch, said: str = TOKEN) -> None:
    """A projection that forgets to look at the redacted trace: what it says stands in no trace."""
    found = projections()["tool-calls"]

    def forgetful(trace: Any, asked: Any) -> Any:
        for row in found.rows(trace, asked):
            row.payload["result"] = f"{row.payload['result']} and {said}"
            yield row

    made = {**projections(), "tool-calls": replace(found, rows=forgetful)}
    monkeypatch.setattr("steno.dataset.projections.projections", lambda: made)


def test_a_finding_after_redaction_is_masked_shown_and_waits_for_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky(monkeypatch)
    given(tmp_path, "tool-calls", count=2)
    done = built(tmp_path)
    found = rows(tmp_path)
    assert [TOKEN in json.dumps(row) for row in found] == [False, False]
    assert "[REDACTED:auth_token:" in found[0]["result"]
    assert [(each.row, each.code, each.session) for each in done.findings] == [
        (found[0]["id"], "SEC010", "s0"), (found[1]["id"], "SEC010", "s1"),
    ]  # fmt: skip
    standing = dataset.check(world(tmp_path), tmp_path)
    assert (standing.may_leave, standing.states) == (False, {"needs_review": 2})
    dataset.decide(world(tmp_path), tmp_path, ["s0", found[1]["id"]], dataset.State.PUBLISHABLE, "mine", "human:Mara")
    standing = dataset.check(world(tmp_path), tmp_path)
    assert (standing.may_leave, standing.states) == (True, {"publishable": 2})


def test_a_finding_may_be_allowed_by_name_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky(monkeypatch)
    allow = f'[[security.allow]]\ntext = "{TOKEN}"\nreason = "an example of the documentation"'
    given(tmp_path, "tool-calls", count=2, more=allow)
    done = built(tmp_path)
    assert [TOKEN in row["result"] for row in rows(tmp_path)] == [True, True]
    assert (done.findings, done.manifest.allowed) == ([], [{"rule": "", "reason": "an example of the documentation"}])
    assert "an example of the documentation" in (tmp_path / "build" / "README.md").read_text()


def test_a_rejected_row_is_left_out_of_the_next_build_and_an_approval_holds_for_what_was_seen(tmp_path: Path) -> None:
    given(tmp_path, count=3)
    config = tmp_path / "dataset.toml"
    config.write_text(config.read_text().replace('review = "auto"', 'review = "required"'))
    built(tmp_path)
    here = world(tmp_path)
    assert dataset.check(here, tmp_path).states == {"needs_review": 3}
    dataset.decide(here, tmp_path, ["*"], dataset.State.PUBLISHABLE, "read all", "human:Mara")
    assert dataset.check(here, tmp_path).may_leave
    dataset.decide(here, tmp_path, ["s1"], dataset.State.REJECTED, "not mine", "human:Mara")
    done = built(tmp_path)
    assert done.manifest.dropped == {"rejected": 1}
    assert [row["provenance"]["session"] for row in rows(tmp_path)] == ["s0", "s2"]
    assert dataset.check(here, tmp_path).states == {"needs_review": 2, "rejected": 1}


def test_a_file_that_changed_after_the_build_may_not_leave(tmp_path: Path) -> None:
    built(given(tmp_path, count=2))
    assert dataset.check(world(tmp_path), tmp_path).may_leave
    (data,) = (tmp_path / "build" / "data").glob("*.jsonl")
    data.write_text(data.read_text() + "{}\n")
    found: list[Any] = []
    assert not dataset.check(world(tmp_path), tmp_path, report=found.append).may_leave
    assert [each.code for each in found] == ["SEC912"]
    (tmp_path / "build" / "README.md").write_text(f"The token is {TOKEN}.")
    found.clear()
    dataset.check(world(tmp_path), tmp_path, report=found.append)
    assert [each.code for each in found] == ["SEC912", "SEC913"]


def test_a_run_leaves_no_other_files_in_the_output(tmp_path: Path) -> None:
    given(tmp_path, count=2)
    built(tmp_path)
    names = sorted(digests(tmp_path))
    assert [name for name in names if not name.startswith("charts/")] == [
        "README.md", "croissant.json", "data/train-00000-of-00001.jsonl", "data/train-00000-of-00001.parquet",
        "dataset.yaml", "manifest.json", "schema.json",
    ]  # fmt: skip
    assert not list((tmp_path / "build.private").glob("staging*"))

"""`steno doctor` says what is there and proves by reading that it can be read."""

from __future__ import annotations

import json
import os
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from steno.api.doctor import SAMPLE, doctor
from steno.api.world import here
from steno.model import Trace
from steno.render.doctor import lines as drawn
from steno.render.terminal import Paint, width
from tests.given import acme, larder
from tests.given.machine import claude, dialogue, lines, record, steno

DAY = 86_400


def found(home: Path, *args: str, **environ: Any) -> dict[str, Any]:
    ended = steno("doctor", "--json", *args, home=home, **environ)
    health: dict[str, Any] = json.loads(ended.out)
    assert ended.code == bool(health["findings"]), ended.err
    return health


def recent(path: Path, days: float = 1) -> Path:
    """A file that was written so many days ago."""
    moment = time.time() - days * DAY
    os.utime(path, (moment, moment))
    return path


def about(health: dict[str, Any]) -> list[str]:
    return [f"{each['about']}: {each['what']}" for each in health["findings"]]


def test_a_healthy_machine_is_said_to_be_so_after_it_was_read(tmp_path: Path) -> None:
    path = recent(claude(tmp_path, "aaaaaaaa"))
    ended = steno("doctor", home=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "Healthy: read 1 of 1 file" in ended.out
    (agent,) = found(tmp_path)["agents"]
    assert (agent["agent"], agent["sessions"], agent["read"], agent["unaccounted"]) == ("claude-code", 1, 1, 0)
    assert agent["read_bytes"] == path.stat().st_size


def test_a_machine_without_agents_has_nothing_to_say(tmp_path: Path) -> None:
    ended = steno("doctor", home=tmp_path)
    assert (ended.code, ended.out.splitlines()[0]) == (0, "no agent found")


def test_a_sample_is_read_unless_all_are_wanted_and_both_are_said(tmp_path: Path) -> None:
    for number in range(SAMPLE + 4):
        recent(claude(tmp_path, f"{number:08}"))
    assert f"read {SAMPLE} of {SAMPLE + 4} files" in steno("doctor", home=tmp_path).out
    assert "--full reads all" in steno("doctor", home=tmp_path).out
    full = steno("doctor", "--full", home=tmp_path).out
    assert f"read {SAMPLE + 4} of {SAMPLE + 4} files" in full
    assert "--full" not in full


def test_damage_is_found_by_reading(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    path.write_bytes(path.read_bytes() + b"garbage\n{oops\n" + lines(dialogue("aaaaaaaa")))
    recent(path)
    health = found(tmp_path)
    assert about(health)[0].startswith("claude-code: 2 × SRC001 in 1 file: ")
    assert health["findings"][0]["advice"].startswith("`steno rule SRC001`")
    assert health["agents"][0]["unaccounted"] == 0, "what is said to be damaged is accounted for"


def test_a_reader_that_drops_bytes_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    acme.installed(tmp_path / "site", monkeypatch)
    path = recent(acme.session(tmp_path, "acme-0001", "Water the roses"))
    assert found(tmp_path)["findings"] == []
    reader = import_module("acme_agent.reader")
    usual = reader.read

    def forgetful(stream: Any, place: Any, report: Any) -> Any:
        for trace in usual(stream, place, report):
            yield Trace(header=trace.header, events=trace.events[1:])

    monkeypatch.setattr(reader, "read", forgetful)
    first = len(path.read_bytes().splitlines(keepends=True)[0])
    assert about(found(tmp_path))[0].startswith(f"acme: {first} bytes of 1 file are not accounted for ({path})")


def test_files_that_cannot_be_read_are_named_with_their_reason(tmp_path: Path) -> None:
    recent(claude(tmp_path, "aaaaaaaa"))
    diary = claude(tmp_path, "diary", [])
    diary.write_bytes(b"Dear diary\n")
    (finding,) = about(found(tmp_path))
    assert finding.startswith("claude-code: 1 file cannot be read: not a session or trace")
    assert str(diary) in finding


def test_a_store_that_is_damaged_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    larder.installed(tmp_path / "site", monkeypatch)
    path = recent(larder.store(tmp_path, ("s-jam", "Jam", None)))
    (agent,) = found(tmp_path)["agents"]
    assert (agent["agent"], agent["sessions"], agent["unaccounted"]) == ("larder", 1, 0)
    path.write_bytes(path.read_bytes()[:1000])
    assert "larder: 1 file cannot be read: cannot read " in about(found(tmp_path))[0]


def test_sessions_that_the_agent_will_delete_soon_are_a_finding(tmp_path: Path) -> None:
    recent(claude(tmp_path, "aaaaaaaa"), days=1)
    recent(claude(tmp_path, "bbbbbbbb"), days=25)
    (finding,) = found(tmp_path)["findings"]
    assert finding["what"] == (
        "1 session will be deleted within 7 days: "
        "it deletes sessions after 30 days without activity, whenever it starts"
    )
    settings = tmp_path / ".claude" / "settings.json"
    assert finding["advice"] == f'set "cleanupPeriodDays": 36500 in {settings} to keep them'
    settings.write_text('{"cleanupPeriodDays": 36500, "model": "x"}')
    health = found(tmp_path)
    assert health["findings"] == []
    (kept,) = health["agents"][0]["keeps"]
    assert (kept["days"], kept["stated"]) == (36_500, f"cleanupPeriodDays in {settings}")
    settings.write_text('{"cleanupPeriodDays": 5}')
    assert len(found(tmp_path)["findings"]) == 1
    settings.write_text('{"cleanupPeriodDays": "many"')
    assert found(tmp_path)["agents"][0]["keeps"][0]["days"] == 30


def test_hooks_that_are_installed_and_record_nothing_are_a_finding(tmp_path: Path) -> None:
    assert steno("hook", "install", "claude-code", home=tmp_path).code == 0
    settings = tmp_path / ".claude" / "settings.json"
    recent(settings, days=3)
    path = recent(claude(tmp_path, "aaaaaaaa"), days=4)
    assert found(tmp_path)["findings"] == [], "nobody has worked since the hooks were installed"
    recent(path, days=1)
    (finding,) = about(found(tmp_path))
    assert finding.startswith("claude-code: its hooks are installed, but have recorded nothing at all, and a session")
    log = tmp_path / ".local" / "share" / "steno" / "hooks" / "claude-code" / "aaaaaaaa.jsonl"
    log.parent.mkdir(parents=True)
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - DAY))
    log.write_text(f'{{"steno_hook":1,"time":"{stamp}","event":{{}}}}\n')
    health = found(tmp_path)
    assert health["findings"] == []
    (hook,) = health["agents"][0]["hooks"]
    assert (hook["state"], hook["events"], hook["last"]) == ("installed", 1, stamp)


def test_agents_that_nobody_reads_are_named(tmp_path: Path) -> None:
    (tmp_path / ".forge").mkdir()
    (tmp_path / ".forge" / "x.json").touch()
    (other,) = found(tmp_path)["elsewhere"]
    assert (other["title"], other["files"]) == ("Forge", 1)
    assert "also found: 1 file of Forge in ~/.forge, not readable because" in steno("doctor", home=tmp_path).out


def test_one_agent_can_be_asked_about(tmp_path: Path) -> None:
    recent(claude(tmp_path, "aaaaaaaa"))
    assert found(tmp_path, "--agent", "codex")["agents"] == []
    assert [each["agent"] for each in found(tmp_path, "--agent", "claude-code")["agents"]] == ["claude-code"]


def test_overviews_that_were_damaged_are_said_and_made_anew(tmp_path: Path) -> None:
    recent(claude(tmp_path, "aaaaaaaa"))
    kept = tmp_path / "cache" / "steno" / "listing" / "overviews"
    environ = {"STENO_OVERVIEWS": str(kept)}
    assert found(tmp_path, **environ)["findings"] == []
    kept.write_bytes(b"garbage")
    assert about(found(tmp_path, **environ)) == ["steno: the remembered overviews were damaged"]
    assert found(tmp_path, **environ)["findings"] == []


def test_nothing_in_a_name_reaches_the_terminal_as_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = claude(tmp_path, "evil\x1b[31m\u202e")
    path.write_bytes(path.read_bytes() + b"garbage\n")
    recent(path)
    odd = tmp_path / ".claude" / "projects" / "\x1b]0;title\x07"
    odd.mkdir()
    (odd / "x.jsonl").write_bytes(b"prose\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for columns in (80, 40):
        text = list(drawn(doctor(here(), full=True), tmp_path, Paint(colour=False, columns=columns)))
        assert not any(c in line for line in text for c in "\x1b\x07\u202e")
        assert all(width(line) <= columns for line in text)
        assert any("SRC001" in line for line in text)


def test_a_finding_quotes_no_secret(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    diary = claude(tmp_path, "diary", [])
    diary = diary.rename(diary.with_name(f"{secret}.jsonl"))
    diary.write_bytes(b"Dear diary\n")
    assert secret not in steno("doctor", home=tmp_path).out
    assert secret not in json.dumps(found(tmp_path)["findings"])


def test_the_runs_of_sub_agents_are_counted_and_read(tmp_path: Path) -> None:
    path = recent(claude(tmp_path, "aaaaaaaa"))
    child = path.with_suffix("") / "subagents" / "agent-a1.jsonl"
    child.parent.mkdir(parents=True)
    child.write_bytes(lines([record("user", "Dig", 0, "aaaaaaaa", isSidechain=True, agentId="a1")]))
    (agent,) = found(tmp_path)["agents"]
    assert (agent["sessions"], agent["subagents"], agent["read"]) == (1, 1, 2)

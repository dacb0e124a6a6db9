"""`steno scan` says where a secret stands, `steno redact` takes it out and changes nothing else."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from steno.contracts import Leak
from steno.detect import Engine, Level, Span
from steno.guard import Guard
from tests.given.machine import claude, dialogue, lines, steno
from tests.given.secrets import TOKEN


def test_scan_names_the_place_and_the_kind_and_never_the_value(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text(f"one\ntwo {TOKEN} three\n")
    (tmp_path / "notes" / "b.txt").write_text("nothing\n")
    ended = steno("scan", str(tmp_path / "notes"), home=tmp_path)
    assert ended.code == 1
    assert ended.out == f"{tmp_path}/notes/a.txt:2:5: SEC010 github token (auth_token)\n"
    assert ended.err == "2 files scanned: 1 finding\n"


def test_scan_reads_standard_input_and_ends_well_when_it_is_clean(tmp_path: Path) -> None:
    assert steno("scan", "-", home=tmp_path, stdin=b"nothing here\n") == (0, "", "1 file scanned: 0 findings\n")
    assert steno("scan", "-", home=tmp_path, stdin=TOKEN.encode()).code == 1


def test_scan_finds_what_stands_across_a_cut(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_text("x" * 60 + "\n" + ("y" * 79 + "\n") * 60_000 + TOKEN + "\n" + ("z" * 79 + "\n") * 60_000)
    ended = steno("scan", str(path), "--format", "json", home=tmp_path)
    (found,) = ended.json()[0]["diagnostics"]
    assert (found["code"], found["line"]) == ("SEC010", 60_002)


def test_scan_passes_binary_files_over(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\0" + TOKEN.encode())
    ended = steno("scan", str(tmp_path / "binary"), home=tmp_path)
    assert ended == (0, "", "1 file scanned, 1 of them binary and passed over: 0 findings\n")


def test_a_record_that_says_nul_does_not_end_the_scan(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines([{"a": "x\0y"}, {"b": TOKEN}]))
    ended = steno("scan", str(tmp_path / "a.jsonl"), home=tmp_path)
    assert ended.out == f"{tmp_path}/a.jsonl:2:8: SEC010 github token (auth_token)\n"


def test_what_a_damaged_archive_hides_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"nothing\n" * 9000)[:-20])
    ended = steno("scan", str(tmp_path / "a.gz"), home=tmp_path)
    assert ended.code == 1
    assert "SRC041 the compressed data is damaged or cut off, and the rest was not scanned" in ended.out


def test_scan_reads_records_as_their_strings_say_it(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines([{"a": 1}, {"env": {"PASSWORD": "Vexing" + "88!", "n": [f"\n{TOKEN}"]}}]))
    ended = steno("scan", str(tmp_path / "a.jsonl"), "--level", "pii", home=tmp_path)
    assert ended.out.splitlines() == [
        f"{tmp_path}/a.jsonl:2:23: SEC401 named password (password)",
        f"{tmp_path}/a.jsonl:2:44: SEC010 github token (auth_token)",
    ]


@pytest.mark.parametrize("level", ["secrets", "pii", "strict"])
def test_every_level_can_be_asked_for(tmp_path: Path, level: str) -> None:
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", output=TOKEN))
    assert steno("scan", str(path), "--level", level, home=tmp_path).code == 1
    assert TOKEN not in steno("redact", str(path), "--level", level, home=tmp_path).out


def test_scan_reports_sarif(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(TOKEN)
    (run,) = json.loads(steno("scan", str(tmp_path / "a"), "--format", "sarif", home=tmp_path).out)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["SEC010"]


def test_redact_changes_what_is_masked_and_nothing_else(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"k" * 32)
    key.chmod(0o600)
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", output=f"the token is {TOKEN}"))
    clean, ledger = tmp_path / "clean.jsonl", tmp_path / "ledger.jsonl"
    files = ("-o", str(clean), "--ledger", str(ledger), "--redaction-key", str(key))
    ended = steno("redact", str(path), *files, home=tmp_path)
    assert (ended.code, ended.out, ended.err) == (0, "", "masked 1 value: 1 auth token, in 1 place\n")
    (entry,) = [json.loads(line) for line in ledger.read_text().splitlines()]
    assert entry == {
        "schema": "steno.ledger/1",
        "event": "4",
        "path": "/body/content",
        "type": "auth_token",
        "tag": entry["tag"],
        "rule": "SEC010",
    }
    mark = f"[REDACTED:auth_token:{entry['tag']}]"
    before, after = ([json.loads(line) for line in file.read_bytes().splitlines()] for file in (path, clean))
    assert after == json.loads(json.dumps(before).replace(TOKEN, mark))
    assert clean.stat().st_mode & 0o777 == 0o600


def test_redact_masks_a_value_everywhere_once_it_is_found_anywhere(tmp_path: Path) -> None:
    records = dialogue("aaaaaaaa", prompt=f"use {TOKEN}", output=TOKEN.encode().hex())
    path = claude(tmp_path, "aaaaaaaa", records)
    out = steno("redact", str(path), home=tmp_path).out
    assert TOKEN not in out
    assert TOKEN.encode().hex() not in out
    assert out.count("[REDACTED:auth_token:") == 2


def test_redact_shows_what_would_change(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", output=TOKEN))
    ended = steno("redact", str(path), "--diff", home=tmp_path)
    assert [line[0] for line in ended.out.splitlines()] == ["-", "+", "@", "-", "+"]


def test_a_command_that_withheld_something_says_so_and_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(dialogue("aaaaaaaa")) + b"no JSON at all\n")
    for command in (("redact", str(path)), ("export", str(path)), ("convert", str(path), "-t", "open-token")):
        ended = steno(*command, home=tmp_path)
        assert ended.code == 1
        assert "steno: 1 text could not be scanned and did not leave (SEC901, SEC903)" in ended.err.splitlines()
        assert "no JSON at all" not in ended.out
        assert "Water the roses" in ended.out


def test_a_key_that_others_may_read_is_warned_of(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"k" * 32)
    key.chmod(0o644)
    path = claude(tmp_path, "aaaaaaaa")
    ended = steno("redact", str(path), "--redaction-key", str(key), home=tmp_path)
    assert ended.code == 0
    assert ended.err.splitlines()[0] == f"steno: {key}: others can read this key; `chmod 600` makes it private"
    missing = steno("redact", str(path), "--redaction-key", str(tmp_path / "none"), home=tmp_path)
    assert (missing.code, missing.out) == (3, "")


def test_bytes_that_still_hold_a_secret_do_not_leave(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with target.open("wb") as stream:
        guard = Guard(stream, [Engine(Level.SECRETS).find_bytes])
        guard.write(lines([{"text": "a" * 10}]))
        guard.write(TOKEN[:20].encode())
        guard.write(TOKEN[20:].encode())
        with pytest.raises(Leak, match=r"still holds a auth_token \(SEC010\)"):
            guard.finish()
    assert target.read_bytes() == b""


def test_scan_is_part_of_the_library() -> None:
    import steno as library

    (found,) = library.scan(f"a {TOKEN} b", level="secrets")
    assert found == Span(2, 42, "auth_token", "SEC010")
    assert found.rule == "SEC010"

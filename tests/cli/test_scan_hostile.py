"""Whatever it is given, `steno scan` and `steno redact` say clearly what they did, leak nothing, and come to an end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from steno.detect.rule import crc32_base62, fake
from steno.testing.battery import odd_bytes
from tests.given.machine import claude, dialogue, lines, steno

BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)
AWS = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
MB = 1 << 20


def scan(path: Path, *options: str, code: int = 1) -> list[str]:
    """What stands on stdout, line by line."""
    ended = steno("scan", str(path), *options, home=path.parent)
    assert (ended.code, "Traceback" in ended.err, TOKEN in ended.out + ended.err) == (code, False, False), ended.err
    return ended.out.replace(f"{path}:", "").splitlines()


@pytest.mark.parametrize("name", list(odd_bytes(b"{}\n")))
def test_scan_and_redact_survive_every_odd_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "odd"
    path.write_bytes(odd_bytes(lines(dialogue("aaaaaaaa", output=TOKEN)))[name])
    for command in (("scan",), ("scan", "--format", "sarif"), ("redact",), ("redact", "--level", "strict")):
        ended = steno(*command, str(path), home=tmp_path)
        assert ended.code in (0, 1, 3), ended.err
        assert "Traceback" not in ended.err
        assert TOKEN not in ended.out + ended.err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_secret_in_a_wide_text_is_found(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(f"exported from the registry\r\nkey {TOKEN}\r\n".encode(encoding))
    assert scan(path) == ["2:5: SEC010 github token (auth_token)"]


def test_a_secret_behind_bytes_that_are_no_utf8_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xff\x80\xc3 caf\xe9\n\xed\xa0\x80 " + TOKEN.encode() + b"\xe9\n" + b"\xf8" * 90)
    assert scan(path) == ["2:5: SEC010 github token (auth_token)"]
    assert scan(path, "--level", "strict")[0].startswith("2:5: ")


def test_a_nul_in_the_middle_of_a_log_hides_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"line\n" * 4000 + b"\0\0\n" + TOKEN.encode() + b"\n")
    assert scan(path) == ["4002:1: SEC010 github token (auth_token)"]


def test_a_token_repeated_without_end_is_found_each_time(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TOKEN * 100_000)
    found = scan(path)
    assert len(found) == 100_000
    assert found[-1] == f"1:{99_999 * len(TOKEN) + 1}: SEC010 github token (auth_token)"


def test_tokens_without_an_end_between_them_are_not_passed_as_clean(tmp_path: Path) -> None:
    """Each finding gives an end to the one before."""
    path = tmp_path / "a.txt"
    path.write_text("mdb_sa_sk_" * 9_000 + "\n" + "a clean line\n")
    found = scan(path)
    assert found
    assert all(line.startswith("1:") for line in found)


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_a_secret_ten_thousand_levels_deep_is_found_and_never_let_out(tmp_path: Path, opens: str, closes: str) -> None:
    deep = opens * 10_000 + json.dumps(TOKEN) + closes * 10_000
    record = '{"type":"user","uuid":"u9","sessionId":"aaaaaaaa","message":{"role":"user","content":' + deep + "}}\n"
    path = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa"))
    path.write_bytes(path.read_bytes() + record.encode())
    assert [line.partition(": ")[2] for line in scan(path)] == ["SEC010 github token (auth_token)"]
    for level in ("secrets", "structure"):
        ended = steno("redact", str(path), "--level", level, home=tmp_path)
        assert TOKEN not in ended.out + ended.err
        assert "Traceback" not in ended.err


def test_links_that_lead_in_a_circle_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "up").symlink_to(folder)
    (folder / "self").symlink_to("self")
    (folder / "gone").symlink_to("nowhere")
    (folder / "real").write_text(TOKEN)
    assert scan(folder) == [f"{folder}/real:1:1: SEC010 github token (auth_token)"]
    assert "too many levels of symbolic links" in steno("scan", str(folder / "self"), home=tmp_path).err


def test_what_may_not_be_read_is_said_and_the_rest_is_scanned(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    (folder / "shut").mkdir(parents=True)
    (folder / "other").write_text(TOKEN)
    (folder / "file").write_text(TOKEN)
    (folder / "file").chmod(0)
    if os.access(folder / "file", os.R_OK):
        pytest.skip("the superuser reads everything")
    (folder / "shut").chmod(0)
    ended = steno("scan", str(folder), home=tmp_path)
    (folder / "shut").chmod(0o700)
    assert ended.code == 4
    assert f"{folder}/file: permission denied" in ended.err
    assert f"{folder}/shut: SRC041 cannot list this folder: permission denied" in ended.out
    assert f"{folder}/other:1:1: SEC010" in ended.out
    named = steno("scan", str(folder / "file"), str(folder / "other"), home=tmp_path)
    assert (named.code, f"{folder}/other:1:1: SEC010" in named.out) == (4, True)


def test_a_pipe_that_nobody_writes_to_does_not_hold_a_scan_up(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    assert scan(folder, code=0) == []
    assert "not a regular file" in steno("scan", str(folder / "pipe"), home=tmp_path).err


MEASURED = """
import pathlib, re, sys
from steno.cli import main
code = main(["scan", "--no-config", sys.argv[1]])
status = pathlib.Path("/proc/self/status")
print(re.search("VmHWM:.*?([0-9]+)", status.read_text())[1] if status.exists() else 0, file=sys.stderr)
sys.exit(code)
"""
"""The command, and the most memory that it ever had."""


def test_a_line_of_200_megabytes_is_scanned_to_its_end_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "line"
    half = 100 * MB
    with path.open("wb") as stream:
        for _ in range(2):
            for _ in range(100):
                stream.write(b"~" * MB)
            stream.write(f" {TOKEN} ".encode())
    ended = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stdout.replace(f"{path}:", "").splitlines()) == (
        1,
        [
            f"1:{half + 2}: SEC010 github token (auth_token)",
            f"1:{2 * half + len(TOKEN) + 4}: SEC010 github token (auth_token)",
        ],
    )
    assert int(ended.stderr.split()[-1]) < 300 * 1024  # kilobytes

"""What a person sees in a real terminal: colours that are colours, and no line wider than the screen."""

from __future__ import annotations

import ctypes
import locale
import shlex
import shutil
import stat
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from steno.cli import output
from tests.given.gitrepo import Repo
from tests.given.linked import ask, link
from tests.given.machine import claude, dialogue, steno
from tests.given.terminal import in_terminal, steno_in_terminal

ESCAPES = ("ESC[", "^[[", "\x1b[7mESC")
"""What pagers show instead of a colour that they were not asked for."""


def script(folder: Path, text: str) -> Path:
    path = folder / "pager.sh"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.skipif(shutil.which("less") is None, reason="less is not installed")
def test_show_in_a_plain_terminal_has_colours_and_no_escape_codes(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    less = str(shutil.which("less"))
    screen = steno_in_terminal("show", "@latest", home=tmp_path, environ={"PAGER": less}, keys=b"q")
    assert screen.code == 0
    assert screen.coloured
    assert "The roses are watered." in screen.raw
    assert not any(each in screen.raw for each in ESCAPES)


def test_a_pager_is_told_what_git_tells_it_unless_the_user_told_it_something(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    pager = str(script(tmp_path, 'echo "LESS=$LESS LV=$LV"; cat > /dev/null'))

    def told(**environ: str) -> str:
        return steno_in_terminal("show", "@latest", home=tmp_path, environ={"PAGER": pager, **environ}).raw.strip()

    assert told() == "LESS=FRX LV=-c"
    assert told(LESS="-S") == "LESS=-S LV=-c"
    assert told(LESS="") == "LESS= LV=-c"


def test_the_pager_is_the_one_that_the_user_names_for_steno_or_for_all(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    pager = str(script(tmp_path, 'echo "$1"; cat > /dev/null'))

    def shown(**environ: str) -> str:
        return steno_in_terminal("show", "@latest", home=tmp_path, environ=environ).raw.strip()

    assert shown(PAGER=f"{pager} all") == "all"
    assert shown(PAGER=f"{pager} all", STENO_PAGER=f"{pager} own") == "own"
    for none in ({"PAGER": ""}, {"PAGER": "cat"}, {"PAGER": f"{pager} all", "STENO_PAGER": ""}):
        assert "The roses are watered." in shown(**none)
    assert "all" not in shown(PAGER=f"{pager} all", STENO_PAGER="cat").split("\n")[0]


def test_a_pager_that_does_not_exist_is_named_and_the_text_is_shown(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    screen = steno_in_terminal("show", "@latest", home=tmp_path, environ={"PAGER": "/no/such/pager"})
    assert screen.code == 0
    assert "steno: cannot start the pager '/no/such/pager'; STENO_PAGER or PAGER names another" in screen.lines
    assert "  The roses are watered." in screen.lines


def test_a_reader_who_has_seen_enough_ends_it_well(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    pager = str(script(tmp_path, "exec true"))
    assert steno_in_terminal("show", "@latest", home=tmp_path, environ={"PAGER": pager}).code == 0


# Tables

HOSTILE = "庭の薔薇に水をやる 🌹🌹 ผู้ใช้ e\u0301e\u0301 \x1b[2J\x1b]0;x\x07\u202e\r\n\t" + "long " * 60
WIDTHS = (40, 80, 100, 120)


@cache
def measure() -> Callable[[str], int]:
    """How wide the C library says that a line is: it is not the one that Steno asks."""
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
        wcwidth = ctypes.CDLL(None).wcwidth
        known = all(wcwidth(ord(each)) == wide for each, wide in (("a", 1), ("庭", 2), ("\u0301", 0)))
    except (locale.Error, AttributeError, OSError):
        known = False
    if not known:
        locale.setlocale(locale.LC_CTYPE, before)
        pytest.skip("the C library of this machine does not know how wide characters are")
    return lambda line: sum(max(0, wcwidth(ord(each))) for each in line)


def busy(home: Path) -> Repo:
    """A home with sessions of hostile words in a repository, linked with its commits, with notes and prices."""
    repo = Repo(home / "repo-with-a-long-name-庭の薔薇")
    repo.put("garden.py", "import garden\n" + "x" * 300 + "\n")
    repo.commit("-m", HOSTILE.replace("\r\n", " "))
    ask(repo, "0d1f2a5e-7c3b-4d9e-8f10-2a6b9c4d5e71", HOSTILE)
    old = repo.text("garden.py")
    repo.edit("0d1f2a5e-7c3b-4d9e-8f10-2a6b9c4d5e71", "garden.py", old, old + "def prune(bed):\n    return '庭' * 90\n")
    repo.commit()
    usage = {"usage": {"input_tokens": 10**9, "output_tokens": 10**9, "cache_read_input_tokens": 10**9}}
    for number in range(3):
        records = dialogue(f"{number}" * 36, prompt=HOSTILE, cwd=f"/srv/{'garden/' * 20}{number}")
        for record in records:
            if record["type"] == "assistant":
                record["message"] |= usage | {"model": f"a-model-with-a-very-long-name-{number}-{'x' * 40}"}  # type: ignore[operator]
        claude(home, f"{number}" * 36, records, age=number)
    link(repo, home)
    said = steno(
        "note", "0" * 36, "--key", "goal_notes", "--value", HOSTILE, "--author", "庭" * 30, "--role", "human", home=home
    )
    assert said.code == 0, said.err
    return repo


TABLES = {
    "ls": ("ls",),
    "cost by day": ("cost",),
    "cost by model": ("cost", "--by", "model"),
    "cost by project": ("cost", "--by", "project"),
    "formats": ("formats",),
    "rules": ("rule",),
    "counts": ("info", "0" * 36, "--counts"),
    "steps": ("explain", "0" * 36, "--steps"),
    "explain": ("explain", "0" * 36, "--step", "1"),
    "notes": ("note", "0" * 36, "--list"),
    "hooks": ("hook", "status"),
    "link": ("link", "--repo", "REPO", "--sessions", "SESSIONS"),
    "log": ("log", "--repo", "REPO"),
    "commit": ("commit", "--repo", "REPO"),
    "blame": ("blame", "--repo", "REPO", "garden.py"),
}


PROSE = {"explain": slice(1, 2), "commit": slice(-1)}
"""Which parts of an output, of those that blank lines divide, are tables: sentences may be longer than a line."""


def test_no_table_of_any_command_is_wider_than_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide, repo = measure(), busy(tmp_path)
    for name, words in TABLES.items():
        args = [{"REPO": str(repo.path), "SESSIONS": str(repo.sessions)}.get(word, word) for word in words]
        monkeypatch.setattr(output, "columns_of", lambda stream: None)
        whole = steno(*args, home=tmp_path)
        assert whole.code in (0, 1), (name, whole.err)
        assert whole.out, name
        for columns in WIDTHS:
            monkeypatch.setattr(output, "columns_of", lambda stream, columns=columns: columns)
            shown = steno(*args, home=tmp_path).out.splitlines()
            lines = "\n".join(shown).split("\n\n")[PROSE.get(name, slice(None))]
            lines = [line for each in lines for line in each.split("\n")]
            assert lines, name
            assert max(map(wide, lines)) <= columns, (name, columns, max(lines, key=wide))
            ids = [line.split()[0] for line in whole.out.splitlines() if line]
            assert name != "ls" or [line.split()[0] for line in shown] == ids, "an id is never cut"


@pytest.mark.parametrize("columns", WIDTHS)
def test_in_a_real_terminal_no_line_of_a_table_is_wider_than_it(tmp_path: Path, columns: int) -> None:
    wide, repo = measure(), busy(tmp_path)
    for words in (("ls",), ("cost", "--by", "model"), ("log", "--repo", str(repo.path)), ("blame", "garden.py")):
        command = shlex.join([sys.executable, "-m", "steno", *words]) + " 2>/dev/null"
        screen = in_terminal(["sh", "-c", command], home=tmp_path, columns=columns, folder=repo.path)
        assert screen.code == 0, screen.raw
        assert screen.coloured
        assert max(map(wide, screen.lines)) <= columns, max(screen.lines, key=wide)

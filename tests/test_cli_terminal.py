"""What a person sees in a real terminal: colours that are colours, and no line wider than the screen."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from tests.machine import claude
from tests.terminal import steno_in_terminal

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

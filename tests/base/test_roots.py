"""A program's folders are those that the environment names, else the usual ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.base.roots import Names, Roots, is_there

HOME = Path("/home/ada")


def paths(roots: Roots, **environ: str) -> list[str]:
    return [str(path) for path in roots(environ, HOME)]


def test_usual_folders_lie_below_the_users_own() -> None:
    assert paths(Roots((".quill", "Library/Quill"))) == ["/home/ada/.quill", "/home/ada/Library/Quill"]


def test_a_variable_names_another_folder_in_their_place() -> None:
    roots = Roots((".quill", ".ink"), "QUILL_HOME", below="data")
    assert paths(roots, QUILL_HOME="/srv/q") == ["/srv/q/data"]
    assert paths(roots, QUILL_HOME="") == ["/home/ada/.quill", "/home/ada/.ink"]


def test_a_variable_may_name_several_folders() -> None:
    roots = Roots((".quill",), "QUILL_DIRS", Names.FOLDERS)
    assert paths(roots, QUILL_DIRS=" /a, ,/b c ") == ["/a", "/b c"]
    assert paths(roots, QUILL_DIRS=" , ") == ["/home/ada/.quill"]


def test_a_variable_may_name_a_file_in_the_folder() -> None:
    roots = Roots((".quill",), "QUILL_DB", Names.FILE)
    assert paths(roots, QUILL_DB="/srv/q/my.db") == ["/srv/q"]
    assert paths(roots, QUILL_DB="memory") == ["/home/ada/.quill"]


def test_a_usual_folder_may_lie_where_the_desktop_has_it() -> None:
    roots = Roots(("$XDG_DATA_HOME/quill", "$XDG_CONFIG_HOME/quill"))
    assert paths(roots) == ["/home/ada/.local/share/quill", "/home/ada/.config/quill"]
    assert paths(roots, XDG_DATA_HOME="/data", XDG_CONFIG_HOME="") == ["/data/quill", "/home/ada/.config/quill"]


def test_what_lies_in_projects_is_looked_for_upwards_and_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    found = Roots((".quill/db",), upwards=True)({}, tmp_path)
    assert found[:2] == [tmp_path / "project/.quill/db", tmp_path / ".quill/db"]
    assert found[-1] == Path("/.quill/db")  # that of the home stands among those above
    assert len(found) == len(set(found))


def test_other_folders_come_after() -> None:
    roots = Roots((".new",), "NEW", more=(Roots((".old",)),))
    assert paths(roots, NEW="/n") == ["/n", "/home/ada/.old"]


def test_a_folder_is_not_there_only_where_the_system_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "round").symlink_to("round")
    assert not is_there(tmp_path / "missing")
    assert not is_there(tmp_path / "file" / "below")
    assert is_there(tmp_path / "file")
    assert is_there(tmp_path / "round")
    assert is_there(tmp_path / ("x" * 300))
    assert is_there(Path("a\0b"))


def test_any_of_the_folders_makes_them_be_there(tmp_path: Path) -> None:
    roots = Roots((".quill", ".ink"))
    assert not roots.are_there({}, tmp_path)
    (tmp_path / ".ink").mkdir()
    assert roots.are_there({}, tmp_path)

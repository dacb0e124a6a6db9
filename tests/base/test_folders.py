"""Caches and settings lie where the platform keeps them, and nowhere that a relative name could lead."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from steno.base.folders import caches, settings

HOME = Path("/home/ana")


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, HOME / ".cache"),
        ("linux", {"XDG_CACHE_HOME": "/var/cache/ana"}, Path("/var/cache/ana")),
        ("linux", {"XDG_CACHE_HOME": "cache"}, HOME / ".cache"),
        ("darwin", {}, HOME / "Library" / "Caches"),
        ("win32", {}, HOME / "AppData" / "Local"),
    ],
)
def test_caches_lie_where_the_platform_keeps_them(
    platform: str, environ: dict[str, str], expected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert caches(environ, HOME) == expected


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", ".config"), ("darwin", "Library/Application Support"), ("win32", "AppData/Roaming")],
)
def test_settings_lie_where_this_kind_of_machine_has_them(
    monkeypatch: pytest.MonkeyPatch, platform: str, folder: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert settings({}, Path("/home/ada")) == Path("/home/ada", folder)


def test_the_environment_says_where_settings_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert settings({"XDG_CONFIG_HOME": " /etc/ada "}, Path("/home/ada")) == Path("/etc/ada")
    assert settings({"XDG_CONFIG_HOME": " "}, Path("/home/ada")) == Path("/home/ada/.config")

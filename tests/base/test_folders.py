"""Caches lie where the platform keeps them, and nowhere that a relative name could lead."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from steno.base.folders import caches

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

"""The token of a local server: one for all that are started at once, in a file of its owner's alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from steno.api.token import token_of


def test_servers_that_are_started_at_once_have_one_token(tmp_path: Path) -> None:
    for number in range(20):
        file = tmp_path / str(number) / "token"
        with ThreadPoolExecutor(8) as threads:
            found = set(threads.map(token_of, [file] * 8))
        assert found == {file.read_text().strip()}
        assert [each.name for each in file.parent.iterdir()] == ["token"]
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_token_that_came_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    token = token_of(file)
    monkeypatch.setattr(Path, "exists", lambda self: False)  # as one sees it that looked a moment before
    assert token_of(file) == token

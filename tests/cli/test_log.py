"""`steno log`"""

from __future__ import annotations

from pathlib import Path

from tests.given.linked import garden, link
from tests.given.machine import steno


def test_commits_with_their_sessions_as_json(tmp_path: Path) -> None:
    repo, first, second = garden(tmp_path)
    link(repo, tmp_path)
    repo.put("more", "x\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "a subject\n\nand a body")
    third = repo.git("rev-parse", "HEAD")
    ended = steno("log", "--repo", str(repo.path), "--json", home=tmp_path)
    same = {"schema": "steno.log/1", "author": "H"}
    assert ended.json() == [
        same | {
            "commit": third, "time": "2026-01-05T09:06:00Z", "subject": "a subject", "searched": False, "search": "new",
            "sessions": [],
        },
        same | {
            "commit": second, "time": "2026-01-05T09:05:00Z", "subject": "work", "searched": True, "search": "searched",
            "sessions": [{"session": "s", "tier": "tool_emitted", "lines": 2}],
        },
        same | {
            "commit": first, "time": "2026-01-05T09:02:00Z", "subject": "work", "searched": True,
            "search": "searched", "sessions": [],
        },
    ]  # fmt: skip
    assert ended.err.splitlines()[0] == "3 commits, 1 with lines of sessions"


def test_so_many_and_only_linked_ones(tmp_path: Path) -> None:
    repo, first, second = garden(tmp_path)
    repo.put("more", "x\n")
    third = repo.commit()
    link(repo, tmp_path)

    def shown(*args: str) -> list[str]:
        return [
            each["commit"] for each in steno("log", "--repo", str(repo.path), "--json", *args, home=tmp_path).json()
        ]

    assert shown() == [third, second, first]
    assert shown("-n", "1") == [third]
    assert shown("-n", "0") == [third, second, first]
    assert shown("--linked", "-n", "5") == [second]
    assert shown(first) == [first]


def test_a_table_in_which_nothing_hostile_is_left(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    repo.put("more", "x\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "red \x1b[31m \u202e and more", "--author", "Kim\x1b[0m <kim@example.org>")
    link(repo, tmp_path)
    ended = steno("log", "--repo", str(repo.path), home=tmp_path)
    assert ended.code == 0
    assert "\x1b" not in ended.out
    assert "\u202e" not in ended.out
    assert ended.out.splitlines()[2].split()[3:5] == ["s", "2"]

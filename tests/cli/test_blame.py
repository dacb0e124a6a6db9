"""`steno blame`"""

from __future__ import annotations

import stat
from html.parser import HTMLParser
from pathlib import Path

import pytest

from steno.detect.rule import crc32_base62
from tests.given.gitrepo import Repo
from tests.given.linked import AGENTS, HUMAN, PROMPT, ask, garden, link
from tests.given.machine import steno

BODY = "zQ8vK2mX5rT9wB4nY7cJ1hF6dL3sG0"
SECRET = "ghp_" + BODY + crc32_base62(BODY)


@pytest.fixture
def world(tmp_path: Path) -> tuple[Repo, str, str]:
    repo, first, second = garden(tmp_path)
    link(repo, tmp_path)
    return repo, first, second


def test_each_line_with_session_step_model_prompt_and_evidence_as_json(
    world: tuple[Repo, str, str], tmp_path: Path
) -> None:
    repo, first, second = world
    ended = steno("blame", str(repo.path / "garden.py"), "--json", home=tmp_path)
    nobody = dict.fromkeys(("session", "event", "step", "turn", "model", "prompt", "evidence"))
    human = {"commit": first, "commit_path": "garden.py", "author": "H", "who": "no_session_known", **nobody}
    agents = {
        "commit": second, "commit_path": "garden.py", "author": "H", "who": "session", "session": "s", "step": 2,
        "turn": 1, "model": "claude-test-1", "prompt": PROMPT, "evidence": "exact_blob_hash",
    }  # fmt: skip
    (found,) = ended.json()
    lines = found.pop("lines")
    assert (ended.code, found) == (0, {"schema": "steno.blame/2", "file": "garden.py", "commit": second})
    events = {line["event"] for line in lines[2:]}
    assert len(events) == 1
    assert lines == [
        {"line": 1, "text": "import garden", "commit_line": 1, "time": "2026-01-05T09:02:00Z", **human},
        {"line": 2, "text": "", "commit_line": 2, "time": "2026-01-05T09:02:00Z", **human},
        *(
            {"line": n, "text": text, "commit_line": n, "time": "2026-01-05T09:05:00Z", "event": events.copy().pop()}
            | agents
            for n, text in enumerate(AGENTS.splitlines(), 3)
        ),
    ]


def test_a_table_for_people(world: tuple[Repo, str, str], tmp_path: Path) -> None:
    repo, first, second = world
    ended = steno("blame", str(repo.path / "garden.py"), home=tmp_path)
    rows = [line.split() for line in ended.out.splitlines()]
    assert rows[1] == [first[:8], "2026-01-05", "no", "session", "known", "1", "import", "garden"]
    assert rows[3][:6] == [second[:8], "2026-01-05", "s", "2", "claude-test-1", "exact"]
    assert ended.err == "4 lines: 2 of sessions, 2 no session known, 0 unknown\n"


def test_a_line_that_a_human_adds_to_a_sessions_file_is_unknown_and_new_commits_are_said(
    world: tuple[Repo, str, str], tmp_path: Path
) -> None:
    repo, *_ = world
    repo.put("garden.py", HUMAN + AGENTS + "water()\n")
    repo.commit()
    before = steno("blame", str(repo.path / "garden.py"), "--json", home=tmp_path)
    assert [line["who"] for line in before.json()[0]["lines"]] == [
        "no_session_known",
        "no_session_known",
        "session",
        "session",
        "unknown",
    ]
    assert before.err.splitlines()[-1] == "1 line of commits that were not searched yet: run `steno link`"
    link(repo, tmp_path)
    after = steno("blame", str(repo.path / "garden.py"), "--json", home=tmp_path)
    assert after.out.replace(after.json()[0]["commit"], "") == before.out.replace(before.json()[0]["commit"], "")
    assert after.err.count("\n") == 1


def test_an_older_revision_and_a_file_that_is_gone(world: tuple[Repo, str, str], tmp_path: Path) -> None:
    repo, first, second = world
    repo.git("rm", "-q", "garden.py")
    repo.commit()
    old = steno("blame", str(repo.path / "garden.py"), "--rev", first, "--json", home=tmp_path)
    assert [line["who"] for line in old.json()[0]["lines"]] == ["no_session_known", "no_session_known"]
    gone = steno("blame", str(repo.path / "garden.py"), home=tmp_path)
    assert (gone.code, gone.out, gone.err.count("\n")) == (3, "", 1)
    assert len(steno("blame", str(repo.path / "garden.py"), "--rev", second, "--json", home=tmp_path).json()) == 1


def test_a_file_that_was_renamed_is_followed(world: tuple[Repo, str, str], tmp_path: Path) -> None:
    repo, _, second = world
    repo.git("mv", "garden.py", "yard.py")
    repo.commit()
    link(repo, tmp_path)
    ended = steno("blame", str(repo.path / "yard.py"), "--json", home=tmp_path)
    assert [(line["commit"], line["commit_path"], line["session"]) for line in ended.json()[0]["lines"][2:]] == [
        (second, "garden.py", "s")
    ] * 2


def test_a_session_whose_file_is_gone_leaves_its_lines_without_steps(
    world: tuple[Repo, str, str], tmp_path: Path
) -> None:
    repo, *_ = world
    (repo.sessions / "s.jsonl").unlink()
    ended = steno("blame", str(repo.path / "garden.py"), "--json", home=tmp_path)
    line = ended.json()[0]["lines"][2]
    assert (line["session"], line["step"], line["prompt"]) == ("s", None, None)
    assert ended.err.startswith("s: the file cannot be read")


def test_steps_are_read_once(world: tuple[Repo, str, str], tmp_path: Path) -> None:
    repo, *_ = world
    before = steno("blame", str(repo.path / "garden.py"), "--json", home=tmp_path)
    (repo.sessions / "s.jsonl").unlink()
    after = steno("blame", str(repo.path / "garden.py"), "--json", home=tmp_path)
    assert (after.out, after.err) == (before.out, before.err)
    kept = list((tmp_path / ".local/share/steno/links").iterdir())
    assert len(kept) == 2
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}


class Page(HTMLParser):
    """Collects tags, attributes and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_page_that_needs_nothing_and_runs_nothing(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    hostile = "<script>alert(1)</script>\n</style><img src=x onerror=alert(2)>\n\x1b[31m\u202egnp.exe\n"
    repo.put("readme", "x\n")
    repo.commit()
    ask(repo, "s", '"><script>alert(3)</script>')
    repo.create("s", "<img src=x>.py", hostile)
    repo.commit()
    link(repo, tmp_path)
    page = tmp_path / "page.html"
    ended = steno("blame", str(repo.path / "<img src=x>.py"), "--html", "-o", str(page), home=tmp_path)
    assert (ended.code, ended.out) == (0, "")
    text = page.read_text("utf-8")
    seen = Page(text)
    assert seen.tags <= {
        "html", "head", "meta", "title", "style", "body", "h1", "p", "span",
        "table", "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip
    assert seen.names <= {"lang", "charset", "http-equiv", "content", "name", "class", "title"}
    assert "<script>alert(1)</script>" in seen.texts
    assert '"><script>alert(3)</script>' in seen.texts
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "http://" not in text
    assert "https://" not in text
    assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_a_prompt_with_a_secret_does_not_get_into_the_page(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.put("readme", "x\n")
    repo.commit()
    ask(repo, "s", f"use the token {SECRET}")
    repo.create("s", "garden.py", AGENTS)
    repo.commit()
    link(repo, tmp_path)
    ended = steno("blame", str(repo.path / "garden.py"), "--html", home=tmp_path)
    assert SECRET not in ended.out
    assert "(withheld: it may contain a secret)" in ended.out


def test_what_is_asked_wrongly_is_one_line(world: tuple[Repo, str, str], tmp_path: Path) -> None:
    repo, *_ = world
    file = str(repo.path / "garden.py")
    wrong = (
        (file, "--html", "--json"),
        (file, "-o", "page"),
        (file, "--rev", "nothing"),
        (file, "--rev", "--output=x"),
        (file, "--rev", ""),
        (file, "--rev", "HEAD:garden.py"),
    )
    for args in wrong:
        ended = steno("blame", *args, home=tmp_path)
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1), args


def test_without_a_search_it_says_what_to_do(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    ended = steno("blame", str(repo.path / "garden.py"), home=tmp_path)
    assert ended.code == 2
    assert "steno link" in ended.err

"""What is published of a repository and its sessions holds no secret, whatever field it stands in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steno.detect.rule import crc32_base62, fake
from tests.given.gitrepo import Repo
from tests.given.linked import ask, link
from tests.given.machine import Ended, steno

FIELDS = ("session", "path", "model", "prompt", "author", "code", "event", "branch")


def token(field: str) -> str:
    body = fake(28) + f"{FIELDS.index(field):02}"
    return "ghp_" + body + crc32_base62(body)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository in which every field that is published holds a secret of its own."""
    repo = Repo(tmp_path / "repo")
    repo.put("readme", "x\n")
    repo.commit()
    session = f"s-{token('session')}"
    ask(repo, session, f"Prune the roses with {token('prompt')}")
    repo.create(session, f"beds/{token('path')}.py", f'KEY = "{token("code")}"\nroses = 3\n')
    for record in repo._records[session]:
        record["message"]["model"] = token("model")
        record["uuid"] = f"{record['uuid']}-{token('event')}"
    repo.write(session)
    repo.git("checkout", "-q", "-b", token("branch"))
    repo.commit("--author", f"{token('author')} <h@e.org>")
    link(repo, tmp_path)
    return repo


def holds(text: str) -> set[str]:
    return {field for field in FIELDS if token(field) in text}


def published(repo: Repo, home: Path, kind: str) -> str:
    if kind == "html":
        file = repo.path / f"beds/{token('path')}.py"
        return said(steno("blame", str(file), "--html", home=home)).out
    link(repo, home, "--publish", kind, *(("-o", str(home / "out")) if kind == "agent-trace" else ()))
    if kind == "agent-trace":
        return (home / "out").read_text()
    return repo.git("log", "-p", "--format=%B%an", "refs/notes/steno")


def said(ended: Ended) -> Ended:
    assert ended.code == 0, ended.err
    assert not holds(ended.err)
    return ended


def test_the_sessions_of_this_test_hold_secrets_everywhere(repo: Repo, tmp_path: Path) -> None:
    file = repo.path / f"beds/{token('path')}.py"
    ended = steno("blame", str(file), "--json", home=tmp_path)  # a local view, which shows what is there
    assert holds(ended.out) >= {"session", "path", "model", "prompt", "author", "code"}
    assert {line["who"] for line in ended.json()[0]["lines"]} == {"session"}


@pytest.mark.parametrize("kind", ["html", "agent-trace", "notes"])
def test_nothing_that_is_published_holds_a_secret(repo: Repo, tmp_path: Path, kind: str) -> None:
    text = published(repo, tmp_path, kind)
    assert holds(text) == set()
    assert "[REDACTED:auth_token]" in text
    assert "exact" in text  # and what was found is there


def test_a_note_that_was_masked_is_known_again(repo: Repo, tmp_path: Path) -> None:
    first = published(repo, tmp_path, "notes")
    assert published(repo, tmp_path, "notes") == first
    note = repo.git("notes", "--ref=steno", "show", "HEAD")
    assert [each["session"] for each in json.loads(note)["sessions"]] == ["s-[REDACTED:auth_token]"]


def test_a_private_key_over_several_lines_is_masked_in_each_of_them(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    body = [fake(64), fake(63), fake(62)]
    key = "\n".join(["-----BEGIN RSA " + "PRIVATE KEY-----", *body, "-----END RSA " + "PRIVATE KEY-----"])
    repo.put("readme", "x\n")
    repo.commit()
    ask(repo, "s", "Write the key")
    repo.create("s", "key.py", f'KEY = """\n{key}\n"""\n')
    repo.commit()
    link(repo, tmp_path)
    page = said(steno("blame", str(repo.path / "key.py"), "--html", home=tmp_path)).out
    assert not [line for line in body if line in page]
    assert page.count('<td class="n">') == 7

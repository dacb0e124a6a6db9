"""Repositories of every shape, and hostile ones, as the commands see them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.given.gitrepo import Repo
from tests.given.linked import AGENTS, HUMAN, ask, garden, link
from tests.given.machine import Ended, steno

WHOSE = ["no_session_known", "no_session_known", "session", "session"]


def moved(repo: Repo, place: Path) -> None:
    """The sessions, as if the agent had worked in another place."""
    for path in repo.sessions.glob("*.jsonl"):
        path.write_text(path.read_text().replace(str(repo.path), str(place)))


def whose(home: Path, place: Path, name: str = "garden.py", *args: str) -> list[str]:
    ended = steno("blame", name, "--repo", str(place), "--json", *args, home=home)
    assert ended.code == 0, ended.err
    return [line["who"] for line in ended.json()[0]["lines"]]


def everything(home: Path, place: Path) -> list[Ended]:
    """Each command that shows what was found."""
    where = ("--repo", str(place))
    return [steno(*args, *where, home=home) for args in (("blame", "garden.py"), ("commit",), ("log",))]


def test_a_bare_repository_with_a_work_tree(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    bare, tree = tmp_path / "bare.git", tmp_path / "tree"
    repo.git("clone", "-q", "--bare", str(repo.path), str(bare))
    repo.git("-C", str(bare), "worktree", "add", "-q", str(tree), "-b", "other")
    moved(repo, tree)
    link(repo, tmp_path, where=bare)
    assert whose(tmp_path, bare) == whose(tmp_path, tree) == WHOSE
    found = steno("commit", second, "--repo", str(bare), "--json", home=tmp_path).json()[0]
    assert found["lines"]["evidenced"] == 2


def test_a_bare_repository_without_a_work_tree_knows_the_sessions_by_their_content(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    bare = tmp_path / "bare.git"
    repo.git("clone", "-q", "--bare", str(repo.path), str(bare))
    ended = link(repo, tmp_path, "--json", where=bare)
    assert [each["repository_by"] for each in ended.json()[0]["links"]] == ["content"]
    assert "2 exact_blob_hash; another clone, by its content" in link(repo, tmp_path, where=bare).out
    assert {ended.code for ended in everything(tmp_path, bare)} == {0}
    assert whose(tmp_path, bare) == WHOSE


def test_a_bare_repository_that_no_session_worked_in(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    other = Repo(tmp_path / "other")
    other.put("garden.py", "class Garden:\n    gnomes = 'seven of clay'\n")
    other.commit()
    bare = tmp_path / "bare.git"
    repo.git("clone", "-q", "--bare", str(other.path), str(bare))
    link(repo, tmp_path, where=bare)
    assert {ended.code for ended in everything(tmp_path, bare)} == {0}
    assert "session" not in whose(tmp_path, bare)


def test_a_file_in_a_folder_of_a_work_tree_is_found_by_its_path(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.put("a/b/garden.py", HUMAN)
    repo.commit()
    ask(repo, "s", "prune")
    repo.edit("s", "a/b/garden.py", HUMAN, HUMAN + AGENTS)
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "tree"), "-b", "other")
    link(repo, tmp_path)
    ended = steno("blame", str(tmp_path / "tree/a/b/garden.py"), "--json", home=tmp_path)
    assert [line["who"] for line in ended.json()[0]["lines"]] == WHOSE
    assert whose(tmp_path, repo.path, "a/b/garden.py") == WHOSE


def test_a_submodule_is_opaque_and_a_repository_of_its_own(tmp_path: Path) -> None:
    inner, *_ = garden(tmp_path)
    outer = Repo(tmp_path / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "bed")
    outer.commit()
    outer.create("o", "readme.md", "the outer garden has a bed\n")
    outer.commit()
    moved(inner, outer.path / "bed")
    link(outer, tmp_path)
    ended = steno("commit", "HEAD~1", "--repo", str(outer.path), "--json", home=tmp_path)
    assert [(file["path"], file["added"]) for file in ended.json()[0]["files"]] == [(".gitmodules", 3), ("bed", 1)]
    wrong = steno("blame", str(outer.path / "bed"), home=tmp_path)
    assert (wrong.code, wrong.out, wrong.err.count("\n")) == (3, "", 1)
    link(outer, tmp_path, where=outer.path / "bed")
    assert whose(tmp_path, outer.path / "bed") == WHOSE


def test_a_shallow_clone_knows_nothing_of_its_last_commit(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    shallow = tmp_path / "shallow"
    repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(shallow))
    moved(repo, shallow)
    link(repo, tmp_path, where=shallow)
    assert whose(tmp_path, shallow) == ["unknown"] * 4
    assert steno("commit", "--repo", str(shallow), "--json", home=tmp_path).json()[0]["searched"] is False


def test_a_partial_clone_says_what_is_missing_and_fetches_nothing(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    repo.git("config", "uploadpack.allowFilter", "true")
    part = tmp_path / "part"
    repo.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", str(part))
    moved(repo, part)
    packs = sorted((part / ".git" / "objects").rglob("*"))
    ended = link(repo, tmp_path, where=part)
    assert "cannot be shown (missing or damaged objects)" in ended.err
    blamed = steno("blame", "garden.py", "--repo", str(part), home=tmp_path)
    shown = steno("commit", "--repo", str(part), home=tmp_path)
    for each in (blamed, shown):
        assert (each.code, each.out, each.err.count("\n")) == (3, "", 1), each
    assert steno("log", "--repo", str(part), home=tmp_path).code == 0
    assert sorted((part / ".git" / "objects").rglob("*")) == packs


def test_a_sha256_repository(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path, "--object-format=sha256")
    link(repo, tmp_path)
    assert len(second) == 64
    assert whose(tmp_path, repo.path) == WHOSE
    assert steno("log", "--repo", str(repo.path), "--json", home=tmp_path).json()[0]["commit"] == second


@pytest.mark.parametrize(
    "name", ["naïve ☃.py", "sp ace.py", 'quo"te.py', "new\nline.py", "tab\t.py", "--output=x", "-L1", "cr\r\nlf.py"]
)
def test_odd_names_and_names_that_look_like_options(tmp_path: Path, name: str) -> None:
    repo = Repo(tmp_path / "repo")
    repo.put("readme", "x\n")
    repo.commit()
    ask(repo, "s", "prune")
    repo.create("s", name, AGENTS)
    repo.commit()
    link(repo, tmp_path)
    assert whose(tmp_path, repo.path, str(repo.path / name)) == ["session", "session"]
    ended = steno("blame", str(repo.path / name), home=tmp_path)
    assert (ended.code, len(ended.out.splitlines())) == (0, 3)
    assert steno("commit", "--repo", str(repo.path), home=tmp_path).code == 0
    assert not (repo.path / "x").exists()


def test_a_name_that_is_no_utf_8(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.put("caf\udce9.py", HUMAN)
    repo.create("s", "garden.py", AGENTS)
    repo.commit()
    link(repo, tmp_path)
    assert {ended.code for ended in everything(tmp_path, repo.path)} == {0}
    assert steno("blame", str(repo.path / "caf\udce9.py"), "--json", home=tmp_path).code == 0


def test_crlf_lines_are_the_sessions(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.git("config", "core.autocrlf", "false")
    repo.put("garden.py", HUMAN.replace("\n", "\r\n"))
    repo.commit()
    ask(repo, "s", "prune")
    repo.edit("s", "garden.py", "import garden\r\n", "import garden\r\n" + AGENTS.replace("\n", "\r\n"))
    repo.commit()
    link(repo, tmp_path)
    assert whose(tmp_path, repo.path) == ["no_session_known", "session", "session", "no_session_known"]
    shown = steno("blame", str(repo.path / "garden.py"), home=tmp_path)
    assert "\r" not in shown.out


def test_a_repository_without_commits_is_one_clear_line(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.create("s", "garden.py", AGENTS)
    link(repo, tmp_path)
    for ended in everything(tmp_path, repo.path):
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)


def test_a_path_outside_any_repository_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "garden.py").write_text("x\n")
    ended = [*everything(tmp_path, tmp_path), steno("blame", str(tmp_path / "garden.py"), home=tmp_path)]
    ended += [
        steno("blame", str(tmp_path / "no/such/file.py"), home=tmp_path),
        *everything(tmp_path, tmp_path / "none"),
    ]
    for each in ended:
        assert (each.code, each.out, each.err.count("\n")) == (2, "", 1), each


def test_damaged_objects_are_one_clear_line(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    link(repo, tmp_path)
    blob = repo.git("rev-parse", "HEAD:garden.py")
    path = repo.path / ".git" / "objects" / blob[:2] / blob[2:]
    path.chmod(0o600)
    path.write_bytes(b"nonsense")
    for ended in everything(tmp_path, repo.path)[:2]:
        assert (ended.code, ended.out, ended.err.count("\n")) == (3, "", 1)


def test_a_damaged_memory_is_as_none(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    link(repo, tmp_path)
    (file,) = (tmp_path / ".local/share/steno/links").glob("*.bin")
    for content in (b"", b"nonsense", b"\x81\xa7version\xcd\x03\xe7", file.read_bytes()[:100]):
        file.write_bytes(content)
        for ended in everything(tmp_path, repo.path):
            assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)


def test_nothing_that_a_repository_or_a_user_configures_is_executed_or_believed(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    (tmp_path / "passed over").write_text(second + "\n")
    link(repo, tmp_path)
    plain = [ended.out for ended in everything(tmp_path, repo.path)]
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    (repo.path / ".git" / "info" / "attributes").write_text(
        "* diff=evil filter=evil text working-tree-encoding=UTF-16\n"
    )
    names = (
        "diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge",
        "filter.evil.process", "core.fsmonitor", "core.pager", "pager.log", "pager.blame", "core.sshCommand",
        "core.editor", "alias.log", "alias.blame", "gpg.program", "uploadpack.packObjectsHook",
    )  # fmt: skip
    settings = [(name, f"!{trap}" if name.startswith("alias") else str(trap)) for name in names]
    settings += [
        ("log.showSignature", "true"), ("log.showRoot", "false"), ("diff.noprefix", "true"), ("color.ui", "always"),
        ("blame.ignoreRevsFile", str(tmp_path / "passed over")), ("diff.algorithm", "patience"),
        ("log.date", "relative"),
        ("format.pretty", "oneline"), ("i18n.logOutputEncoding", "UTF-16"), ("blame.showEmail", "true"),
        ("core.quotePath", "true"), ("log.decorate", "full"), ("notes.displayRef", "*"),
    ]  # fmt: skip
    hooks = repo.path / ".git" / "hooks"
    for name in ("post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman", "post-checkout"):
        shutil.copy(trap, hooks / name)
    text = "".join(f"[{name.rpartition('.')[0]}]\n{name.rpartition('.')[2]} = {value}\n" for name, value in settings)
    (tmp_path / ".gitconfig").write_text(
        text.replace("[diff.evil]", '[diff "evil"]').replace("[filter.evil]", '[filter "evil"]')
    )
    with (repo.path / ".git" / "config").open("a") as config:
        config.write((tmp_path / ".gitconfig").read_text())
    environ: dict[str, Any] = {
        "GIT_EXTERNAL_DIFF": str(trap),
        "GIT_PAGER": str(trap),
        "GIT_DIR": "/nowhere",
        "GIT_TRACE": str(trap),
    }
    before = {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")}
    where = ("--repo", str(repo.path))
    found = []
    for args in (("blame", "garden.py"), ("commit",), ("log",)):
        ended = steno(*args, *where, home=tmp_path, **environ)
        assert ended.code == 0, ended.err
        found.append(ended.out)
    sessions = ("--sessions", str(repo.sessions))
    assert steno("link", *where, *sessions, "--fresh", home=tmp_path, **environ).code == 0
    assert found == plain
    assert [ended.out for ended in everything(tmp_path, repo.path)] == plain
    assert not (tmp_path / "sprung").exists()
    assert {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")} == before


def test_a_colocated_jj_repository_is_a_git_repository(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    repo.git("checkout", "-q", "--detach")
    repo.git("update-ref", "refs/jj/keep/x", "HEAD~1")
    (repo.path / ".jj").mkdir()
    link(repo, tmp_path)
    assert whose(tmp_path, repo.path) == WHOSE


def colocated(repo: Repo) -> None:
    """As `jj git init --colocate` leaves a repository to git: nothing is checked out but a commit."""
    repo.git("checkout", "-q", "--detach")
    store = repo.path / ".jj" / "repo" / "store"
    store.mkdir(parents=True)
    (store / "git_target").write_text("../../../.git")
    (repo.path / ".jj" / ".gitignore").write_text("/*\n")


def test_the_commit_that_jj_is_working_on_has_the_lines_though_no_branch_has_it(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    colocated(repo)
    parent = repo.git("rev-parse", "HEAD")
    more = "    # and the currants of the neighbour\n"
    repo.edit("s", "garden.py", AGENTS, AGENTS + more)
    repo.tick()
    repo.git("add", "-A")
    head = [f"tree {repo.git('write-tree')}", f"parent {parent}"]
    who = f"H <h@e.org> {repo.now} +0000"
    head += [f"author {who}", f"committer {who}", "change-id zxwvutsrqponmlkzxwvutsrqponmlkzx", "", ""]
    commit = repo.git("hash-object", "-t", "commit", "-w", "--stdin", given="\n".join(head).encode())
    repo.git("update-ref", f"refs/jj/keep/{commit}", commit)
    repo.git("reset", "-q")
    found = link(repo, tmp_path, "--json").json()[0]
    lines = [(each["line"], each["evidence"]) for each in found["lines"] if each["commit"] == commit]
    assert lines == [(5, "exact_blob_hash")]
    assert [each["commit_reachable"] for each in found["links"]] == [True, False]


def test_a_rebase_that_has_stopped_at_a_conflict(tmp_path: Path) -> None:
    repo, first, second = garden(tmp_path)
    repo.git("checkout", "-q", "-b", "side", first)
    repo.put("garden.py", HUMAN + "gnomes = seven('of clay')\n")
    repo.commit()
    with pytest.raises(AssertionError, match="could not apply"):
        repo.git("rebase", "main")
    assert (repo.path / ".git" / "rebase-merge").is_dir()
    found = link(repo, tmp_path, "--json").json()[0]
    assert {each["commit"] for each in found["lines"]} == {second}


def test_commits_that_vanish_while_they_are_looked_at_are_said_and_nothing_fails(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    rewriting = (
        "git reset -q --hard HEAD~1; "
        "for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo $n > other; git add other; git commit -q --amend -m $n; "
        "git reflog expire --expire=all --all; git gc -q --prune=all; done"
    )
    environ = {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "H",
        "GIT_AUTHOR_EMAIL": "h@e.org", "GIT_COMMITTER_NAME": "H", "GIT_COMMITTER_EMAIL": "h@e.org",
    }  # fmt: skip
    where = ("--repo", str(repo.path), "--sessions", str(repo.sessions))
    with subprocess.Popen(["sh", "-c", rewriting], cwd=repo.path, env=environ, stderr=subprocess.DEVNULL) as other:
        while True:
            over = other.poll() is not None
            ended = steno("link", *where, "--fresh", "--json", home=tmp_path)
            assert (ended.code in (0, 3), "Traceback" in ended.err) == (True, False), ended.err
            if over:
                break
    assert ended.code == 0

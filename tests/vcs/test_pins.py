"""A repository's configuration makes git neither run, nor read, nor print anything, and changes no answer."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from steno.vcs.pins import BY_OPTION, PINS
from tests.given.gitrepo import Repo
from tests.given.linked import garden, link
from tests.given.machine import Ended, steno

CANARY = "canary-in-another-file"
TRAP = object()
"""A program that leaves a mark, and a file whose text must never be seen."""

VALUES: dict[str, object] = {
    "gc.auto": "1", "maintenance.auto": "true", "protocol.allow": "always", "log.showSignature": "true",
    "mailmap.blob": "HEAD:mailmap", "advice.graftFileDeprecated": "true", "blame.blankBoundary": "true",
    "blame.coloring": "highlightRecent", "blame.date": "relative", "blame.markIgnoredLines": "true",
    "blame.markUnblamableLines": "true", "blame.showEmail": "true", "blame.showRoot": "false", "color.ui": "always",
    "color.diff": "always", "core.abbrev": "5", "core.bigFileThreshold": "1", "core.deltaBaseCacheLimit": "1",
    "core.notesRef": "refs/notes/other", "core.quotePath": "true", "core.useReplaceRefs": "true",
    "core.warnAmbiguousRefs": "true", "diff.algorithm": "patience", "diff.colorMoved": "zebra", "diff.context": "9",
    "diff.ignoreSubmodules": "all", "diff.indentHeuristic": "false", "diff.interHunkContext": "20",
    "diff.mnemonicPrefix": "true", "diff.noprefix": "true", "diff.relative": "true", "diff.renameLimit": "1",
    "diff.renames": "false", "diff.submodule": "log", "diff.suppressBlankEmpty": "true", "diff.wsErrorHighlight": "all",
    "format.pretty": "oneline", "i18n.logOutputEncoding": "UTF-16", "log.abbrevCommit": "true", "log.date": "relative",
    "log.decorate": "full", "log.diffMerges": "off", "log.follow": "true", "log.mailmap": "true",
    "log.showRoot": "false", "submodule.recurse": "true", "diff.evil.cachetextconv": "true",
}  # fmt: skip
"""For each setting a value that would change something; those that are not here name a program or a file."""

NAMED = {
    "blame.ignoreRevsFile", "commit.template", "core.alternateRefsCommand", "core.askPass", "core.attributesFile",
    "core.editor", "core.excludesFile", "core.fsmonitor", "core.hooksPath", "core.pager", "core.sshCommand",
    "credential.helper", "diff.DRIVER.command", "diff.DRIVER.textconv", "diff.external", "diff.orderFile",
    "filter.DRIVER.clean", "filter.DRIVER.process", "filter.DRIVER.smudge", "fsck.skipList",
    "gpg.openpgp.program", "gpg.program", "gpg.ssh.allowedSignersFile", "gpg.ssh.defaultKeyCommand",
    "gpg.ssh.program", "gpg.ssh.revocationFile", "gpg.x509.program", "interactive.diffFilter", "mailmap.file",
    "uploadpack.packObjectsHook",
}  # fmt: skip
"""Those: written down here too, so that none is forgotten in the table."""


def named() -> list[str]:
    """Every setting that there is a trap for, as one writes it."""
    found = sorted({*NAMED, *VALUES, "pager.COMMAND", "alias.COMMAND"})
    commands = ("log", "blame", "rev-parse", "cat-file", "rev-list", "notes", "diff-tree")
    return [
        name.replace("DRIVER", "evil").replace("COMMAND", command)
        for name in found
        for command in (commands if "COMMAND" in name else ("",))
    ]


def value(name: str, trap: Path) -> str:
    return f"!{trap}" if name.startswith("alias.") else str(VALUES.get(name, trap))


def configured(repo: Repo, settings: Iterable[tuple[str, str]]) -> None:
    """Written by hand: git would refuse some of them."""
    with (repo.path / ".git" / "config").open("a") as file:
        for name, text in settings:
            section, _, key = name.rpartition(".")
            section, _, part = section.partition(".")
            head = f'[{section} "{part}"]' if part else f"[{section}]"
            file.write(f'{head}\n\t{key} = "{text}"\n')


def trapped(folder: Path) -> Path:
    """A program that says that it ran, and whose text is the canary."""
    trap = folder / "trap"
    # As a list of names it says another one for the author of every commit.
    names = f"{CANARY} <{CANARY}@example.org> <h@e.org>"
    trap.write_text(f"#!/bin/sh\ntouch '{folder}/sprung'\ncat\nexit 0\n{names}\n")
    trap.chmod(0o755)
    return trap


def commands(repo: Repo, home: Path) -> dict[str, Ended]:
    """Every command that asks git, and what it says."""
    where = ("--repo", str(repo.path))
    sessions = ("--sessions", str(repo.sessions))
    all_of_them = {
        "link": ("link", *where, *sessions, "--fresh"),
        "agent-trace": ("link", *where, *sessions, "--publish", "agent-trace", "-o", "-"),
        "notes": ("link", *where, *sessions, "--publish", "notes"),
        "blame": ("blame", "garden.py", *where),
        "json": ("blame", "garden.py", *where, "--json"),
        "html": ("blame", "garden.py", *where, "--html"),
        "commit": ("commit", *where),
        "log": ("log", *where),
    }
    return {name: steno(*args, home=home, SOURCE_DATE_EPOCH="1767700000") for name, args in all_of_them.items()}


def test_every_setting_says_why_and_stands_once() -> None:
    assert len({pin.name for pin in PINS}) == len(PINS)
    assert all(pin.why for pin in PINS)
    plain = {name.replace("evil", "DRIVER") for name in VALUES}
    assert {pin.name for pin in PINS} | set(BY_OPTION) == NAMED | plain | {
        "pager.COMMAND",
        "alias.COMMAND",
        "include.path",
    }


def test_no_setting_of_a_repository_is_obeyed(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    repo.put("mailmap", f"{CANARY} <{CANARY}@example.org> <h@e.org>\n")
    repo.commit()
    link(repo, tmp_path)
    commands(repo, tmp_path)  # the notes are written here
    plain = commands(repo, tmp_path)
    assert {name: ended.err for name, ended in plain.items() if ended.code} == {}
    trap = trapped(tmp_path)
    (repo.path / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    for name in ("post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"):
        shutil.copy(trap, repo.path / ".git" / "hooks" / name)
    configured(repo, [(name, value(name, trap)) for name in named()])
    found = commands(repo, tmp_path)
    assert found == plain
    assert not (tmp_path / "sprung").exists()
    repo.git("-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0", "update-ref", "-d", "refs/notes/steno")
    (tmp_path / "sprung").unlink(missing_ok=True)  # by the line above
    assert commands(repo, tmp_path)["notes"].code == 0
    assert not (tmp_path / "sprung").exists()
    assert CANARY not in "".join(ended.out + ended.err for ended in found.values())


class Planted(NamedTuple):
    """A garden whose sessions are linked, and what `blame` says of it while nothing is set."""

    repo: Repo
    home: Path
    blame: str


@pytest.fixture(scope="module")
def garden_of_all(tmp_path_factory: pytest.TempPathFactory) -> Planted:
    home = tmp_path_factory.mktemp("garden")
    repo, *_ = garden(home)
    link(repo, home)
    return Planted(repo, home, steno("blame", "garden.py", "--repo", str(repo.path), home=home).out)


@pytest.fixture
def planted(garden_of_all: Planted) -> Iterator[Planted]:
    """The same for every test: what one sets is taken back after it."""
    settings = garden_of_all.repo.path / ".git" / "config"
    before = settings.read_bytes()
    yield garden_of_all
    settings.write_bytes(before)


@pytest.mark.parametrize(
    "name", [*named(), "include.path", "core.worktree", "extensions.x", "core.repositoryformatversion"]
)
def test_a_setting_that_names_a_file_never_shows_it(planted: Planted, tmp_path: Path, name: str) -> None:
    """Whether or not git takes the value: where it fails, its own words are not repeated."""
    repo = planted.repo
    trap = trapped(tmp_path)
    configured(repo, [(name, str(trap))])
    for args in (("blame", "garden.py"), ("log",)):
        ended = steno(*args, "--repo", str(repo.path), home=planted.home)
        assert CANARY not in ended.out + ended.err
        assert "fatal" not in ended.err
        assert ended.code in (0, 2, 3)
        if args[0] == "blame" and ended.code == 0:
            assert ended.out == planted.blame
    assert not (tmp_path / "sprung").exists()


def test_a_file_of_commits_to_pass_over_is_neither_read_nor_shown(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    link(repo, tmp_path)
    repo.git("config", "blame.ignoreRevsFile", "/etc/passwd")
    ended = steno("blame", "garden.py", "--repo", str(repo.path), home=tmp_path)
    assert ended.code == 0
    assert not any(line in ended.out + ended.err for line in Path("/etc/passwd").read_text().splitlines())


def test_gits_own_words_are_passed_on_nowhere() -> None:
    """They quote what a configuration names: only `reason` reads them."""
    import steno as package

    top = Path(package.__file__).parent
    users = {
        path.relative_to(top).as_posix() for path in top.rglob("*.py") if ".complaint()" in path.read_text("utf-8")
    }
    assert users == {"vcs/git.py", "vcs/commits.py"}  # the second one asks whether there are any
    assert os.sep == "/"

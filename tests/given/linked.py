"""A repository in which an agent and a human have worked, and what `steno link` makes of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from steno.edits.paths import Paths
from steno.session import Input
from steno.vcs import git
from steno.vcs.clones import clones
from steno.vcs.gather import chosen, edits_of, name_of, originals
from steno.vcs.links import Linking
from steno.vcs.memory import Memory
from steno.vcs.patches import Code, code
from tests.given.gitrepo import Repo
from tests.given.machine import Ended, steno

HUMAN = "import garden\n\n"
AGENTS = "def prune(bed, shears):\n    return shears.cut(bed.roses)\n"
PROMPT = "Prune the roses <b>now</b>"


def ask(repo: Repo, session: str, text: str) -> None:
    """A prompt, at the beginning of a session."""
    repo.tick()
    record: dict[str, Any] = {
        "type": "user", "uuid": f"{session}-prompt", "parentUuid": None, "sessionId": session,
        "timestamp": repo._time(), "cwd": str(repo.path), "version": "2.1.0",
        "message": {"role": "user", "content": text},
    }  # fmt: skip
    repo._records.setdefault(session, []).append(record)


def garden(folder: Path, *args: str) -> tuple[Repo, str, str]:
    """A file of which a human wrote the first lines and an agent the others, with both commits."""
    repo = Repo(folder / "repo", *args)
    repo.put("garden.py", HUMAN)
    first = repo.commit()
    ask(repo, "s", PROMPT)
    repo.edit("s", "garden.py", HUMAN, HUMAN + AGENTS)
    return repo, first, repo.commit()


def link(repo: Repo, home: Path, *args: str, where: Path | None = None) -> Ended:
    place = str(where or repo.path)
    ended = steno("link", "--repo", place, "--sessions", str(repo.sessions), *args, home=home)
    assert ended.code == 0, ended.err
    return ended


def searched(
    repo: Repo, memory: Memory | None = None, path: Path | None = None, *, hooks: Path | None = None
) -> Linking:
    """A search for all sessions of a repository, in it or in another clone of it."""
    files = sorted(repo.sessions.glob("*.jsonl"))
    with git.opened(path or repo.path, os.environ) as repository:
        roots = repository.roots() or [path or repo.path]
        each = [edits_of(Input(str(file), file), None, lambda _: None, Paths(roots), hooks) for file in files]  # type: ignore[arg-type]
        away = {name_of(file): [one.away] for file, (one, _) in zip(files, each, strict=True) if one.away is not None}
        paths = Paths(roots, clones(repository, away, thorough=True))
        starts = {name_of(file): one.start for file, (one, _) in zip(files, each, strict=True)}
        stated = {name_of(file): one.commits for file, (one, _) in zip(files, each, strict=True)}
        linking = Linking(repository, paths, memory or Memory(), originals(one for one, _ in each), starts, stated)
        linking.run(chosen((found for _, found in each), linking.pending))
    return linking


def made(repo: Repo, session: str = "s", path: Path | None = None, *, hooks: Path | None = None) -> Code:
    """What a session led to, as the model says it."""
    found = searched(repo, path=path, hooks=hooks).memory
    with git.opened(path or repo.path, os.environ) as repository:
        return code(found, session, repository, "2026-02-01T00:00:00Z")

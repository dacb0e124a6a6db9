"""A repository in which an agent and a human have worked, and what `steno link` makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.gitrepo import Repo
from tests.machine import Ended, steno

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

"""A history of many authors who all write the same things, with sessions of some of them, and whose each commit is.

Pages begin with the same licence and have the same headings and fences, code has the same imports and checks.  Authors
copy a page to begin another, move each other's sections months later, and give the same version number on two branches.
Some sessions are committed at once, some the next hour, some squashed weeks later, some never.  What a session wrote is
known because it is invented here, and is never read off the history.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

START = 1_767_603_600
HOUR, DAY = 3600, 86400
AUTHORS = [f"{name}@example.org" for name in ("ada", "bo", "cy", "dee", "eve", "flo", "gus", "hal")]
LICENCE = [
    "<!-- Copyright The Garden Authors. All rights reserved. -->",
    "<!-- Use of this text is governed by the licence that is in the file LICENCE. -->",
    "",
]
HEADINGS = ["## When to use this", "## How it works", "## Usage", "## Notes", "## Before you begin"]
FENCED = ["```sh", "garden --help", "```", ""]
SHARED = [
    "Read the whole page before you start.",
    "- Ask the gardener where anything is unclear.",
    "- Never water at noon.",
    "Run the command and look at what it prints:",
]
CODE = ["import os", "import sys", "from garden import beds, tools", ""]
CHECK = ["    if result is None:", "        raise ValueError('there is no result')", "    return result", ""]
WORDS = ["alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "spruce", "yew"]
MANIFESTS = ["manifest.json", "plugin/manifest.json", "extension.json"]


class Truth(NamedTuple):
    """By session and commit, how many lines that say something it wrote there."""

    lines: dict[tuple[str, str], int]
    commits: int


class Crowd:
    """Writes a history to `git fast-import`, and the sessions beside it."""

    def __init__(self, out: IO[bytes], repo: Path, seed: int) -> None:
        self._out, self._repo = out, repo
        self._random = random.Random(f"steno/bench/crowd/{seed}")  # noqa: S311
        self.files: dict[str, list[str]] = {name: ["{", '  "version": "0.1.0",', "}"] for name in MANIFESTS}
        self._now, self._mark, self._main, self._number = START, 0, 0, 0
        self.sessions: dict[str, list[dict[str, Any]]] = {}
        self.marks: dict[tuple[str, int], int] = {}
        self.version = 1

    # What people write

    def _line(self) -> str:
        one, two, three = self._random.choices(WORDS, k=3)
        return f"Plant {one} beside {two} in bed {self._random.randrange(10**6)}, then {three}."

    def _section(self) -> list[str]:
        chosen = self._random.random
        return [
            self._random.choice(HEADINGS), "",
            *(each for each in SHARED if chosen() < 0.6), *FENCED,
            *(self._line() for _ in range(self._random.randrange(2, 8))), "",
        ]  # fmt: skip

    def _page(self) -> list[str]:
        return ["---", f"name: {self._random.choice(WORDS)}", "---", *LICENCE, *self._section(), *self._section()]

    def _function(self) -> list[str]:
        name, number = self._random.choice(WORDS), self._random.randrange(10**6)
        return [f"def grow_{name}_{number}(bed):", f"    result = bed.find('{self._line()}')", *CHECK]

    def _path(self, kind: str) -> str:
        self._number += 1
        return f"{'pages' if kind == 'md' else 'src'}/{self._random.choice(WORDS)}-{self._number}.{kind}"

    def _known(self, kind: str) -> str:
        return self._random.choice([name for name in self.files if name.endswith(kind)])

    # What is committed

    def commit(self, author: str, paths: list[str], *, branch: str = "main", at: int | None = None) -> int:
        self._mark += 1
        name = author.partition("@")[0]
        out = self._out.write
        out(b"commit refs/heads/%s\nmark :%d\n" % (branch.encode(), self._mark))
        out(f"author {name} <{author}> {at or self._now} +0000\n".encode())
        out(f"committer {name} <{author}> {self._now} +0000\ndata 4\nwork\n".encode())
        out(b"from :%d\n" % self._main if self._main else b"")
        for path in paths:
            text = ("\n".join(self.files[path]) + "\n").encode()
            out(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text))
        if branch == "main":
            self._main = self._mark
        return self._mark

    def begin(self) -> None:
        for kind in ("md", "md", "md", "py", "py", "py"):
            self.files[self._path(kind)] = self._page() if kind == "md" else [*CODE, *self._function()]
        self.commit(AUTHORS[0], sorted(self.files))

    def step(self) -> None:
        """Something that somebody does, hours or days after the last."""
        self._now += self._random.randrange(HOUR, 5 * DAY)
        done: list[tuple[Callable[[str], None], int]] = [
            (self._writes, 4), (self._copies, 2), (self._moves, 2), (self._bumps, 1), (self._session, 4),
        ]  # fmt: skip
        act = self._random.choices([each for each, _ in done], [weight for _, weight in done])[0]
        act(self._random.choice(AUTHORS))

    def _writes(self, author: str) -> None:
        path = self._path("md") if self._random.random() < 0.5 else self._known("py")
        self.files[path] = self._page() if path.endswith("md") else [*self.files[path], *self._function()]
        self.commit(author, [path])

    def _copies(self, author: str) -> None:
        """Begins a page with another, and says other things in it."""
        path, like = self._path("md"), self._known("md")
        self.files[path] = [self._line() if line.startswith("Plant ") else line for line in self.files[like]]
        self.commit(author, [path])

    def _moves(self, author: str) -> None:
        """Moves the end of a page to another, long after it was written."""
        self._now += 40 * DAY
        here, there = self._known("md"), self._path("md")
        lines = self.files[here]
        at = max(k for k, line in enumerate(lines) if line.startswith("## ")) if len(lines) > 20 else len(lines)
        self.files[here], self.files[there] = lines[:at], [*LICENCE, *lines[at:]]
        self.commit(author, [here, there])

    def _bumps(self, author: str) -> None:
        """Two people give the same version number: a session on a branch, and somebody else on main."""
        self.version += 1
        name = self._name(author)
        before = {path: list(self.files[path]) for path in MANIFESTS}
        for path in MANIFESTS:
            self._edit(name, path, 1, 2, [f'  "version": "0.{self.version}.0",'])
        self._keep(name, self.commit(author, MANIFESTS, branch=f"bump-{self.version}"), len(MANIFESTS))
        self.files |= before
        self._now += 6 * HOUR
        for path in MANIFESTS:
            self.files[path] = [before[path][0], f'  "version": "0.{self.version}.0",', *before[path][2:]]
        self.commit(self._random.choice([each for each in AUTHORS if each != author]), MANIFESTS)

    def _session(self, author: str) -> None:
        name = self._name(author)
        paths, wrote, before = [], 0, dict(self.files)
        for _ in range(self._random.randrange(1, 3)):
            if self._random.random() < 0.5:
                path, new = self._path("md"), self._page()
                self._edit(name, path, 0, 0, new)
            else:
                path, new = self._known("py"), self._function()
                self._edit(name, path, len(self.files[path]), len(self.files[path]), new)
            paths.append(path)
            wrote += sum(bool(line.strip()) for line in new)
        paths = sorted(set(paths))
        self._now += self._random.choice([60, HOUR, 8 * HOUR])
        how = self._random.random()
        if how < 0.1:  # never committed
            self.files = before
        elif how < 0.4:  # on a branch, and weeks later squashed by the same author
            self._keep(name, self.commit(author, paths, branch=f"side-{self._mark}"), wrote)
            kept, self._now = self._now, self._now + self._random.randrange(3, 20) * DAY
            at = kept if how < 0.25 else None
            self._keep(name, self.commit(author, paths, at=at), wrote)
        else:
            self._keep(name, self.commit(author, paths), wrote)

    def _keep(self, session: str, mark: int, lines: int) -> None:
        self.marks[session, mark] = lines

    # What an agent's log says of it

    def _name(self, author: str) -> str:
        self._number += 1
        return f"{('claude', 'codex')[self._number % 2]}-{author.partition('@')[0]}-{self._number}"

    def _edit(self, session: str, path: str, at: int, until: int, new: list[str]) -> None:
        before = self.files.get(path)
        self.files[path] = [*(before or [])[:at], *new, *(before or [])[until:]]
        self._now += 60
        if session.startswith("claude"):
            self._claude(session, path, before)
        else:
            self._codex(session, path, before, at, until, new)

    def _claude(self, session: str, path: str, before: list[str] | None) -> None:
        records = self.sessions.setdefault(session, [])
        where, text = str(self._repo / path), "\n".join(self.files[path]) + "\n"
        id = f"toolu_{session}_{len(records)}"
        detail = {"type": "create" if before is None else "update", "filePath": where, "content": text}
        if before is not None:
            detail["originalFile"] = "\n".join(before) + "\n"
        call = {"type": "tool_use", "id": id, "name": "Write", "input": {"file_path": where, "content": text}}
        result = {"type": "tool_result", "tool_use_id": id, "content": "done"}
        for kind, content, more in (("assistant", call, {}), ("user", result, {"toolUseResult": detail})):
            message = {"role": kind, "content": [content], "id": f"msg_{len(records)}", "model": "claude-bench-1"}
            records.append({
                "type": kind, "uuid": f"{session}-{len(records)}", "parentUuid": None, "sessionId": session,
                "timestamp": self._time(), "cwd": str(self._repo), "version": "2.1.0", "message": message, **more,
            })  # fmt: skip

    def _codex(
        self, session: str, path: str, before: list[str] | None, at: int, until: int, new: list[str]
    ) -> None:  # fmt: skip
        head = {"id": session, "cwd": str(self._repo), "timestamp": self._time()}
        records = self.sessions.setdefault(session, [{"type": "session_meta", "payload": head}])
        if before is None:
            patch = [f"*** Add File: {path}", *("+" + line for line in new)]
        else:
            around = [" " + line for line in before[max(at - 3, 0) : at]]
            gone = ["-" + line for line in before[at:until]]
            patch = [f"*** Update File: {path}", "@@", *around, *gone, *("+" + line for line in new)]
            patch += [" " + line for line in before[until : until + 3]]
        call = f"call_{len(records)}"
        text = "\n".join(["*** Begin Patch", *patch, "*** End Patch"])
        asked = {"type": "custom_tool_call", "status": "completed", "call_id": call, "name": "apply_patch"}
        done = {"type": "custom_tool_call_output", "call_id": call, "output": "Success. Updated the following files:\n"}
        for payload in (asked | {"input": text}, done):
            records.append({"type": "response_item", "payload": payload})
        for record in records:
            record.setdefault("timestamp", self._time())

    def _time(self) -> str:
        return datetime.fromtimestamp(self._now, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def make(place: Path, seed: int, steps: int) -> Truth:
    """A repository in `repo`, its sessions in `sessions`."""
    repo, sessions = place / "repo", place / "sessions"
    sessions.mkdir(parents=True)
    environ = {
        "PATH": os.environ["PATH"], "HOME": str(place), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull,
    }  # fmt: skip
    subprocess.run(["git", "init", "-q", "-b", "main", str(repo)], check=True, env=environ)
    marks = place / "marks"
    command = ["git", "-C", str(repo), "fast-import", "--quiet", f"--export-marks={marks}"]
    importer = subprocess.Popen(command, stdin=subprocess.PIPE, env=environ)
    assert importer.stdin
    crowd = Crowd(importer.stdin, repo, seed)
    crowd.begin()
    for _ in range(steps):
        crowd.step()
    importer.stdin.close()
    assert importer.wait() == 0
    for session, records in crowd.sessions.items():
        (sessions / f"{session}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    ids = dict(line.split() for line in marks.read_text().splitlines())
    return Truth(
        {(session, ids[f":{mark}"]): lines for (session, mark), lines in crowd.marks.items()}, len(ids)
    )  # fmt: skip


class Score(NamedTuple):
    """How many, of how many."""

    right: int
    claimed: int
    found: int
    there: int
    lines_right: int
    lines_claimed: int
    lines_there: int

    def plus(self, other: Score) -> Score:
        return Score(*(one + two for one, two in zip(self, other, strict=True)))


NOTHING = Score(0, 0, 0, 0, 0, 0, 0)


def score(truth: Truth, links: dict[str, Any]) -> Score:
    """What `steno link --json` says, beside what is so."""
    claimed = {
        (each["session"], each["commit"]) for each in links["links"] if each["tier"].startswith("tool_emitted")
    }  # fmt: skip
    lines = [(each["session"], each["commit"]) for each in links["lines"]]
    right = sum(each in truth.lines for each in lines)
    return Score(
        len(claimed & truth.lines.keys()), len(claimed), len(claimed & truth.lines.keys()), len(truth.lines),
        right, len(lines), sum(truth.lines.values()),
    )  # fmt: skip

"""Measures linking and blame beside the git commands that read the same commits, and writes the table of docs/git.md.

    python -m bench.git [--rounds N] [--commits N]

A repository and sessions are invented: humans and agents in turns change a few lines of a few files, and each change of
an agent stands in a session as Claude Code writes it.  Times are CPU seconds of the process and its children, the best
of several rounds, in turns.  How many of the commits and lines that are claimed are right, and how many are found, is
counted in histories of many authors (`bench/crowd.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from bench import crowd
from bench.run import FILES, ROOT

PAGE = ROOT / "docs/git.md"
OWN = str(Path(sys.executable).with_name("steno"))
PLACE = FILES / "git"
START = 1_767_603_600
COMMITS, SESSIONS, SOURCES, LINES = 5000, 50, 1000, 300
AGENTS = 0.2
"""Of the commits, so many are agents'."""
FEW = 6
FILE, BUSY = "src/alder_0.py", 0.2
"""A file that so many of the commits change."""
BARS = {"link": 1.5, "blame": 2.0}
CROWDS, STEPS = 8, 60
LEAST = 0.97
"""Of the commits that are claimed in a crowd so many are right, and of those that are there so many are found."""
WORDS = [
    "alder",
    "birch",
    "cedar",
    "elm",
    "fir",
    "hazel",
    "larch",
    "maple",
    "oak",
    "pine",
    "rowan",
    "spruce",
    "walnut",
    "yew",
]


class World:
    """The files, the history that is written, and the sessions."""

    def __init__(self, out: IO[bytes], repo: Path) -> None:
        self._out, self._repo = out, repo
        self._random = random.Random("steno/bench/git")  # noqa: S311
        self.files = {f"src/{WORDS[n % len(WORDS)]}_{n}.py": self._text(LINES) for n in range(SOURCES)}
        self._names = sorted(self.files)
        self.sessions: dict[str, list[dict[str, Any]]] = {}
        self._now = START
        self._mark = 0

    def _line(self) -> str:
        one, two = self._random.choices(WORDS, k=2)
        return f"    {one} = grow_{two}(bed, {self._random.randrange(10**6)}, water={self._random.random():.3f})"

    def _text(self, count: int) -> list[str]:
        return [self._line() for _ in range(count)]

    def _of(self, session: str) -> list[str]:
        """A session works on few files."""
        return random.Random(session).sample(self._names, FEW)  # noqa: S311

    def commit(self, paths: Sequence[str]) -> None:
        self._now += 60
        self._mark += 1
        self._out.write(b"commit refs/heads/main\nmark :%d\ncommitter H <h@example.org> %d +0000\n" % (
            self._mark, self._now,
        ))  # fmt: skip
        self._out.write(b"data 4\nwork\n" + (b"from :%d\n" % (self._mark - 1) if self._mark > 1 else b""))
        for path in paths:
            text = ("\n".join(self.files[path]) + "\n").encode()
            self._out.write(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text))

    def change(self, session: str | None) -> None:
        """A commit of a human, or of an agent with its edits in its session."""
        names = self._names if session is None else self._of(session)
        paths = self._random.sample(names, self._random.randrange(1, 5))
        if self._random.random() < BUSY:
            paths = list(dict.fromkeys([FILE, *paths]))
        for path in paths:
            lines = self.files[path]
            at = self._random.randrange(2, len(lines) - 8)
            new = self._text(self._random.randrange(1, 9))
            until = at + self._random.randrange(0, 7)
            if session is not None:
                self._edit(session, path, at, until, new)
            self.files[path] = [*lines[:at], *new, *lines[until:]]
        self.commit(paths)

    def _edit(self, session: str, path: str, at: int, until: int, new: list[str]) -> None:
        lines = self.files[path]
        old = "\n".join(lines[at - 1 : until + 1])
        text = "\n".join([lines[at - 1], *new, *lines[until : until + 1]])
        where = str(self._repo / path)
        records = self.sessions.setdefault(session, [])
        if not records:
            self._record(session, "user", "Let the trees grow", {})
        id = f"toolu_{session}_{len(records)}"
        call: dict[str, Any] = {"type": "tool_use", "id": id, "name": "Edit"}
        call["input"] = {"file_path": where, "old_string": old, "new_string": text}
        detail = {"filePath": where, "originalFile": "\n".join(lines) + "\n", "userModified": False}
        self._record(session, "assistant", [call], {})
        result = {"type": "tool_result", "tool_use_id": id, "content": "The file has been updated."}
        self._record(session, "user", [result], {"toolUseResult": detail})

    def _record(self, session: str, kind: str, content: Any, more: dict[str, Any]) -> None:
        self._now += 1
        records = self.sessions[session]
        message = {"role": kind, "content": content}
        if kind == "assistant":
            message |= {"id": f"msg_{session}_{len(records)}", "model": "claude-bench-1", "type": "message"}
        when = datetime.fromtimestamp(self._now, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        records.append({
            "type": kind, "uuid": f"{session}-{len(records)}", "parentUuid": None, "sessionId": session,
            "timestamp": when, "cwd": str(self._repo), "version": "2.1.0", "isSidechain": False, "message": message,
            **more,
        })  # fmt: skip


def make(commits: int) -> Path:
    """The repository and its sessions, made once."""
    place = PLACE / str(commits)
    if (place / "done").exists():
        return place
    shutil.rmtree(place, ignore_errors=True)
    repo = place / "repo"
    (place / "sessions").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main", str(repo)], check=True, env=environ(place))
    command = ["git", "-C", str(repo), "fast-import", "--quiet"]
    importer = subprocess.Popen(command, stdin=subprocess.PIPE, env=environ(place))
    assert importer.stdin
    world = World(importer.stdin, repo)
    world.commit(sorted(world.files))
    choice = random.Random("steno/bench/git/who")  # noqa: S311
    for number in range(commits - 1):
        # The sessions are spread over the whole history, so that all of it has to be searched.
        session = f"trees-{number * SESSIONS // commits:02}"
        world.change(session if number == 0 or choice.random() < AGENTS else None)
    importer.stdin.close()
    assert importer.wait() == 0
    for session, records in world.sessions.items():
        text = "".join(json.dumps(each) + "\n" for each in records)
        (place / "sessions" / f"{session}.jsonl").write_text(text)
    (place / "done").touch()
    return place


def environ(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH",)}
    return kept | {"HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C"}


def cpu(command: list[str], home: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, check=True, env=environ(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(place: Path, rounds: int) -> dict[str, float]:
    repo, home = place / "repo", place / "home"
    home.mkdir(exist_ok=True)
    git = ["git", "--no-pager", "-C", str(repo)]
    link = [OWN, "link", "--repo", str(repo), "--sessions", str(place / "sessions")]
    commands = {
        "git log": [*git, "log", "-p", "-U0"],
        "link": [*link, "--fresh"],
        "again": link,
        "git blame": [*git, "blame", "--porcelain", "HEAD", "--", FILE],
        "blame first": [OWN, "blame", str(repo / FILE)],
        "blame": [OWN, "blame", str(repo / FILE)],
    }
    best = dict.fromkeys(commands, 9e9)
    for number in range(rounds):
        for name, command in commands.items():
            if name == "blame first":
                for kept in home.rglob("*.steps"):
                    kept.unlink()
            best[name] = min(best[name], cpu(command, home))
        say(f"round {number + 1} of {rounds}: " + ", ".join(f"{name} {took:.2f}" for name, took in best.items()))
    return best


def table(best: dict[str, float], commits: int) -> str:
    rows = [
        (f"link {SESSIONS} sessions, {commits:,} commits", "link", "git log", "`git log -p -U0`", BARS["link"]),
        ("the same again: nothing is new", "again", "git log", "`git log -p -U0`", None),
        ("blame one file, linked", "blame", "git blame", "`git blame`", BARS["blame"]),
        ("the first after linking: reads the sessions", "blame first", "git blame", "`git blame`", None),
    ]
    text = "| | Steno, CPU s | git, CPU s | | times | bar |\n| --- | ---: | ---: | --- | ---: | ---: |\n"
    for title, own, other, name, bar in rows:
        times = best[own] / best[other]
        text += f"| {title} | {best[own]:.2f} | {best[other]:.2f} | {name} | {times:.2f} | {bar or ''} |\n"
    return text


def counted() -> crowd.Score:
    """What is claimed in histories of many authors, all taken together."""
    total = crowd.NOTHING
    for seed in range(CROWDS):
        place = PLACE / "crowd" / str(seed)
        shutil.rmtree(place, ignore_errors=True)
        truth = crowd.make(place, seed, STEPS)
        command = [OWN, "link", "--repo", str(place / "repo"), "--sessions", str(place / "sessions"), "--json"]
        done = subprocess.run(command, check=True, env=environ(place), capture_output=True, cwd=place)
        total = total.plus(crowd.score(truth, json.loads(done.stdout)))
    return total


def found(score: crowd.Score) -> str:
    text = "| in histories of many authors | right, of those claimed | found, of those there |\n| --- | ---: | ---: |\n"
    rows = (
        ("commits", score.right, score.claimed, score.found, score.there),
        ("lines", score.lines_right, score.lines_claimed, score.lines_right, score.lines_there),
    )
    for title, right, claimed, hit, there in rows:
        text += f"| {title} | {right:,} of {claimed:,} ({right / claimed:.3f}) "
        text += f"| {hit:,} of {there:,} ({hit / there:.3f}) |\n"
    return text


def write(text: str) -> None:
    page = PAGE.read_text() if PAGE.exists() else "# From trace to commit\n"
    block = f"<!-- measured -->\n{text}<!-- /measured -->"
    if "<!-- measured -->" in page:
        page = re.sub(r"<!-- measured -->.*?<!-- /measured -->", lambda _: block, page, flags=re.DOTALL)
    else:
        page = page.rstrip() + f"\n\n## What it costs\n\n{block}\n"
    PAGE.write_text(page)


def say(line: str) -> None:
    print(line, file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--commits", type=int, default=COMMITS)
    parser.add_argument("--dry", action="store_true", help="print the table, write nothing")
    args = parser.parse_args()
    best = measure(make(args.commits), args.rounds)
    score = counted()
    text = f"{table(best, args.commits)}\n{found(score)}"
    print(text)
    if not args.dry:
        version = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.split()[2]
        write(f"Measured by `make bench-git` with git {version}, Python {platform.python_version()}.\n\n{text}")
    missed = [
        name for name, bar in BARS.items() if best[name] / best["git log" if name == "link" else "git blame"] > bar
    ]
    return 1 if missed or min(score.right / score.claimed, score.found / score.there) < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())

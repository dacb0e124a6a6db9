"""`steno link`"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.base.files import Unreadable
from steno.base.folders import hooks
from steno.base.memory import uncollected
from steno.base.time import parse, stamp, system_clock
from steno.cli import exits, options, output, publishing, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.pipeline import UnknownFormat
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.render.times import day
from steno.session import Input

if TYPE_CHECKING:
    from steno.edits.calls import Edit
    from steno.edits.paths import Paths
    from steno.vcs.clones import Away
    from steno.vcs.gather import Key, SessionEdits
    from steno.vcs.git import Repository
    from steno.vcs.memory import Memory

SCHEMA = "steno.link/1"

_COLUMNS = (
    Column("COMMIT"), Column("DAY", rank=5), Column("SESSION", least=64, rank=1), Column("TIER", rank=3),
    Column("LINES", right=True, rank=2), Column("EVIDENCE", rank=4),
)  # fmt: skip

_CLONES = {"commit_id": "commit", "remote_url": "remote", "content": "content"}


@click.command("link")
@options.repository
@click.option(
    "--sessions", "places", type=click.Path(path_type=Path), multiple=True, metavar="DIR|FILE",
    help="Sessions to look for, instead of all on this machine; may be given again.",
)  # fmt: skip
@click.argument("more", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--since", metavar="DATE", help="Only commits from this day or moment on, such as 2026-01-31.")
@click.option("--fresh", is_flag=True, help="Forget what earlier runs found, and search again.")
@publishing.option
@publishing.file_option
@click.option("--patches", is_flag=True, help="With --json: each patch with its anchor in git, and ranges of lines.")
@options.as_json
@options.colour
def command(
    repo: Path,
    places: tuple[Path, ...],
    more: tuple[Path, ...],
    since: str | None,
    fresh: bool,
    publish: str | None,
    output_file: Path | None,
    patches: bool,
    as_json: bool,
    colour: str,
) -> int:
    """Find which commits hold lines of which sessions, and say how sure that is.

    Plays the edits of the sessions again and looks for their lines among those that each commit added, whoever or
    whatever rewrote, moved, squashed or rebased them meanwhile.  Reads the repository and changes nothing in it, but
    for the notes that --publish asks for; the next run looks only at what is new.

    \b
      steno link
      steno link --repo ~/src/garden --sessions ~/logs --json
    """
    from steno.edits.paths import Paths
    from steno.vcs import git, memory, remembered, steps
    from steno.vcs.clones import clones
    from steno.vcs.gather import originals
    from steno.vcs.links import Linking
    from steno.vcs.patches import alive
    from steno.vcs.steps import Steps

    moment = _since(since)
    publishing.check(publish, output_file)
    if patches and not as_json:
        raise UsageError("--patches adds to the JSON of --json; ask for both")
    found: list[Diagnostic] = []
    with git.opened(repo, os.environ) as repository, Progress(sys.stderr) as progress:
        file = remembered.file(repository.folder(), os.environ, world.home())
        known = memory.Memory() if fresh or moment is not None else memory.load(file)
        roots = repository.roots() or [repo]
        named = (*places, *more)
        reading = _Reading(list(_inputs(named, found)), known, progress, Paths(roots), as_json=as_json)
        keys = originals(reading.told.values())
        paths = Paths(roots, clones(repository, reading.away(), thorough=bool(named)))
        linking = Linking(repository, paths, known, keys, reading.starts())
        progress.say("searching commits")
        result = linking.run(reading.edits(linking.pending), moment)
        result.sessions = {str(path): each for path, each in reading.told.items()}
        if moment is None:
            _remember(result, file)
        reachable = repository.reachable(link.commit for link in result.links)
        living = alive(result, repository) if as_json else {}
        further = _patches(result, repository) if patches else {}
        if publish is not None:
            publishing.publish(
                publish, result, reachable, repository, Steps(file, result.sessions, steps.read), output_file
            )
    if as_json:
        output.emit(_record(result, reachable, living) | further)
    else:
        _show(result, reachable, colour)
    output.warn(found)
    _say(linking.looked, linking.unread, len(reading.told), result)
    return exits.several(reading.failed, len(reading.told))


def _since(text: str | None) -> int | None:
    if text is None:
        return None
    moment = parse(text) or parse(f"{text}T00:00:00Z")
    if moment is None:
        raise UsageError(f"--since {text}: expected a day such as 2026-01-31, or an RFC 3339 time")
    return int(moment.timestamp())


def _inputs(places: tuple[Path, ...], found: list[Diagnostic]) -> Iterator[Input]:
    """The sessions in the places, or all on this machine."""
    if not places:
        for session in world.sessions(found.append):
            yield Input(str(session.path), session.path, session.agent)
        return
    for place in places:
        if not place.is_dir():
            yield Input(str(place), place)
            continue
        files = sorted(path for path in place.rglob("*") if path.is_file() and ".json" in path.name)
        for path in files:
            yield Input(str(path), path)  # a sub-agent's too: what its session tells already counts once


class _Reading:
    """The sessions' edits: which there are, and, for those that are asked for, what they did."""

    @uncollected()
    def __init__(self, inputs: list[Input], known: Memory, progress: Progress, paths: Paths, *, as_json: bool) -> None:
        self.failed = 0
        self._paths = paths
        self._inputs = {each.path: each for each in inputs if each.path is not None}
        self._edits: dict[Path, dict[Key, Edit]] = {}
        self.told: dict[Path, SessionEdits] = {}
        for number, (path, source) in enumerate(self._inputs.items()):
            progress.say(f"reading {path.name}", number / len(inputs))
            try:
                status = path.stat()
                before = known.sessions.get(str(path))
                if before is not None and (before.size, before.modified) == (status.st_size, status.st_mtime_ns):
                    self.told[path] = before
                else:
                    self.told[path], self._edits[path] = self._read(source)
            except OSError as error:
                if source.agent is not None and isinstance(error, UnknownFormat):
                    continue  # it lies among the sessions and is none: `steno ls` says so
                self.failed += 1
                reason = str(error) if isinstance(error, Unreadable) else f"{path}: {error.strerror or error}"
                exits.explain(Unreadable(reason), as_json=as_json)

    def _read(self, source: Input) -> tuple[SessionEdits, dict[Key, Edit]]:
        from steno.vcs.gather import told

        return told(source, world.stdin(), lambda _: None, self._paths, hooks(os.environ, world.home()))

    def away(self) -> dict[str, list[Away]]:
        """By session, what it tells of work outside the work trees."""
        from steno.vcs.gather import name_of

        found: dict[str, list[Away]] = {}
        for path, each in self.told.items():
            if each.away is not None:
                found.setdefault(name_of(path), []).append(each.away)
        return found

    def starts(self) -> dict[str, float]:
        from steno.vcs.gather import name_of

        return {name_of(path): each.start for path, each in self.told.items()}

    def edits(self, keys: list[Key]) -> Iterator[Edit]:
        """The edits that keys name; files that were not read again are read now, if one of theirs is asked for."""
        from steno.vcs.gather import chosen

        wanted = set(keys)
        for path, each in self.told.items():
            if path not in self._edits and not wanted.isdisjoint(map(tuple, each.keys)):
                self._edits[path] = self._read(self._inputs[path])[1]
        return chosen(self._edits.values(), keys)


def _remember(result: Memory, file: Path) -> None:
    from steno.vcs import memory

    try:
        memory.store(result, file)
    except OSError as error:
        exits.say(f"cannot remember what was found: {error.strerror or error}; the next run searches again", "")


def _record(result: Memory, reachable: set[str], living: dict[tuple[str, str], bool | None]) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "lines": [
            {
                "session": each.session, "commit": each.commit, "path": each.path, "line": each.line,
                "evidence": each.evidence, "event": each.event,
            }
            for each in result.lines
        ],
        "links": [
            {
                "session": each.session, "commit": each.commit, "tier": each.tier,
                "commit_reachable": each.commit in reachable,
                "content_alive": living.get((each.session, each.commit)),
                "unaccounted_files": list(each.unaccounted), "repository_by": each.clone or "work_tree",
            }
            for each in result.links
        ],
    }  # fmt: skip


def _patches(result: Memory, repository: Repository) -> dict[str, JSON]:
    """What each session did, and where each of its lines is, in the words of OpenTraces."""
    from steno.vcs import spelling
    from steno.vcs.patches import codes

    sessions = [edit.session for edit in result.saved.edits] if result.saved is not None else []
    found = codes(result, sessions, repository, stamp(system_clock(os.environ)()))
    return {
        "patches": [spelling.patch(name, patch) for name, each in found.items() for patch in each.patches],
        "ranges": [spelling.attribution(name, one) for name, each in found.items() for one in each.attributions],
    }


def _show(result: Memory, reachable: set[str], colour: str) -> None:
    counts: dict[tuple[str, str], Counter[str]] = {}
    for line in result.lines:
        counts.setdefault((line.session, line.commit), Counter())[line.evidence] += 1
    rows = []
    for link in sorted(result.links, key=lambda each: each.time, reverse=True):
        if not link.tier.startswith("tool_emitted"):
            continue
        each = counts.get((link.session, link.commit), Counter())
        evidence = ", ".join(f"{count} {name}" for name, count in each.most_common())
        if link.clone:
            evidence += f"; another clone, by its {_CLONES[link.clone]}"
        mark = "" if link.commit in reachable else " (unreachable)"
        rows.append([link.commit[:12] + mark, day(link.time), link.session, link.tier, str(each.total()), evidence])
    if rows:
        output.lines(table(_COLUMNS, rows, output.paint(colour)))


def _say(looked: int, unread: list[str], sessions: int, result: Memory) -> None:
    linked = {link.commit for link in result.links if link.tier.startswith("tool_emitted")}
    if not sessions:
        exits.say(
            "there is no session to look for: `steno ls` shows those of this machine, --sessions names others", ""
        )
        return
    new, whole = number_of(looked, "new commit"), number_of(sessions, "session")
    exits.say(f"{new} searched, {whole}; {number_of(len(linked), 'commit')} with lines of theirs", "")
    if unread:
        count = number_of(len(unread), "commit")
        exits.say(f"{count} cannot be shown (missing or damaged objects), the first is {unread[0]}", "")

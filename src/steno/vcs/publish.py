"""Publishes what was found as git notes under `refs/notes/steno`: the one thing that Steno ever writes to a repository.

Only when asked to.  A note says which lines of its commit are whose and how sure that is; it holds no prompt and no
text.  No other ref, no index and no work tree is touched, and no hook is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct

from steno.base.exact import encode
from steno.base.files import Unreadable
from steno.detect.masked import masked_json
from steno.vcs.git import Repository
from steno.vcs.ranges import Range

REF = "refs/notes/steno"
SCHEMA = "steno.note/1"
_WHO = b"Steno <steno@localhost>"


class Published(Struct):
    written: int
    same: int
    """Notes that say it already."""
    refused: list[str]
    """Commits whose note somebody wrote otherwise: it is left alone."""


def publish(repository: Repository, ranges: Iterable[Range], tiers: dict[tuple[str, str], str], now: int) -> Published:
    """Adds a note to each commit, beside what other people's sessions say in it; raises `Unreadable`."""
    by_commit: dict[str, list[Range]] = {}
    for each in ranges:
        by_commit.setdefault(each.commit, []).append(each)
    before = _notes(repository)
    done = Published(0, 0, [])
    new: list[tuple[str, bytes]] = []
    # Whoever fetches the notes reads them: no name of a file or a session may bring a secret there.
    said = masked_json([_sessions(commit, own, tiers) for commit, own in by_commit.items()])
    for commit, sessions in zip(by_commit, cast(list[list[dict[str, Any]]], said), strict=True):
        old = repository.blob(before[commit]) if commit in before else None
        others = _others(old, {each["session"] for each in sessions})
        if others is None:
            done.refused.append(commit)
            continue
        note = _note([*others, *sessions])
        if note == old:
            done.same += 1
        else:
            new.append((commit, note))
    if new:
        _write(repository, new, now)
    done.written = len(new)
    return done


def _notes(repository: Repository) -> dict[str, str]:
    """The notes there are: the id of each, by commit."""
    if not repository.quiet("rev-parse", "--verify", "--quiet", f"{REF}^{{commit}}"):
        return {}
    pairs = (line.split(" ", 1) for line in repository.lines("notes", f"--ref={REF}", "list"))
    return {commit: note for note, commit in pairs}


def _others(note: bytes | None, own: set[str]) -> list[dict[str, Any]] | None:
    """What a note says of other sessions; None where it is none of Steno's."""
    if note is None:
        return []
    try:
        found = msgspec.json.decode(note)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
    sessions = found.get("sessions") if isinstance(found, dict) and found.get("schema") == SCHEMA else None
    if not isinstance(sessions, list) or not all(isinstance(each, dict) for each in sessions):
        return None
    return [each for each in sessions if each.get("session") not in own]


def _sessions(commit: str, ranges: Sequence[Range], tiers: dict[tuple[str, str], str]) -> list[dict[str, Any]]:
    by_session: dict[str, list[Range]] = {}
    for each in ranges:
        by_session.setdefault(each.session, []).append(each)
    return [
        {
            "session": session,
            "tier": tiers.get((session, commit)),
            "ranges": [
                {
                    "path": each.path, "start_line": each.first, "end_line": each.last, "event": each.event,
                    "evidence": each.evidence,
                }
                for each in own
            ],
        }
        for session, own in by_session.items()
    ]  # fmt: skip


def _note(sessions: list[dict[str, Any]]) -> bytes:
    return encode({"schema": SCHEMA, "sessions": sorted(sessions, key=lambda each: str(each.get("session")))}) + b"\n"


def _write(repository: Repository, notes: Sequence[tuple[str, bytes]], now: int) -> None:
    """One commit on the ref, by `fast-import`: it needs no work tree, no index and no name of the user."""
    stream = [b"commit %s\ncommitter %s %d +0000\n" % (REF.encode(), _WHO, now), _data(b"Lines of sessions\n")]
    if repository.quiet("rev-parse", "--verify", "--quiet", f"{REF}^{{commit}}"):
        stream.append(b"from %s^0\n" % REF.encode())
    for commit, note in notes:
        stream += [b"N inline %s\n" % commit.encode(), _data(note)]
    stream.append(b"\ndone\n")
    try:
        repository.lines("fast-import", "--quiet", "--done", "--date-format=raw", given=b"".join(stream))
    except Unreadable as error:
        raise Unreadable(f"no note was written: {error}") from None


def _data(text: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(text), text)

"""Finds where Codex keeps its sessions.  Reads names and sizes; of contents, only a first line that it is given."""

from __future__ import annotations

import re

from msgspec.structs import replace

from steno.agents.codex import FORMAT
from steno.base.patterns import deferred
from steno.kit.places import Stored
from steno.model import Header
from steno.sources import Base, Kin

_ROLLOUT = r"(?a)(?:.*/)?rollout-(?:\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?-)?(?P<id>[^/]+)\.jsonl(?:\.zst)?"
"""A thread that was rolled back has a rollout id after its own."""
_ID = deferred(rb'"payload":\s?\{[^{}]*?"id":"([^"\\]+)"')
_PARENT = deferred(rb'"parent_thread_id":"([^"\\]+)"')


def kin(head: bytes) -> Kin:
    """A thread's own id and that of the one that started it."""
    head = head.replace(b'": "', b'":"')
    own, parent = _ID().search(head), _PARENT().search(head)
    return Kin(_text(own), _text(parent))


def thread(id: str) -> str:
    """The thread of a rollout: one that was reverted has the id of the rollout behind its own."""
    return id.partition("_")[0]


def base(header: Header) -> Base | None:
    """What a paginated rollout says of the file in which its beginning stands."""
    from steno.agents.codex import replay  # only whoever reads a rollout asks

    return replay.base(header)


def _text(found: re.Match[bytes] | None) -> str | None:
    return found[1].decode("utf-8", "surrogateescape") if found else None


STORED = Stored(".codex", _ROLLOUT, ("sessions", "archived_sessions"), "CODEX_HOME")
root = STORED.root
PLACES = replace(STORED.of(FORMAT.name), kin=kin, base=base, thread=thread)

"""What Claude Code deletes of its own sessions.  Reads its settings, no session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from steno.agents.claude_code.places import ROOTS
from steno.agents.contract import Keeping
from steno.base.files import opened
from steno.base.learned import learned

_USUAL = 30
_KEY = "cleanupPeriodDays"
_FOR_EVER = 36_500


class _Settings(msgspec.Struct):
    days: int | None = msgspec.field(default=None, name=_KEY)


def keeps(environ: Mapping[str, str], home: Path) -> Iterator[Keeping]:
    """At every start it deletes sessions that were last active so many days ago."""
    for root in ROOTS(environ, home):
        if not root.is_dir():
            continue
        settings = root / "settings.json"
        stated = _stated(settings)
        days = _USUAL if stated is None else stated
        yield Keeping(
            f"deletes sessions after {days} days without activity, whenever it starts",
            "" if days >= _FOR_EVER else f'set "{_KEY}": {_FOR_EVER} in {settings} to keep them',
            days,
            f"{_KEY} in {settings}" if stated is not None else "",
        )


def _stated(path: Path) -> int | None:
    try:
        with opened(path) as stream:
            return msgspec.json.decode(stream.read(), type=learned(_Settings)).days
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None  # not set, or by nobody that Claude Code could understand

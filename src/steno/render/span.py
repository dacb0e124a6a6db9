"""A step, a run or a sub-agent as people read it: its name and kind, how long it took, and how it ended."""

from __future__ import annotations

import re

from msgspec import UNSET

from steno.base.exact import JSON, encode
from steno.model import Event, Span
from steno.render.terminal import one_line
from steno.render.times import between

_UUID = re.compile(r"([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
_SAID = ("kind", "requested_capabilities", "spawn_reason")
"""What speaks for itself, without its name."""
_FAILED = "failed"


def heading(start: Event, span: Span, end: Event | None) -> tuple[str, str, str]:
    """Its name with its path; what is known of it when it is over; and that text's style."""
    path = _UUID.sub(r"\1", start.span) if isinstance(start.span, str) else ""
    name = " ".join(dict.fromkeys(filter(None, (span.name, path))))
    data = span.data if isinstance(span.data, dict) else {}
    said = [_text(data[key]) for key in _SAID if key in data]
    said += [f"{key}: {_text(value)}" for key, value in data.items() if key not in _SAID]
    ended = _ended(end)
    about = " · ".join(filter(None, [*said, _long(start, end), ended]))
    return one_line(name), one_line(about), "error" if ended == _FAILED else "dim"


def outcome(end: Span) -> tuple[str, str] | None:
    """The line at its end and that line's style, where there is more to say than that it was completed."""
    data = end.data if isinstance(end.data, dict) else {}
    if end.missing:
        return "└ no end in the log", "dim"
    if failed(end):
        return f"└ ✗ {one_line(end.name)} failed: {_text(data['error'])}", "error"
    if data.get("result") in (None, True):
        return None
    return f"└ {one_line(end.name)} returned {_text(data['result'])}", "dim"


def failed(end: Span) -> bool:
    """Whether the source says why it failed."""
    return isinstance(end.data, dict) and end.data.get("error") not in (None, "", False)


def _ended(end: Event | None) -> str:
    body = UNSET if end is None else end.body
    if not isinstance(body, Span) or body.missing:
        return "no end in the log"
    return _FAILED if failed(body) else "completed"


def _long(start: Event, end: Event | None) -> str:
    times = [event.time if event is not None and isinstance(event.time, str) else None for event in (start, end)]
    return between(*times)


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else encode(value).decode()

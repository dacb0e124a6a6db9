"""What Kimi's program writes into messages, and what its texts tell."""

from __future__ import annotations

import re
from typing import Any

from msgspec import UNSET, UnsetType

from steno.formats.injected import Marks
from steno.kit.table import Shape
from steno.model import Kind

MARKS = Marks("system-reminder|system|git-context|notification|hook_result")
STATE = Shape(Kind.LIFECYCLE, rest=True, header={"custom_title": "title", "title": "title"})  # the file beside a log
_AGENT = re.compile(r"agent_id: (\S+)$", re.MULTILINE)


def tokens(*paths: str) -> dict[str, str]:
    """Where a record says what a request took."""
    return dict(zip(paths, ("usage.input", "usage.output", "usage.cache_read", "usage.cache_write"), strict=True))


def text_of(value: Any) -> str | UnsetType:
    """A summary, which newer versions write as a whole message."""
    return value if type(value) is str and value else UNSET


def child(result: Any) -> str | UnsetType:
    """The sub-agent that a result names."""
    output = result.get("output") if type(result) is dict else None
    first = output[0] if type(output) is list and output else None
    text = first.get("text") if type(first) is dict else output
    found = _AGENT.match(text) if type(text) is str else None
    return found[1] if found else UNSET

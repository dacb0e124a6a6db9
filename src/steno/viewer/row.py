"""One line of the list of a session: what it says of itself when it is folded.  Only the shape."""

from __future__ import annotations

from msgspec import Struct


class Work(Struct, omit_defaults=True, kw_only=True):
    """What was done for a prompt, sub-agents included."""

    calls: int
    failed: int = 0
    missing: int = 0
    running: int = 0
    seconds: float | None = None
    """From the prompt to the last event before the next one."""
    tokens: int | None = None
    """Of all prompts and answers of the model."""
    cost: float | None = None


class Row(Struct, omit_defaults=True, kw_only=True, rename={"from_": "from"}):
    """What is absent is not known, or says nothing."""

    n: int
    """The number of its first event, counted from 1; of a note, which is no event, a negative one."""
    kind: str
    icon: str
    name: str | None = None
    time: str | None = None
    lane: int = 0
    """0 for the session itself, more for the depth of a sub-agent."""
    lanes: list[str] | None = None
    """The sub-agents that are at work beside it."""
    run: str | None = None
    """The sub-agent whose it is."""
    turn: int | None = None
    text: str | None = None
    more: int | None = None
    """How many characters were left out of the text."""
    final: bool = False
    """The last word of a turn."""
    md: bool = False
    """The text has more than plain words in it."""
    tool: str | None = None
    arg: str | None = None
    arg2: str | None = None
    status: str | None = None
    res: str | None = None
    code: str | None = None
    ms: int | None = None
    tokens: int | None = None
    context: int | None = None
    cost: float | None = None
    par: str | None = None
    retry: int | None = None
    plus: int | None = None
    minus: int | None = None
    files: int | None = None
    commit: str | None = None
    """The commit that the call made, as git printed it."""
    secrets: int | None = None
    """How many findings; absent where nobody looked."""
    line: int | None = None
    rline: int | None = None
    file: str | None = None
    sum: Work | None = None
    size: int | None = None
    open: bool = False
    by: str | None = None
    from_: int | None = None
    to: int | None = None

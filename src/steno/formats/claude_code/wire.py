"""The shapes of Claude Code's session files: record types, blocks, envelope.  Versions 1.0 to 2.1."""

from __future__ import annotations

from typing import NamedTuple

NAME = "claude-code"

ENVELOPE = frozenset(
    {
        "agentId", "cwd", "entrypoint", "gitBranch", "isMeta", "isSidechain", "parentUuid", "sessionId", "sessionKind",
        "slug", "subtype", "timestamp", "type", "userType", "uuid", "version",
    }
)  # fmt: skip
"""Keys that say where a record belongs, not what it says."""


class Shape(NamedTuple):
    """How a record that is not a message is read."""

    text: str = ""
    """The key of its words, where it has any."""
    subtype: tuple[str, ...] = ()
    """Where that stands which tells its kinds apart."""
    transient: bool = False
    """Bookkeeping, of use only while the agent ran."""


RECORDS: dict[str, Shape] = {
    "agent-name": Shape(text="agentName"),
    "ai-title": Shape(text="aiTitle"),
    "atis-latch": Shape(transient=True),
    "attachment": Shape(subtype=("attachment", "type")),
    "bridge-session": Shape(transient=True),
    "custom-title": Shape(text="customTitle"),
    "file-history-delta": Shape(transient=True),
    "file-history-snapshot": Shape(transient=True),
    "frame-link": Shape(),
    "last-prompt": Shape(text="lastPrompt", transient=True),
    "mode": Shape(),
    "permission-mode": Shape(),
    "pr-link": Shape(),
    "progress": Shape(subtype=("data", "type"), transient=True),
    "queue-operation": Shape(text="content", subtype=("operation",)),
    "relocated": Shape(),
    "result": Shape(),
    "started": Shape(),
    "summary": Shape(text="summary"),
    "system": Shape(text="content", subtype=("subtype",)),
    "worktree-state": Shape(),
}
"""Every record type but `user` and `assistant`."""

TITLES = ("custom-title", "ai-title")
"""What names a session, strongest first.  A `summary` names another branch, often of another file."""

INJECTED = (
    "<bash-stderr>", "<bash-stdout>", "<local-command-caveat>", "<local-command-stderr>", "<local-command-stdout>",
    "<system-reminder>", "<task-notification>", "<teammate-message", "[Request interrupted by user",
)  # fmt: skip
"""Openings of user records that the program wrote and no human typed."""

"""The tools of OpenClaw."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)
_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_SESSION = Tool("other", "other_tool")

TOOLBOX = Toolbox(
    {
        "bash": _SHELL,
        "browser": Tool("read", "browser", ("url",)),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "exec": _SHELL,
        "message": Tool("other", "messaging"),
        "read": Tool("read", "file", _PATH),
        "sessions_send": Tool("other", "messaging"),
        "sessions_spawn": _SESSION,
        "sessions_yield": _SESSION,
        "web_fetch": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("query",)),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

"""The tools of Kiro."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_PATH = ("path",)

TOOLBOX = Toolbox(
    {
        "execute_bash": _SHELL,
        "fs_read": Tool("read", "file", ("operations", "path")),
        "fs_write": Tool("write", "file", _PATH),
        "read": Tool("read", "file", ("operations", "path")),
        "shell": _SHELL,
        "web_fetch": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("query",)),
        "write": Tool("write", "file", _PATH),
    }
)

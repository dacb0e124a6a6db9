"""The tools of the sandbox that managed agents have."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path", "file_path")
_FIND = Tool("search", "file", ("pattern", "path"), lists=True)

TOOLBOX = Toolbox(
    {
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "glob": _FIND,
        "grep": _FIND,
        "read": Tool("read", "file", _PATH),
        "web_fetch": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("query",)),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

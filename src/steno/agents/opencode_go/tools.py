"""The tools of OpenCode-Go."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path",)
_FIND = Tool("search", "file", ("pattern", "path"), lists=True)

TOOLBOX = Toolbox(
    {
        "agent": Tool("other", "other_tool"),
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "diagnostics": Tool("read", "other_tool", _PATH),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "fetch": Tool("read", "browser", ("url",)),
        "glob": _FIND,
        "grep": _FIND,
        "ls": Tool("read", "file", ("path",), lists=True),
        "patch": Tool("edit", "file", effect=Effect.PATCH),
        "sourcegraph": Tool("search", "search", ("query",)),
        "view": Tool("read", "file", _PATH),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

"""The tools of Pi."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)
_FIND = Tool("search", "file", ("pattern", "path"), lists=True)

TOOLBOX = Toolbox(
    {
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "find": _FIND,
        "grep": _FIND,
        "ls": Tool("read", "file", _PATH, lists=True),
        "read": Tool("read", "file", _PATH),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

"""The tools of Posit Assistant."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path",)
_FIND = Tool("search", "file", ("pattern", "path"), lists=True)

TOOLBOX = Toolbox(
    {
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "executeCode": Tool("execute", "other_tool", ("code",)),
        "glob": _FIND,
        "grep": _FIND,
        "ls": Tool("read", "file", ("path",), lists=True),
        "read": Tool("read", "file", _PATH),
        "skill": Tool("read", "other_tool", ("skill", "name")),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

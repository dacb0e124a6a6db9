"""The tools of OpenCode."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("filePath",)
_LIST = Tool("search", "file", ("pattern", "path"), lists=True)
_PATCH = Tool("edit", "file", effect=Effect.PATCH)

TOOLBOX = Toolbox(
    {
        "apply_patch": _PATCH,
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "glob": _LIST,
        "grep": _LIST,
        "list": Tool("read", "file", ("path",), lists=True),
        "multiedit": Tool("edit", "file", _PATH, Effect.REPLACE_MANY),
        "patch": _PATCH,
        "read": Tool("read", "file", _PATH),
        "task": Tool("other", "other_tool"),
        "todowrite": Tool("plan", "other_tool"),
        "webfetch": Tool("read", "browser", ("url",)),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

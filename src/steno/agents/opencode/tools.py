"""The tools of OpenCode."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("filePath",)
_LIST = Tool("search", "file", ("pattern", "path"), lists=True)
_SEARCH = Tool("search", "search", ("query",))
_PATCH = Tool("edit", "file", effect=Effect.PATCH)

TOOLBOX = Toolbox(
    {
        "apply_patch": _PATCH,
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "codesearch": _SEARCH,
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "glob": _LIST,
        "grep": _LIST,
        "list": Tool("read", "file", ("path",), lists=True),
        "multiedit": Tool("edit", "file", _PATH, Effect.REPLACE_MANY),
        "patch": _PATCH,
        "question": Tool("other", "messaging"),
        "read": Tool("read", "file", _PATH),
        "skill": Tool("read", "other_tool", ("name",)),
        "task": Tool("other", "other_tool"),
        "todowrite": Tool("plan", "other_tool"),
        "webfetch": Tool("read", "browser", ("url",)),
        "websearch": _SEARCH,
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

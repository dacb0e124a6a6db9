"""The tools of GitHub Copilot CLI."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)
_LIST = Tool("search", "file", ("pattern", "path"), lists=True)

TOOLBOX = Toolbox(
    {
        "apply_patch": Tool("edit", "file", effect=Effect.PATCH),
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "create": Tool("write", "file", _PATH, Effect.WRITE),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "glob": _LIST,
        "grep": _LIST,
        "str_replace_editor": Tool("edit", "file", _PATH),
        "view": Tool("read", "file", _PATH),
        "web_fetch": Tool("read", "browser", ("url",)),
    }
)

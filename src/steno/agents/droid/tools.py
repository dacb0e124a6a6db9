"""The tools of Droid."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path",)

TOOLBOX = Toolbox(
    {
        "ApplyPatch": Tool("edit", "file", ("input",), Effect.PATCH),
        "Create": Tool("write", "file", _PATH, Effect.WRITE),
        "Edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "Execute": Tool("execute", "cli", ("command",), Effect.SHELL),
        "FetchUrl": Tool("read", "browser", ("url",)),
        "Glob": Tool("search", "file", ("patterns", "folder"), lists=True),
        "Grep": Tool("search", "file", ("pattern", "path"), lists=True),
        "LS": Tool("read", "file", ("directory_path",), lists=True),
        "MultiEdit": Tool("edit", "file", _PATH, Effect.REPLACE_MANY),
        "Read": Tool("read", "file", _PATH),
        "TodoWrite": Tool("other", "other_tool"),
        "WebSearch": Tool("search", "search", ("query",)),
    }
)

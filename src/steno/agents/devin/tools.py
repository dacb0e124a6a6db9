"""The tools of Devin's command line."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path", "path")

TOOLBOX = Toolbox(
    {
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "exec": Tool("execute", "cli", ("command",), Effect.SHELL),
        "glob": Tool("search", "file", ("pattern",), lists=True),
        "grep": Tool("search", "file", ("pattern", "path"), lists=True),
        "read": Tool("read", "file", _PATH),
        "web_search": Tool("search", "search", ("query",)),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

"""The tools of Amp."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)

TOOLBOX = Toolbox(
    {
        "Bash": Tool("execute", "cli", ("cmd", "command"), Effect.SHELL),
        "Grep": Tool("search", "file", ("pattern", "path"), lists=True),
        "Read": Tool("read", "file", _PATH),
        "create_file": Tool("write", "file", _PATH, Effect.WRITE),
        "edit_file": Tool("edit", "file", _PATH, Effect.REPLACE),
        "glob": Tool("search", "file", ("filePattern",), lists=True),
        "read_web_page": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("objective", "query")),
    }
)

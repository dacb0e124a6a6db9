"""The tools of SWE-agent that come with it."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_FIND = Tool("search", "file", ("search_term", "file_name", "dir", "file"), lists=True)
_EDIT = Tool("edit", "file", ("path", "filename"))

TOOLBOX = Toolbox(
    {
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "create": Tool("write", "file", ("filename",)),
        "edit": _EDIT,
        "find_file": _FIND,
        "insert": _EDIT,
        "open": Tool("read", "file", ("path",)),
        "search_dir": _FIND,
        "search_file": _FIND,
        "str_replace_editor": _EDIT,
        "submit": Tool("other", "other_tool"),
    }
)

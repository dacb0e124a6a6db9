"""The tools of Zed's agent."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)

TOOLBOX = Toolbox(
    {
        "create_directory": Tool("write", "file", _PATH),
        "delete_path": Tool("write", "file", _PATH, Effect.DELETE),
        "diagnostics": Tool("read", "file", _PATH),
        "edit_file": Tool("edit", "file", _PATH),
        "fetch": Tool("read", "browser", ("url",)),
        "find_path": Tool("search", "file", ("glob",), lists=True),
        "grep": Tool("search", "file", ("regex", "include_pattern"), lists=True),
        "list_directory": Tool("read", "file", _PATH, lists=True),
        "read_file": Tool("read", "file", _PATH),
        "terminal": Tool("execute", "cli", ("command",), Effect.SHELL),
        "thinking": Tool("other", "other_tool"),
        "web_search": Tool("search", "search", ("query",)),
    }
)

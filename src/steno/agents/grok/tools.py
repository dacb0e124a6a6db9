"""The tools of Grok."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_PATH = ("file_path",)

TOOLBOX = Toolbox(
    {
        "grep": Tool("search", "file", ("pattern", "path"), lists=True),
        "list_dir": Tool("read", "file", ("target_directory",), lists=True),
        "read_file": Tool("read", "file", ("target_file",)),
        "run_terminal_cmd": _SHELL,
        "run_terminal_command": _SHELL,
        "search_replace": Tool("edit", "file", _PATH, Effect.REPLACE),
        "spawn_subagent": Tool("other", "other_tool"),
        "todo_write": Tool("other", "other_tool"),
        "web_search": Tool("search", "search", ("query",)),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
        "x_search": Tool("search", "search", ("query",)),
    }
)

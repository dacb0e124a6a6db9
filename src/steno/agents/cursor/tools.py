"""The tools of Cursor's agent."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PLAN = Tool("plan", "other_tool")
_SEARCH = Tool("search", "file", ("query",))

TOOLBOX = Toolbox(
    {
        "ApplyPatch": Tool("edit", "file", effect=Effect.PATCH),
        "Delete": Tool("other", "file", ("path",), Effect.DELETE),
        "Glob": Tool("search", "file", ("glob_pattern", "target_directory"), lists=True),
        "Grep": Tool("search", "file", ("pattern", "path"), lists=True),
        "LS": Tool("read", "file", ("target_directory", "path"), lists=True),
        "Read": Tool("read", "file", ("path",)),
        "Shell": Tool("execute", "cli", ("command",), Effect.SHELL),
        "StrReplace": Tool("edit", "file", ("path",), Effect.REPLACE),
        "Task": Tool("other", "other_tool"),
        "TodoWrite": _PLAN,
        "WebFetch": Tool("read", "browser", ("url",)),
        "WebSearch": Tool("search", "search", ("search_term",)),
        "Write": Tool("write", "file", ("path",), Effect.WRITE),
        "apply_patch": Tool("edit", "file", effect=Effect.PATCH),
        "codebase_search": _SEARCH,
        "create_plan": _PLAN,
        "delete_file": Tool("other", "file", ("target_file",), Effect.DELETE),
        "edit_file": Tool("edit", "file", ("target_file",)),
        "file_search": _SEARCH,
        "grep_search": Tool("search", "file", ("query",), lists=True),
        "list_dir": Tool("read", "file", ("relative_workspace_path", "target_directory"), lists=True),
        "read_file": Tool("read", "file", ("target_file",)),
        "run_terminal_cmd": Tool("execute", "cli", ("command",), Effect.SHELL),
        "search_replace": Tool("edit", "file", ("file_path",), Effect.REPLACE),
        "todo_write": _PLAN,
        "web_search": Tool("search", "search", ("search_term",)),
        "write": Tool("write", "file", ("file_path",), Effect.WRITE),
    }
)

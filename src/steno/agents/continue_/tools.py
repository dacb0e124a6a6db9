"""The tools of Continue: those of the command line, and those of the editor, which older versions call `builtin_…`."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_FILE = ("filepath",)
_LIST = Tool("read", "file", ("dirPath", "dirpath"), lists=True)
_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_EDITOR = {
    "create_new_file": Tool("write", "file", _FILE),
    "edit_existing_file": Tool("edit", "file", _FILE),
    "fetch_url_content": Tool("read", "browser", ("url",)),
    "file_glob_search": Tool("search", "file", ("pattern",), lists=True),
    "grep_search": Tool("search", "file", ("query",), lists=True),
    "ls": _LIST,
    "multi_edit": Tool("edit", "file", _FILE, Effect.REPLACE_MANY),
    "read_file": Tool("read", "file", _FILE),
    "run_terminal_command": _SHELL,
    "search_web": Tool("search", "search", ("query",)),
    "single_find_and_replace": Tool("edit", "file", _FILE, Effect.REPLACE),
}

TOOLBOX = Toolbox(
    {
        **_EDITOR,
        **{f"builtin_{name}": tool for name, tool in _EDITOR.items()},
        "Bash": _SHELL,
        "Checklist": Tool("plan", "other_tool"),
        "Edit": Tool("edit", "file", ("file_path",), Effect.REPLACE),
        "Fetch": Tool("read", "browser", ("url",)),
        "List": _LIST,
        "MultiEdit": Tool("edit", "file", ("file_path",), Effect.REPLACE_MANY),
        "Read": Tool("read", "file", _FILE),
        "Search": Tool("search", "file", ("pattern", "path"), lists=True),
        "Write": Tool("write", "file", _FILE),
    }
)

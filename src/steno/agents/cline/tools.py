"""The tools of Cline, and of Roo Code, which began as a copy of it."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)
_DIFF = Tool("edit", "file", _PATH, Effect.BLOCKS)
_READ = Tool("read", "file", _PATH)
_LIST = Tool("read", "file", _PATH, lists=True)
_SEARCH = Tool("search", "file", ("regex", "path"), lists=True)

TOOLBOX = Toolbox(
    {
        "apply_diff": _DIFF,
        "ask_followup_question": Tool("ask_user", "other_tool", ("question",)),
        "execute_command": Tool("execute", "cli", ("command",), Effect.SHELL),
        "list_files": _LIST,
        "listFilesRecursive": _LIST,
        "listFilesTopLevel": _LIST,
        "readFile": _READ,
        "read_file": _READ,
        "replace_in_file": _DIFF,
        "searchFiles": _SEARCH,
        "search_files": _SEARCH,
        "web_fetch": Tool("read", "browser", ("url",)),
        "write_to_file": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

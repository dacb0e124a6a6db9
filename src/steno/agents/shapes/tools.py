"""The tools of Gemini CLI, and of the agents that grew out of it."""

from __future__ import annotations

from typing import Final

from steno.tools import Effect, Tool

_PATH = ("file_path",)
_SEARCH = Tool("search", "file", ("pattern", "path"))
_LIST = Tool("search", "file", ("pattern", "path"), lists=True)

TOOLS: Final = {
    "ask_user": Tool("ask_user", "messaging"),
    "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
    "glob": _LIST,
    "google_web_search": Tool("search", "search", ("query",)),
    "grep_search": _LIST,
    "list_directory": Tool("read", "file", ("path",), lists=True),
    "read_file": Tool("read", "file", ("absolute_path", "file_path")),
    "read_many_files": Tool("read", "file", ("paths",)),
    "replace": Tool("edit", "file", _PATH, Effect.REPLACE),
    "run_shell_command": Tool("execute", "cli", ("command",), Effect.SHELL),
    "save_memory": Tool("write", "other_tool"),
    "search_file_content": _SEARCH,
    "web_fetch": Tool("read", "browser", ("prompt",)),
    "write_file": Tool("write", "file", _PATH, Effect.WRITE),
    "write_todos": Tool("plan", "other_tool"),
}

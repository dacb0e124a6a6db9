"""The tools of Mistral Vibe."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_READ = Tool("read", "file", ("path", "file_path"))

TOOLBOX = Toolbox(
    {
        "ask_user_question": Tool("ask_user", "messaging"),
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "edit": Tool("edit", "file", ("path", "file_path"), Effect.REPLACE),
        "exit_plan_mode": Tool("plan", "other_tool"),
        "grep": Tool("search", "file", ("pattern", "path"), lists=True),
        "read": _READ,
        "read_file": _READ,
        "search_replace": Tool("edit", "file", ("file_path",), Effect.BLOCKS),
        "task": Tool("other", "other_tool"),
        "todo": Tool("plan", "other_tool"),
        "web_fetch": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("query",)),
        "write_file": Tool("write", "file", ("path", "file_path"), Effect.WRITE),
    }
)

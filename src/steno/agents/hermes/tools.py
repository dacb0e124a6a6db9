"""The tools of Hermes."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)
_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)

TOOLBOX = Toolbox(
    {
        "browser_navigate": Tool("read", "browser", ("url",)),
        "clarify": Tool("ask_user", "messaging"),
        "delegate_task": Tool("other", "other_tool"),
        "execute_code": Tool("execute", "other_tool", ("code",)),
        "memory": Tool("other", "other_tool"),
        "patch": Tool("edit", "file", _PATH),
        "read_file": Tool("read", "file", _PATH),
        "search_files": Tool("search", "file", ("pattern", "path"), lists=True),
        "send_message": Tool("other", "messaging"),
        "shell": _SHELL,
        "skill_view": Tool("read", "other_tool", ("name",)),
        "terminal": _SHELL,
        "todo": Tool("plan", "other_tool"),
        "web_extract": Tool("read", "browser", ("urls",)),
        "web_search": Tool("search", "search", ("query",)),
        "write_file": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

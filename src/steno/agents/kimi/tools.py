"""The tools of Kimi CLI and of Kimi Code, which has other names for most."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)
_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_FIND = Tool("search", "file", ("pattern", "path"), lists=True)
_READ = Tool("read", "file", _PATH)
_WRITE = Tool("write", "file", _PATH, Effect.WRITE)
_AGENT = Tool("other", "other_tool")
_PLAN = Tool("plan", "other_tool")

TOOLBOX = Toolbox(
    {
        "Agent": _AGENT,
        "AskUserQuestion": Tool("ask_user", "messaging"),
        "Bash": _SHELL,
        "Edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "FetchURL": Tool("read", "browser", ("url",)),
        "Glob": _FIND,
        "Grep": _FIND,
        "Read": _READ,
        "ReadFile": _READ,
        "SearchWeb": Tool("search", "search", ("query",)),
        "SetTodoList": _PLAN,
        "Shell": _SHELL,
        "StrReplaceFile": Tool("edit", "file", _PATH),
        "Task": _AGENT,
        "TodoList": _PLAN,
        "WebSearch": Tool("search", "search", ("query",)),
        "Write": _WRITE,
        "WriteFile": _WRITE,
    }
)

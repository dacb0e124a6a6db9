"""The tools of Kimi CLI and of Kimi Code, which has other names for most."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)

TOOLBOX = Toolbox(
    {
        **dict.fromkeys(("Agent", "Task"), Tool("other", "other_tool")),
        "AskUserQuestion": Tool("ask_user", "messaging"),
        **dict.fromkeys(("Bash", "Shell"), Tool("execute", "cli", ("command",), Effect.SHELL)),
        "Edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "FetchURL": Tool("read", "browser", ("url",)),
        **dict.fromkeys(("Glob", "Grep"), Tool("search", "file", ("pattern", "path"), lists=True)),
        **dict.fromkeys(("Read", "ReadFile"), Tool("read", "file", _PATH)),
        **dict.fromkeys(("SearchWeb", "WebSearch"), Tool("search", "search", ("query",))),
        **dict.fromkeys(("SetTodoList", "TodoList"), Tool("plan", "other_tool")),
        "StrReplaceFile": Tool("edit", "file", _PATH),
        **dict.fromkeys(("Write", "WriteFile"), Tool("write", "file", _PATH, Effect.WRITE)),
    }
)

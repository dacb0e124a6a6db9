"""The tools of Letta Code."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path", "path")
_FIND = Tool("search", "file", ("pattern", "path"), lists=True)

TOOLBOX = Toolbox(
    {
        "AskUserQuestion": Tool("ask_user", "messaging"),
        "Bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "Edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "Glob": _FIND,
        "Grep": _FIND,
        "LS": Tool("read", "file", _PATH, lists=True),
        "MultiEdit": Tool("edit", "file", _PATH, Effect.REPLACE_MANY),
        "Read": Tool("read", "file", _PATH),
        "Skill": Tool("read", "other_tool", ("skill",)),
        "Task": Tool("other", "other_tool"),
        "TodoWrite": Tool("plan", "other_tool"),
        "Write": Tool("write", "file", _PATH, Effect.WRITE),
        "memory": Tool("other", "other_tool"),
    }
)

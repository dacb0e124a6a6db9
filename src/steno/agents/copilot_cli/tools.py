"""The tools of GitHub Copilot CLI."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("path",)
_LIST = Tool("search", "file", ("pattern", "path"), lists=True)
_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_OTHER = Tool("other", "other_tool")

TOOLBOX = Toolbox(
    {
        "apply_patch": Tool("edit", "file", effect=Effect.PATCH),
        "ask_user": Tool("ask_user", "messaging"),
        "bash": _SHELL,
        "create": Tool("write", "file", _PATH, Effect.WRITE),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "glob": _LIST,
        "grep": _LIST,
        "powershell": Tool("execute", "cli", ("command",)),
        "read_agent": Tool("read", "other_tool", ("agent_id",)),
        "read_bash": Tool("read", "cli", ("shellId",)),
        "report_intent": Tool("plan", "other_tool"),
        "sql": _OTHER,
        "stop_bash": Tool("execute", "cli", ("shellId",)),
        "str_replace_editor": Tool("edit", "file", _PATH),
        "task": _OTHER,
        "update_todo": Tool("plan", "other_tool"),
        "view": Tool("read", "file", _PATH),
        "web_fetch": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("query",)),
        "write_bash": Tool("execute", "cli", ("shellId",)),
    }
)

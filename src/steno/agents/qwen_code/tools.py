"""The tools of Qwen Code."""

from __future__ import annotations

from steno.agents.shapes.tools import TOOLS
from steno.tools import Effect, Tool, Toolbox

_OTHER = Tool("other", "other_tool")

TOOLBOX = Toolbox(
    TOOLS
    | {
        "agent": _OTHER,
        "ask_user_question": Tool("ask_user", "messaging"),
        "exit_plan_mode": Tool("plan", "other_tool"),
        "notebook_edit": Tool("edit", "file", ("notebook_path",), Effect.NOTEBOOK),
        "send_message": Tool("other", "messaging"),
        "skill": _OTHER,
        "todo_write": Tool("plan", "other_tool"),
        "web_search": Tool("search", "search", ("query",)),
    }
)

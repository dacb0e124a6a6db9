"""The tools of OpenHands, and the actions of versions that had none."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_CODE = Tool("execute", "cli", ("code",))
_EDITOR = Tool("edit", "file", ("path",))
_BROWSER = Tool("read", "browser", ("url",))
_NOTE = Tool("other", "other_tool")

TOOLBOX = Toolbox(
    {
        "browse": _BROWSER,
        "browse_interactive": _BROWSER,
        "browser": _BROWSER,
        "delegate": Tool("other", "other_tool"),
        "edit": _EDITOR,
        "execute_bash": _SHELL,
        "execute_ipython_cell": _CODE,
        "file_editor": _EDITOR,
        "finish": _NOTE,
        "read": Tool("read", "file", ("path",)),
        "run": _SHELL,
        "run_ipython": _CODE,
        "str_replace_editor": _EDITOR,
        "task_tracker": _NOTE,
        "terminal": _SHELL,
        "think": _NOTE,
        "write": Tool("write", "file", ("path",), Effect.WRITE),
    }
)

"""The tools of Goose: those of its own extensions, each named with the extension before it."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_SHELL = Tool("execute", "cli", ("command",), Effect.SHELL)
_WRITE = Tool("write", "file", ("path",), Effect.WRITE)
_EDIT = Tool("edit", "file", ("path",))

TOOLBOX = Toolbox(
    {
        "developer__analyze": Tool("read", "file", ("path",)),
        "developer__edit": _EDIT,
        "developer__image_processor": Tool("read", "file", ("path",)),
        "developer__screen_capture": Tool("read", "other_tool"),
        "developer__shell": _SHELL,
        "developer__text_editor": _EDIT,
        "developer__tree": Tool("read", "file", ("path",), lists=True),
        "developer__write": _WRITE,
        "edit": _EDIT,
        "platform__manage_schedule": Tool("other", "other_tool"),
        "shell": _SHELL,
        "subagent": Tool("other", "other_tool"),
        "todo__todo_write": Tool("plan", "other_tool"),
        "tree": Tool("read", "file", ("path",), lists=True),
    }
)

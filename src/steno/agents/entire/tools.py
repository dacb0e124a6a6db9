"""The tools in Entire's transcripts: those of the agents that it keeps, by their own names."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_FILE, _SHELL = ("file_path", "filePath", "path"), ("command", "cmd")

TOOLBOX = Toolbox(
    {
        "Bash": Tool("execute", "cli", _SHELL, Effect.SHELL),
        "Edit": Tool("edit", "file", _FILE, Effect.REPLACE),
        "Glob": Tool("search", "file", ("pattern", "path"), lists=True),
        "Grep": Tool("search", "file", ("pattern", "path"), lists=True),
        "Read": Tool("read", "file", _FILE),
        "Write": Tool("write", "file", _FILE, Effect.WRITE),
        "apply_patch": Tool("edit", "file", (), Effect.PATCH),
        "bash": Tool("execute", "cli", _SHELL, Effect.SHELL),
        "edit": Tool("edit", "file", _FILE, Effect.REPLACE),
        "exec_command": Tool("execute", "cli", _SHELL, Effect.SHELL),
        "read": Tool("read", "file", _FILE),
        "shell": Tool("execute", "cli", _SHELL, Effect.SHELL),
        "write": Tool("write", "file", _FILE, Effect.WRITE),
    }
)

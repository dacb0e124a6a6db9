"""The tools of QwenPaw."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path",)

TOOLBOX = Toolbox(
    {
        "edit_file": Tool("edit", "file", _PATH, Effect.REPLACE),
        "execute_shell_command": Tool("execute", "cli", ("command",), Effect.SHELL),
        "read_file": Tool("read", "file", _PATH),
        "write_file": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

"""The tools of Cline, and of Roo Code, which began as a copy of it."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_DIFF = Tool("edit", "file", ("path",), Effect.BLOCKS)

TOOLBOX = Toolbox(
    {
        "apply_diff": _DIFF,
        "execute_command": Tool("execute", "cli", ("command",), Effect.SHELL),
        "replace_in_file": _DIFF,
        "write_to_file": Tool("write", "file", ("path",), Effect.WRITE),
    }
)

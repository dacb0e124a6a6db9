"""The tools of agents whose runs are kept as trajectories."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_SHELL = Tool("execute", "cli", ("command", "keystrokes"), Effect.SHELL)

TOOLBOX = Toolbox(
    {
        "Bash": _SHELL,
        "bash": _SHELL,
        "bash_command": _SHELL,
        "execute_bash": _SHELL,
        "str_replace_editor": Tool("edit", "file", ("path",)),
    }
)

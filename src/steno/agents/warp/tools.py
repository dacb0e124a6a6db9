"""The tools of Warp's agent, as far as its database names them."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

TOOLBOX = Toolbox({"run_command": Tool("execute", "cli", ("command",), Effect.SHELL)})

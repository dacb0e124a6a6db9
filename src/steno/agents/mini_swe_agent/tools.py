"""The only tool of mini-swe-agent."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

TOOLBOX = Toolbox({"bash": Tool("execute", "cli", ("command",), Effect.SHELL)})

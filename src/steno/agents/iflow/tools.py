"""The tools of iFlow CLI."""

from __future__ import annotations

from steno.agents.shapes.tools import TOOLS
from steno.tools import Tool, Toolbox

TOOLBOX = Toolbox(
    TOOLS | {"todo_write": Tool("plan", "other_tool"), "web_search": Tool("search", "search", ("query",))}
)

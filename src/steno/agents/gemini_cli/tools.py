"""The tools of Gemini CLI."""

from __future__ import annotations

from steno.agents.shapes.tools import TOOLS
from steno.tools import Toolbox

TOOLBOX = Toolbox(TOOLS)

"""The tools of gptme, by the names of the code blocks that call them."""

from __future__ import annotations

from steno.tools import Tool, Toolbox

TOOLBOX = Toolbox(
    {
        "append": Tool("edit", "file"),
        "ipython": Tool("execute", "cli"),
        "patch": Tool("edit", "file"),
        "save": Tool("write", "file"),
        "shell": Tool("execute", "cli"),
    }
)

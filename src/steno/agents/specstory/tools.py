"""The sorts of tools that SpecStory writes of: their arguments are texts."""

from __future__ import annotations

from steno.tools import Tool, Toolbox

TOOLBOX = Toolbox(
    {
        "Bash": Tool("execute", "cli"),
        "Edit": Tool("edit", "file"),
        "Glob": Tool("search", "file", lists=True),
        "Grep": Tool("search", "file", lists=True),
        "Read": Tool("read", "file"),
        "Write": Tool("write", "file"),
    }
)

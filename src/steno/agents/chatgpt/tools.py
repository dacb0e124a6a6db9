"""The tools of ChatGPT."""

from __future__ import annotations

from steno.tools import Tool, Toolbox

TOOLBOX = Toolbox(
    {
        "bio": Tool("other", "other_tool"),
        "browser": Tool("read", "browser"),
        "container.exec": Tool("execute", "other_tool"),
        "dalle.text2im": Tool("other", "other_tool"),
        "python": Tool("execute", "other_tool"),
        "web": Tool("search", "search"),
        "web.run": Tool("search", "search"),
    }
)

"""The tools of Claude.ai."""

from __future__ import annotations

from steno.tools import Tool, Toolbox

_FILES = Tool("read", "file", ("path",))

TOOLBOX = Toolbox(
    {
        "artifacts": Tool("write", "other_tool", ("title",)),
        "bash_tool": Tool("execute", "other_tool", ("command",)),
        "conversation_search": Tool("search", "other_tool", ("query",)),
        "create_file": Tool("write", "other_tool", ("path",)),
        "repl": Tool("execute", "other_tool", ("code",)),
        "view": _FILES,
        "web_fetch": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("query",)),
    }
)

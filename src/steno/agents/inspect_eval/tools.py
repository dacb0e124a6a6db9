"""The tools that come with Inspect."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

TOOLBOX = Toolbox(
    {
        "bash": Tool("execute", "cli", ("cmd", "command"), Effect.SHELL),
        "bash_session": Tool("execute", "cli", ("input",)),
        "python": Tool("execute", "cli", ("code",)),
        "text_editor": Tool("edit", "file", ("path",)),
        "think": Tool("other", "other_tool"),
        "web_search": Tool("search", "search", ("query",)),
    }
)

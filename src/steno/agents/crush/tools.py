"""The tools of Crush."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path",)
_FIND = Tool("search", "file", ("pattern", "path"), lists=True)
_JOB = Tool("other", "cli")

TOOLBOX = Toolbox(
    {
        "agent": Tool("other", "other_tool"),
        "agentic_fetch": Tool("read", "browser", ("url",)),
        "bash": Tool("execute", "cli", ("command",), Effect.SHELL),
        "download": Tool("read", "browser", ("url",)),
        "edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "fetch": Tool("read", "browser", ("url",)),
        "glob": _FIND,
        "grep": _FIND,
        "job_kill": _JOB,
        "job_output": _JOB,
        "ls": Tool("read", "file", ("path",), lists=True),
        "multiedit": Tool("edit", "file", _PATH, Effect.REPLACE_MANY),
        "sourcegraph": Tool("search", "search", ("query",)),
        "todos": Tool("plan", "other_tool"),
        "view": Tool("read", "file", _PATH),
        "web_fetch": Tool("read", "browser", ("url",)),
        "web_search": Tool("search", "search", ("query",)),
        "write": Tool("write", "file", _PATH, Effect.WRITE),
    }
)

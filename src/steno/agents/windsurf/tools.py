"""The tools of Windsurf's Cascade, as its transcripts call them."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

TOOLBOX = Toolbox(
    {
        "code_action": Tool("edit", "file", ("path",)),
        "find": Tool("search", "file", ("pattern", "search_directory"), lists=True),
        "grep_search": Tool("search", "file", ("query", "search_path"), lists=True),
        "list_directory": Tool("read", "file", ("path",), lists=True),
        "list_resources": Tool("search", "mcp_resource", ("server_name",)),
        "read_resource": Tool("read", "mcp_resource", ("server_name", "uri")),
        "read_url_content": Tool("read", "browser", ("url",)),
        "run_command": Tool("execute", "cli", ("command",), Effect.SHELL),
        "search_web": Tool("search", "search", ("query",)),
        "view_file": Tool("read", "file", ("path",)),
    }
)

"""The tools of Antigravity.  Its arguments are texts in quotes of JSON, so that none of them is taken for a path."""

from __future__ import annotations

from steno.tools import Tool, Toolbox

_EDIT = Tool("edit", "file")

TOOLBOX = Toolbox(
    {
        "browser_subagent": Tool("read", "browser"),
        "codebase_search": Tool("search", "file", lists=True),
        "find_by_name": Tool("search", "file", lists=True),
        "grep_search": Tool("search", "file", lists=True),
        "list_dir": Tool("read", "file", lists=True),
        "multi_replace_file_content": _EDIT,
        "notify_user": Tool("ask_user", "messaging"),
        "read_url_content": Tool("read", "browser"),
        "replace_file_content": _EDIT,
        "run_command": Tool("execute", "cli"),
        "search_web": Tool("search", "search"),
        "view_file": Tool("read", "file"),
        "write_file": Tool("write", "file"),
        "write_to_file": Tool("write", "file"),
    }
)

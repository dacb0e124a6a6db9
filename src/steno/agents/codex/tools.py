"""The tools of Codex: what each does, on what, and what it does to files."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_AGENT = Tool("other", "other_tool")
_PATCH = Tool("edit", "file", effect=Effect.PATCH)
_READ = Tool("read", "other_tool")
_RESOURCES = Tool("search", "mcp_resource")
_SHELL = Tool("execute", "cli", ("command", "workdir"), Effect.SHELL)
_NAMED = Tool()

TOOLBOX = Toolbox(
    {
        "apply_patch": _PATCH,
        "close_agent": _AGENT,
        "container.exec": _SHELL,
        "exec": Tool("execute", "cli", effect=Effect.SHELL, script=True),
        "exec_command": Tool("execute", "cli", ("cmd", "workdir"), Effect.SHELL),
        "grep_files": _NAMED,
        "image_generation": Tool("write", "other_tool"),
        "js_repl": _NAMED,
        "list_mcp_resource_templates": _RESOURCES,
        "list_mcp_resources": _RESOURCES,
        "local_shell": Tool("execute", "cli", ("command",), Effect.SHELL),
        "local_shell_call": _NAMED,
        "read_mcp_resource": Tool("read", "mcp_resource", ("server", "uri")),
        "request_user_input": Tool("ask_user", "messaging"),
        "resume_agent": _AGENT,
        "send_input": Tool("other", "messaging"),
        "shell": _SHELL,
        "shell_command": _SHELL,
        "spawn_agent": _AGENT,
        "tool_search": Tool("search", "other_tool", ("query",)),
        "tool_search_call": _NAMED,
        "update_plan": Tool("plan", "other_tool"),
        "view_image": Tool("read", "file", ("path",)),
        "wait": _READ,
        "wait_agent": _READ,
        "web__run": Tool("search", "search"),
        "web_search": Tool("search", "search", ("query",)),
        "web_search_call": _NAMED,
        "write_stdin": Tool("execute", "cli", ("session_id", "chars")),
    },
    servers_are_marked=True,
)

"""The tools of Claude Code: what each does, on what, and what it does to files."""

from __future__ import annotations

from steno.tools import Effect, Tool, Toolbox

_PATH = ("file_path",)
_EXECUTE = Tool("execute", "cli", ("command",), Effect.SHELL)
_SUBAGENT = Tool("other", "other_tool", unmarked=True)
_PLAN = Tool("plan", "other_tool")
_READ = Tool("read", "other_tool")
_NAMED = Tool()

TOOLBOX = Toolbox(
    {
        "Agent": _SUBAGENT,
        "AskUserQuestion": Tool("ask_user", "messaging"),
        "Bash": _EXECUTE,
        "BashOutput": Tool("read", "cli", ("bash_id",), unmarked=True),
        "CronCreate": _NAMED,
        "CronDelete": _NAMED,
        "CronList": _NAMED,
        "Edit": Tool("edit", "file", _PATH, Effect.REPLACE),
        "EnterPlanMode": _PLAN,
        "EnterWorktree": _NAMED,
        "ExitPlanMode": Tool("plan", "other_tool", repeats=True),
        "ExitWorktree": _NAMED,
        "Glob": Tool("search", "file", ("pattern", "path"), lists=True),
        "Grep": Tool("search", "file", ("pattern", "path", "glob"), lists=True),
        "KillBash": _NAMED,
        "KillShell": Tool("execute", "cli", ("shell_id",)),
        "LS": Tool("read", "file", ("path",), lists=True),
        "LSP": Tool("search", "file", ("operation", "filePath"), unmarked=True),
        "ListMcpResourcesTool": Tool("search", "mcp_resource"),
        "Monitor": _NAMED,
        "MultiEdit": Tool("edit", "file", _PATH, Effect.REPLACE_MANY),
        "NotebookEdit": Tool("edit", "file", ("notebook_path",), Effect.NOTEBOOK),
        "NotebookRead": Tool("read", "file", ("notebook_path",)),
        "PowerShell": Tool("execute", "cli", ("command",)),
        "Read": Tool("read", "file", _PATH, Effect.READ),
        "ReadMcpResourceTool": Tool("read", "mcp_resource", ("server", "uri")),
        "SendMessage": Tool("other", "messaging"),
        "Skill": Tool("read", "other_tool", ("skill", "command"), skill="commandName"),
        "SlashCommand": _NAMED,
        "StructuredOutput": _NAMED,
        "Task": _SUBAGENT,
        "TaskCreate": _PLAN,
        "TaskGet": _READ,
        "TaskList": _READ,
        "TaskOutput": Tool("read", "other_tool", ("task_id",), unmarked=True),
        "TaskStop": Tool("other", "other_tool", ("task_id",)),
        "TaskUpdate": _PLAN,
        "TodoRead": _READ,
        "TodoWrite": _PLAN,
        "ToolSearch": Tool("search", "other_tool", ("query",)),
        "WebFetch": Tool("read", "browser", ("url",)),
        "WebSearch": Tool("search", "search", ("query",)),
        "Write": Tool("write", "file", _PATH, Effect.WRITE),
        "web_search": Tool("search", "search", ("query",)),
    }
)

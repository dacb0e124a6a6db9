"""Says what a call is: its operation, its surface, its full name, and whether it was asked for with others.

Knows the tools of the agents by name.  A tool that no table knows has no operation here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from steno.model import Note, ToolCall
from steno.model.steps import derived
from steno.passes.derive.act import Act, code

TABLE = code(
    "040", "tool-table",
    "The operation and the surface of a tool that the table of its agent knows: `Read` of Claude Code reads a file, "
    "`exec_command` of Codex executes on the command line.  A tool in no table has neither.",
)  # fmt: skip
NAMED = code("041", "tool-name", "The tool of a call by the name that the agent's harness gives it.")
MCP = code(
    "042", "mcp-name",
    "A tool of an MCP server is named `mcp:server.tool`, and its surface is `mcp_tool`.  The server is the one that "
    "the source names, or that the tool's name holds as `mcp__server__tool`.",
)  # fmt: skip
ANSWERS = code("043", "answer", "The final answer of a turn, and the last word of a sub-agent, is an `answer`.")
TOGETHER = code(
    "044", "asked-together",
    "Calls of one response were asked for at once, and are `parallel`.  Where the log does not say what one response "
    "is, they are those calls that stand before the first of their results.  The group is numbered in the order of "
    "the log, or named as the source names it.",
)  # fmt: skip
ALONE = code("045", "asked-alone", "A call that is the only one of its response is `serial`.")
CODES = (TABLE, NAMED, MCP, ANSWERS, TOGETHER, ALONE)


class Tool(NamedTuple):
    operation: str
    surface: str
    target: tuple[str, ...] = ()
    """The arguments that say what it works on; without any, all of them do."""


_PATH = ("file_path",)
_EXECUTE = Tool("execute", "cli", ("command",))
_SUBAGENT = Tool("other", "other_tool")
_ASK = Tool("ask_user", "messaging")
_PLAN = Tool("plan", "other_tool")

_CLAUDE_CODE = {
    "Agent": _SUBAGENT,
    "AskUserQuestion": _ASK,
    "Bash": _EXECUTE,
    "BashOutput": Tool("read", "cli", ("bash_id",)),
    "Edit": Tool("edit", "file", _PATH),
    "EnterPlanMode": _PLAN,
    "ExitPlanMode": _PLAN,
    "Glob": Tool("search", "file", ("pattern", "path")),
    "Grep": Tool("search", "file", ("pattern", "path", "glob")),
    "KillShell": Tool("execute", "cli", ("shell_id",)),
    "LS": Tool("read", "file", ("path",)),
    "LSP": Tool("search", "file", ("operation", "filePath")),
    "ListMcpResourcesTool": Tool("search", "mcp_resource"),
    "MultiEdit": Tool("edit", "file", _PATH),
    "NotebookEdit": Tool("edit", "file", ("notebook_path",)),
    "NotebookRead": Tool("read", "file", ("notebook_path",)),
    "PowerShell": _EXECUTE,
    "Read": Tool("read", "file", _PATH),
    "ReadMcpResourceTool": Tool("read", "mcp_resource", ("server", "uri")),
    "SendMessage": Tool("other", "messaging"),
    "Skill": Tool("read", "other_tool", ("skill", "command")),
    "Task": _SUBAGENT,
    "TaskCreate": _PLAN,
    "TaskGet": Tool("read", "other_tool"),
    "TaskList": Tool("read", "other_tool"),
    "TaskOutput": Tool("read", "other_tool", ("task_id",)),
    "TaskStop": Tool("other", "other_tool", ("task_id",)),
    "TaskUpdate": _PLAN,
    "TodoRead": Tool("read", "other_tool"),
    "TodoWrite": _PLAN,
    "ToolSearch": Tool("search", "other_tool", ("query",)),
    "WebFetch": Tool("read", "browser", ("url",)),
    "WebSearch": Tool("search", "search", ("query",)),
    "Write": Tool("write", "file", _PATH),
    "web_search": Tool("search", "search", ("query",)),
}

_CODEX = {
    "apply_patch": Tool("edit", "file"),
    "close_agent": Tool("other", "other_tool"),
    "exec": Tool("execute", "cli"),
    "exec_command": Tool("execute", "cli", ("cmd", "workdir")),
    "image_generation": Tool("write", "other_tool"),
    "list_mcp_resource_templates": Tool("search", "mcp_resource"),
    "list_mcp_resources": Tool("search", "mcp_resource"),
    "local_shell": Tool("execute", "cli", ("command",)),
    "read_mcp_resource": Tool("read", "mcp_resource", ("server", "uri")),
    "request_user_input": _ASK,
    "resume_agent": _SUBAGENT,
    "send_input": Tool("other", "messaging"),
    "shell": Tool("execute", "cli", ("command", "workdir")),
    "shell_command": Tool("execute", "cli", ("command", "workdir")),
    "spawn_agent": _SUBAGENT,
    "tool_search": Tool("search", "other_tool", ("query",)),
    "update_plan": _PLAN,
    "view_image": Tool("read", "file", ("path",)),
    "wait": Tool("read", "other_tool"),
    "wait_agent": Tool("read", "other_tool"),
    "web_search": Tool("search", "search", ("query",)),
    "write_stdin": Tool("execute", "cli", ("session_id", "chars")),
}

_GEMINI = {
    "ask_user": _ASK,
    "glob": Tool("search", "file", ("pattern", "path")),
    "google_web_search": Tool("search", "search", ("query",)),
    "grep_search": Tool("search", "file", ("pattern", "path")),
    "list_directory": Tool("read", "file", ("path",)),
    "read_file": Tool("read", "file", ("absolute_path", "file_path")),
    "read_many_files": Tool("read", "file", ("paths",)),
    "replace": Tool("edit", "file", _PATH),
    "run_shell_command": _EXECUTE,
    "save_memory": Tool("write", "other_tool"),
    "search_file_content": Tool("search", "file", ("pattern", "path")),
    "web_fetch": Tool("read", "browser", ("prompt",)),
    "write_file": Tool("write", "file", _PATH),
    "write_todos": _PLAN,
}

_CURSOR = {
    "codebase_search": Tool("search", "file", ("query",)),
    "create_plan": _PLAN,
    "delete_file": Tool("other", "file", ("target_file",)),
    "edit_file": Tool("edit", "file", ("target_file",)),
    "file_search": Tool("search", "file", ("query",)),
    "grep_search": Tool("search", "file", ("query",)),
    "list_dir": Tool("read", "file", ("relative_workspace_path", "target_directory")),
    "read_file": Tool("read", "file", ("target_file",)),
    "run_terminal_cmd": _EXECUTE,
    "search_replace": Tool("edit", "file", _PATH),
    "todo_write": _PLAN,
    "web_search": Tool("search", "search", ("search_term",)),
    "write": Tool("write", "file", _PATH),
}

_COPILOT = {
    "apply_patch": Tool("edit", "file"),
    "bash": _EXECUTE,
    "create": Tool("write", "file", ("path",)),
    "edit": Tool("edit", "file", ("path",)),
    "glob": Tool("search", "file", ("pattern", "path")),
    "grep": Tool("search", "file", ("pattern", "path")),
    "str_replace_editor": Tool("edit", "file", ("path",)),
    "view": Tool("read", "file", ("path",)),
    "web_fetch": Tool("read", "browser", ("url",)),
}

_OPENCODE = {
    "bash": _EXECUTE,
    "edit": Tool("edit", "file", ("filePath",)),
    "glob": Tool("search", "file", ("pattern", "path")),
    "grep": Tool("search", "file", ("pattern", "path")),
    "list": Tool("read", "file", ("path",)),
    "read": Tool("read", "file", ("filePath",)),
    "task": _SUBAGENT,
    "todowrite": _PLAN,
    "webfetch": Tool("read", "browser", ("url",)),
    "write": Tool("write", "file", ("filePath",)),
}

TABLES: dict[str, dict[str, Tool]] = {
    "claude-code": _CLAUDE_CODE,
    "codex": _CODEX,
    "copilot-cli": _COPILOT,
    "cursor": _CURSOR,
    "gemini-cli": _GEMINI,
    "opencode": _OPENCODE,
    "qwen-code": _GEMINI,
}
"""By the name of the agent, as its header has it."""

_MCP = "mcp__"


def asks(tool: str) -> bool:
    """Whether the result of this tool is what a human answered."""
    return tool in _ASKS


_ASKS = frozenset(name for table in TABLES.values() for name, tool in table.items() if tool is _ASK)


class Operations:
    """The tools of one trace's agent."""

    def __init__(self, agent: object) -> None:
        self._table = TABLES.get(agent, {}) if isinstance(agent, str) else {}
        self._marks = agent == "codex"
        """Whether a namespace is a server only where it is marked so; other sources name only servers."""
        self._names: dict[tuple[str, object], tuple[str, bool]] = {}

    def tool(self, call: ToolCall) -> Tool | None:
        return self._table.get(call.tool)

    def name(self, call: ToolCall) -> tuple[str, bool]:
        """The full name of a call's tool, and whether it is one of an MCP server."""
        key = (call.tool, call.server)
        if key not in self._names:
            self._names[key] = _full(call, marks=self._marks)
        return self._names[key]

    def notes(self, act: Act) -> Iterator[Note]:
        event, own = act.event, (act.event.uid,)
        if act.call is None:
            if act.action == "output" or act.final:
                yield derived(ANSWERS.name, "operation", "answer", event, own)
            return
        name, mcp = self.name(act.call)
        yield derived(MCP.name if mcp else NAMED.name, "tool", name, event, own)
        if mcp:
            yield derived(MCP.name, "surface", "mcp_tool", event, own)
        elif (known := self._table.get(act.call.tool)) is not None:
            yield derived(TABLE.name, "operation", known.operation, event, own)
            yield derived(TABLE.name, "surface", known.surface, event, own)
        if act.member is not None:
            pair = (event.uid, act.member.event.uid)
            yield derived(TOGETHER.name, "execution_mode", "parallel", event, pair)
            yield derived(TOGETHER.name, "parallel_group", act.group, event, pair)
        elif isinstance(event.call, str):
            yield derived(ALONE.name, "execution_mode", "serial", event, own)


def _full(call: ToolCall, *, marks: bool) -> tuple[str, bool]:
    server, tool = call.server, call.tool
    if isinstance(server, str):
        if marks and not server.startswith(_MCP):
            return f"{server}.{tool}", False
        return f"mcp:{server.removeprefix(_MCP).rstrip('_')}.{tool}", True
    if tool.startswith(_MCP):
        server, found, rest = tool.removeprefix(_MCP).partition("__")
        if server and found and rest:
            return f"mcp:{server}.{rest}", True
    return tool, False


def group(calls: list[Act], number: int) -> None:
    """Say of calls that were asked for at once that they were."""
    stated = calls[0].event.parallel
    name = stated if stated is not UNSET else f"pg_{number:03}"
    for index, act in enumerate(calls):
        act.group, act.member = str(name), calls[0] if index else calls[1]

"""Says what a call is: its operation, its surface, its full name, and whether it was asked for with others.

A tool that no agent's table knows has no operation here.  What a command line does, `steno.shell` knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno import idioms, tools
from steno.model import Lifecycle, Note, ToolCall
from steno.model.calls import as_object, command_of
from steno.model.steps import derived
from steno.passes.derive.act import Act, code
from steno.passes.derive.scripts import ONLY, STRONGEST, strongest
from steno.tools import Tool

TABLE = code(
    "040", "tool-table",
    "The operation and the surface of a tool, from the table of its agent: `Read` reads a file, `exec_command` "
    "executes on the command line.  A tool that is in no table has neither.  What a command line does is read from "
    "the command itself, if the log has it (DRV046).",
)  # fmt: skip
NAMED = code("041", "tool-name", "The tool of a call, by the name that the agent's harness uses.")
MCP = code(
    "042", "mcp-name",
    "A tool of an MCP server is named `mcp:server.tool`, and its surface is `mcp_tool`.  The server comes from the "
    "source, or from a tool name such as `mcp__server__tool`.",
)  # fmt: skip
ANSWERS = code("043", "answer", "The final answer of a turn, or the last message of a sub-agent, is an `answer`.")
TOGETHER = code(
    "044", "asked-together",
    "Calls in one response were made at once and are `parallel`. If the log does not say what belongs to one "
    "response, these are the calls before the first of their results. The group is numbered in the order of the log, "
    "or has the source's own name.",
)  # fmt: skip
ALONE = code("045", "asked-alone", "The only call of a response is `serial`.")
COMMAND = code(
    "046", "command-line",
    "The operation of a call that runs a command line, from the command: `read`, `search`, `edit`, `write`, `verify` "
    "(tests, linters, type checkers, builds, `--check`, `--dry-run`), `install`, `download` or `execute`.  One table "
    "says what each program does, by its subcommand and options; a program that is not in it is `execute`. Code on the "
    "command line (`python -c`) is `execute` too, unless it says itself that something is wrong (`assert`, `throw`) "
    "and writes nothing: then it is a check.  What only starts a command is looked through: `cd x &&`, variables, "
    "`sudo`, `timeout`, `npx`, `bash -lc`, `ssh`, `docker exec`.  Of several commands the most telling one decides: a "
    "commit or a push before an edit or a file written, then a check, a program that is run, a build, an installation, "
    "a download, files moved or removed, a search, a read.  Behind a pipe, `head`, `grep` and the like only filter.  "
    "Steno runs nothing and opens no script: a task or a script is known by its name (`npm run lint`, `run_tests.sh`).",
)  # fmt: skip
PARSED = code(
    "047", "parsed-command",
    "The operation of a command line, as the agent's program itself parsed it: it says of every part that it reads or "
    "searches.  If it does not know a part, the command is read (DRV046).",
)  # fmt: skip
CODES = (TABLE, NAMED, MCP, ANSWERS, TOGETHER, ALONE, COMMAND, PARSED)


_MCP = "mcp__"


class Operations:
    """The tools of one trace's agent."""

    def __init__(self, agent: object) -> None:
        self._box = tools.of(agent) or tools.NOTHING
        self._names: dict[tuple[str, object], tuple[str, bool]] = {}

    def tool(self, call: ToolCall) -> Tool | None:
        return self._box.tools.get(call.tool)

    def name(self, call: ToolCall) -> tuple[str, bool]:
        """The full name of a call's tool, and whether it is one of an MCP server."""
        key = (call.tool, call.server)
        if key not in self._names:
            self._names[key] = _full(call, marks=self._box.servers_are_marked)
        return self._names[key]

    def checks(self, act: Act) -> bool:
        """Whether a call runs a test, a linter, a type checker or a build."""
        if act.call is None or act.call.tool not in tools.shells():
            return False
        command = command_of(as_object(act.call.arguments))
        from steno import shell  # costs start-up, and only a command line asks

        return command is not None and shell.operation(command) == "verify"

    def notes(self, act: Act) -> Iterator[Note]:
        event, own = act.event, (act.event.uid,)
        if act.call is None:
            if act.action == "output" or act.final:
                yield derived(ANSWERS.name, "operation", "answer", event, own)
            return
        name, mcp = self.name(act.call)
        named = MCP.name if mcp else NAMED.name
        yield derived(ONLY.name if act.call is not event.body else named, "tool", name, event, own)
        if mcp:
            yield derived(MCP.name, "surface", "mcp_tool", event, own)
        elif (most := self._strongest(act)) is not None:
            yield derived(STRONGEST.name, "operation", most.operation, event, own)
            yield derived(STRONGEST.name, "surface", most.surface, event, own)
        elif (known := self.tool(act.call)) is not None and known.operation:
            yield _operation(act, known)
            yield derived(TABLE.name, "surface", known.surface, event, own)
        if act.member is not None:
            pair = (event.uid, act.member.event.uid)
            yield derived(TOGETHER.name, "execution_mode", "parallel", event, pair)
            yield derived(TOGETHER.name, "parallel_group", act.group, event, pair)
        elif isinstance(event.call, str):
            yield derived(ALONE.name, "execution_mode", "serial", event, own)

    def _strongest(self, act: Act) -> Tool | None:
        if act.inside is None or act.inside.doubtful:
            return None
        return strongest([self.tool(call) for call in act.inside.calls])


def _operation(act: Act, known: Tool) -> Note:
    """What a call of this tool does: by the table, or where it runs a command line, by the command."""
    event, own = act.event, (act.event.uid,)
    if known.surface == "cli" and known.operation == "execute" and act.call is not None:
        for about in act.about:
            parts = idioms.parsed(about.body.data) if isinstance(about.body, Lifecycle) else []
            if parts and all(parts):
                found = "search" if "search" in parts else parts[0]
                return derived(PARSED.name, "operation", found, event, (event.uid, about.uid))
        if (line := command_of(as_object(act.call.arguments))) is not None:
            from steno import shell  # costs start-up, and only a command line asks

            return derived(COMMAND.name, "operation", shell.operation(line), event, own)
    return derived(TABLE.name, "operation", known.operation, event, own)


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

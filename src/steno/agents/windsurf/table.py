"""The records of a Windsurf transcript, as a table: each has an object under the name of its type."""

from __future__ import annotations

from msgspec import UNSET

from steno.agents.windsurf.idiom import IDIOM
from steno.base.exact import JSON, pointer
from steno.contracts import Format, Parts
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.opaque import Either, Opaque
from steno.kit.table import HUMAN, MODEL, TOOL, Part, Read, Shape, Spec, by, standing
from steno.model import Kind, ToolCall, ToolResult

_FAILED = {"done": False, "error": True}
_CALL = Shape(Kind.TOOL_CALL, MODEL, {"type": Read("body.tool")})
_RESULT = Shape(Kind.TOOL_RESULT, TOOL, {"status": Read("body.error", _FAILED)})


def _tool(name: str, arguments: str, output: str = "") -> list[Part]:
    """A call and its result: which keys of the object were given, and which is the output."""
    given = {f"{name}.{key}": f"body.arguments.{key}" for key in arguments.split()}
    result = {f"{name}.{output}": "body.content"} if output else {}
    return [_CALL._replace(takes={**_CALL.takes, **given}), _RESULT._replace(takes={**_RESULT.takes, **result})]


_COMMAND: list[Part] = [
    _CALL._replace(
        takes={
            **_CALL.takes,
            "run_command.command": "body.arguments.command",
            "run_command.cwd": Read("signs.cwd"),
        },
        header={"run_command.cwd": "environment.cwd"},
    ),
    _RESULT._replace(
        takes={
            **_RESULT.takes,
            "run_command.output": "body.content",
            "run_command.exit_code": Read("signs.exit"),
            "run_command.user_rejected": Read("signs.interrupted"),
        }
    ),
]


def other(log: Log, record: dict[str, JSON], where: str) -> None:
    """A tool that the table does not name: all of its object is what was given."""
    name, status = record.get("type"), record.get("status")
    given = record.get(name) if type(name) is str else None
    if type(name) is str and type(given) is dict:
        record[name] = UNSET
        place = where + pointer(name)
        log.emit(Kind.TOOL_CALL, ToolCall(name, given), log.actor(MODEL), place, standing(_CALL))
        failed = _FAILED.get(status, UNSET) if type(status) is str else UNSET
        log.emit(Kind.TOOL_RESULT, ToolResult(error=failed), log.actor(TOOL), where, standing(_RESULT))


RECORDS: dict[str, Part | list[Part]] = {
    "user_input": Shape(Kind.MESSAGE, HUMAN, {"user_response": "body.text"}, at="user_input"),
    "planner_response": Shape(Kind.MESSAGE, MODEL, {"response": "body.text"}, at="planner_response"),
    "code_action": _tool("code_action", "path new_content"),
    "find": _tool("find", "pattern search_directory", "output"),
    "grep_search": _tool("grep_search", "query search_path", "output"),
    "list_directory": _tool("list_directory", "path", "output"),
    "run_command": _COMMAND,
    "view_file": _tool("view_file", "path start_line end_line", "content"),
    "*": other,
}

SPEC = Spec(
    name="windsurf",
    tell=by("type"),
    records=RECORDS,
    known_by=(("type=user_input", "user_input.user_response"), ("type=planner_response", "planner_response.response")),
    recognise=IDIOM.of,
    pairing="embedded",
    holes={Kind.TOOL_CALL: {"": "body.arguments"}},
)
_SEALED = Opaque("windsurf", "Windsurf encrypts its sessions")
_PARTS = parts_of(SPEC)
FORMAT = Format("windsurf", "Windsurf session", Parts(**{**_PARTS, "reader": Either(_PARTS["reader"], _SEALED)}))  # type: ignore[arg-type]

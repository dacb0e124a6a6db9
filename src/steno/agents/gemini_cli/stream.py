"""What `gemini -o stream-json` prints, as a table."""

from __future__ import annotations

from typing import Final

from steno.agents.gemini_cli.chat import MARKS
from steno.agents.gemini_cli.idiom import IDIOM
from steno.base.exact import JSON
from steno.kit.table import HUMAN, MODEL, TOOL, Part, Read, Shape, Spec, by
from steno.model import Kind
from steno.model.signs import Reported

_STATUS = {"success": Reported.SUCCEEDED, "error": Reported.FAILED}
_KEPT = Shape(Kind.LIFECYCLE, rest=True)
RECORDS: Final[dict[str, Part]] = {
    "init": _KEPT._replace(takes={"model": Read("log.model")}, header={"session_id": "ids.session"}),
    "message.user": Shape(Kind.MESSAGE, HUMAN, {"content": "body.text"}),
    "message.assistant": Shape(Kind.MESSAGE, MODEL, {"content": "body.text"}, joins="delta"),
    "tool_use": Shape(
        Kind.TOOL_CALL, MODEL, {"tool_id": "call", "tool_name": "body.tool", "parameters": "body.arguments"}
    ),
    "tool_result": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "tool_id": "call",
            "output": "body.content",
            "error": "body.detail",
            "status": Read("body.error", {"success": False, "error": True}),
        },
    ),
    "error": _KEPT._replace(takes={"message": "body.text"}),
    # The sum of all requests of the run.
    "result": Shape(
        Kind.LIFECYCLE,
        takes={
            "status": Read("signs.reported", _STATUS),
            "stats.input_tokens": "usage.input",
            "stats.output_tokens": "usage.output",
            "stats.cached": "usage.cache_read",
            "stats.total_tokens": "usage.total",
        },
    ),
}  # fmt: skip


def tell(record: dict[str, JSON]) -> str:
    """The type, of a message also whose it is."""
    return _BOTH(record) if record.get("type") == "message" else _TYPE(record)


_BOTH, _TYPE = by("type", "role"), by("type")
SPEC = Spec(
    name="gemini-cli",
    tell=tell,
    records=RECORDS,
    every={"timestamp": "time"},
    envelope=frozenset({"type", "timestamp"}),
    marks=MARKS,
    recognise=IDIOM.of,
    known_by=(
        ("type=init", "session_id", "model", "timestamp"),
        ("type=tool_use", "tool_name", "tool_id", "parameters"),
    ),
)

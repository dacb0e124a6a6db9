"""The conversations of Warp's agent, as a table: what is known of each, its exchanges, and the commands that it ran."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.warp.idiom import IDIOM
from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Read, Shape, Spec, having
from steno.model import Kind

_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)
_STYLES = deferred(r"\x1b\[[0-9;?]*[A-Za-z]")


def _plain(value: Any) -> str | UnsetType:
    """A text of the terminal, without what colours it; the coloured one stays in the record."""
    return _STYLES().sub("", value) if type(value) is str else UNSET


def _utc(value: Any) -> str | UnsetType:
    """A time of the database, which names no zone: it is that of Greenwich."""
    return f"{value}Z" if type(value) is str and value else UNSET


def order(name: str, record: dict[str, JSON]) -> tuple[bool, str]:
    """What is known of the conversation first, then all else by time."""
    time = record.get("start_ts")
    return name != "conversation", time if type(time) is str else ""


SPEC = Spec(
    name="warp",
    tell=lambda _: "",
    records={
        "conversation": Shape(Kind.LIFECYCLE, header={"conversation_id": "ids.session"}),
        "exchange": [
            Blocks(
                "input",
                having("Query"),
                {
                    "Query": Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"}, at="Query"),
                    "*": Shape(Kind.LIFECYCLE, name="input"),
                },
            ),
            _EMPTY,
        ],
        "command": [
            Shape(
                Kind.TOOL_CALL,
                MODEL,
                {"stylized_command": Read("body.arguments.command", _plain), "ai_metadata.action_id": Read("call")},
                sets={"body.tool": "run_command"},
            ),
            Shape(
                Kind.TOOL_RESULT,
                TOOL,
                {
                    "stylized_output": Read("body.content", _plain),
                    "exit_code": Read("signs.exit"),
                    "ai_metadata.action_id": Read("call"),
                },
                when="completed_ts",
            ),
        ],
    },
    every={
        "exchange_id": Read("native"),
        "start_ts": Read("time", _utc),
        "model_id": Read("model"),
        "working_directory": Read("signs.cwd"),
        "pwd": Read("signs.cwd"),
    },
    header={"working_directory": "environment.cwd"},
    known_by=("agent_conversations", "ai_queries"),
    recognise=IDIOM.of,
    pairing="embedded",
    source=tables(
        Table("conversation", "agent_conversations", "conversation_id", json=("conversation_data",), optional=True),
        Table("exchange", "ai_queries", "conversation_id", "start_ts, rowid", ("input",)),
        Table(
            "command",
            "blocks",
            "json_extract(ai_metadata, '$.conversation_id')",
            "start_ts, rowid",
            ("ai_metadata",),
            "id, stylized_command, stylized_output, pwd, exit_code, start_ts, completed_ts, ai_metadata",
            "json_valid(ai_metadata) AND json_extract(ai_metadata, '$.conversation_id') IS NOT NULL",
            optional=True,
        ),
        order=order,
    ),
)
FORMAT = Format("warp", "Warp conversations", parts_of(SPEC))

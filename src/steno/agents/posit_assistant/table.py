"""The messages of Posit Assistant, as a table, and the tree that the file beside them says they form."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.posit_assistant.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.sources import Beside
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.kit.times import millis
from steno.model import Kind, Role
from steno.model.kept import ID, SEALED

# The tree


def tree(log: Log, conversation: dict[str, JSON], where: str) -> None:
    """Which message follows which: a node stands for several, and the first of them follows the last of another."""
    nodes = conversation.get("messages")
    last: dict[str, int] = {}
    parents: dict[int, int] = {}
    for node in nodes if type(nodes) is list else []:
        known = node.get("lmMessageIds") if type(node) is dict else None
        ids = [id for id in known if type(id) is int] if type(known) is list else []
        if type(node) is not dict or not ids or type(node.get("id")) is not str:
            continue
        above = node.get("parentId")
        before = [last[above]] if type(above) is str and above in last else []
        parents.update(zip(ids[1 - len(before) :], [*before, *ids], strict=False))
        last[node["id"]] = ids[-1]
        if node.get("isActive") is True:
            log.state = parents, ids[-1]
    _, leaf = log.state = log.state if type(log.state) is tuple else (parents, None)
    log.note("ids.leaf", None if leaf is None else str(leaf))


def placed(log: Log, record: dict[str, JSON], where: str) -> None:
    """A message is known by its number, and names the one that it follows."""
    parents, _ = log.state if type(log.state) is tuple else ({}, None)
    id = record.get("id")
    if type(id) is int:
        log.shared["native"] = str(id)
        if id in parents:
            log.shared["parent"] = str(parents[id])


# The table


def failed(output: Any) -> bool | UnsetType:
    """Whether the output of a tool is an error, where it says of what type it is."""
    kind = output.get("type") if type(output) is dict else None
    return kind.startswith("error") if type(kind) is str else UNSET


_ABOUT = "message.providerOptions.providerMetadata.positai"
_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_BLOB = Shape(Kind.BLOB, HUMAN, {"mediaType": "body.media_type"})
_SYSTEM = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"}, role=Role.SYSTEM)
_ANSWER = {
    "text": _WORDS,
    "reasoning": Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}),
    "tool-call": Shape(
        Kind.TOOL_CALL, MODEL, {"toolCallId": "call", "toolName": "body.tool", "input": "body.arguments"}
    ),
}  # fmt: skip
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {"toolCallId": "call", "output": Read("body.error", failed), "output.value": "body.content"},
)

_FOLDER = Shape(Kind.LIFECYCLE, takes={"path": Read("signs.cwd")}, header={"path": "environment.cwd"}, rest=True)

RECORDS: dict[str, Part | list[Part]] = {
    "conversation": [
        tree,
        Shape(
            Kind.LIFECYCLE,
            takes={"root.metadata.gitBranch": Read("signs.branch")},
            header={
                "root.id": "ids.session",
                "root.metadata.parentTreeId": "ids.parent",
                "root.title": "title",
                "root.metadata.gitBranch": "environment.branch",
            },
            rest=True,
        ),
    ],
    "workspace": _FOLDER,
    "project": _FOLDER,
    "user": [
        placed,
        Blocks("message.content", by("type"), {"text": _PROMPT, "image": _BLOB, "file": _BLOB}, words=_PROMPT),
    ],
    "system": [placed, Blocks("message.content", by("type"), {"text": _SYSTEM}, words=_SYSTEM)],
    "assistant": [
        placed,
        Blocks("message.content", by("type"), _ANSWER, words=_WORDS),
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
    "tool": [placed, Blocks("message.content", by("type"), {"tool-result": _RESULT})],
}
SPEC = Spec(
    name="posit-assistant",
    tell=by("message.role"),
    records=RECORDS,
    every={
        f"{_ABOUT}.timestamp": Read("time", millis),
        f"{_ABOUT}.modelId": "model",
        f"{_ABOUT}.usage.inputTokens": "usage.input",
        f"{_ABOUT}.usage.outputTokens": "usage.output",
        f"{_ABOUT}.usage.cacheReadTokens": "usage.cache_read",
        f"{_ABOUT}.usage.cacheWriteTokens": "usage.cache_write",
        f"{_ABOUT}.usage.totalTokens": "usage.total",
    },
    known_by=("id", "message.role", _ABOUT),
    envelope=frozenset({"role"}),
    recognise=IDIOM.of,
    kept={
        "message.content[].providerOptions.anthropic.signature": SEALED,
        "messages[].id": ID,
        "messages[].parentId": ID,
    },
    source=Beside(conversation="conversation.json", workspace="../workspace.json", project="../../../workspace.json"),
)
FORMAT = Format("posit-assistant", "Posit Assistant conversation", parts_of(SPEC))

"""What each tool takes: typed, with a description and an example, from which its JSON Schema is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from steno.api.events import KINDS
from steno.api.search import ROLES
from steno.api.sessions_table import SORTS
from steno.mcp.answer import LEAST


def _of(description: str, *examples: Any, **bounds: Any) -> Meta:
    return Meta(description=description, examples=list(examples), **bounds)


def _one_of(values: Sequence[str | None], description: str, example: str) -> Meta:
    return Meta(description=description, examples=[example], extra_json_schema={"enum": list(values)})


_SESSION = "A session: its id or the beginning of it, @latest, @-2, or the path of a trace."
Count = Annotated[int, Meta(ge=1)]
Session = Annotated[str, _of(_SESSION, "3f2a", "@latest")]
Agent = Annotated[str | None, _of("Only sessions of this agent.", "codex")]
Project = Annotated[str | None, _of("Only sessions that began in this directory or below, or its name.", "garden")]
Since = Annotated[str | None, _of("Only from this day on, or so many days back.", "2026-01-31", "7d")]
Until = Annotated[str | None, _of("Only up to this day.", "2026-02-28")]
Cursor = Annotated[str | None, _of("`next` of the answer before, to go on where it ended.", "20")]
MaxBytes = Annotated[
    Annotated[int, Meta(ge=LEAST)] | None, _of("The most bytes of the answer, up to the server's limit.", 8_000)
]
Limit = Annotated[int, _of("The most rows; fewer come if they do not fit.", 10, ge=1, le=200)]


class Paged(Struct, kw_only=True, forbid_unknown_fields=True):
    """Every tool is paged and limited."""

    cursor: Cursor = None
    max_bytes: MaxBytes = None


class ListSessions(Paged, kw_only=True):
    agent: Agent = None
    project: Project = None
    since: Since = None
    until: Until = None
    words: Annotated[str, _of("Only sessions with all of these words in title, project, branch or id.", "roses")] = ""
    sort: Annotated[str, _one_of(SORTS, "What comes first.", "cost")] = "active"
    limit: Limit = 20


class Search(Paged, kw_only=True):
    text: Annotated[str, _of('What to find: words, "a phrase", OR, NOT, begin*.', "rose NOT thorn")]
    regex: Annotated[bool, _of("Whether text is a regular expression of Python.", False)] = False
    agent: Agent = None
    project: Project = None
    tool: Annotated[str | None, _of("Only calls of this tool and their results.", "Bash")] = None
    role: Annotated[str | None, _one_of([*ROLES, None], "Only what this role said.", "user")] = None
    since: Since = None
    file: Annotated[str | None, _of("Only sessions that touched this file.", "src/plan.py")] = None
    failed: Annotated[bool, _of("Only tool calls that failed, and their results.", True)] = False
    limit: Limit = 10


class GetSession(Paged, kw_only=True):
    session: Session


Kinds = Annotated[
    list[str],
    Meta(
        description="Only events of these kinds.",
        examples=[["tool_call"]],
        extra_json_schema={"items": {"type": "string", "enum": list(KINDS)}},
    ),
]


class GetEvents(Paged, kw_only=True):
    session: Session
    first: Annotated[int, _of("The number of the first event.", 120, ge=1)] = 1
    limit: Limit = 50
    kinds: Kinds = []
    event: Annotated[Count | None, _of("One event alone, to read more of its text.", 120)] = None
    text_from: Annotated[int, _of("With event: from which character on.", 2_000, ge=0)] = 0
    text_limit: Annotated[int, _of("How many characters of each text.", 500, ge=0, le=1_000_000)] = 2_000


Mode = Annotated[Literal["json", "ndjson"] | None, _of("One document, or one line for each event.", "ndjson")]
Include = Annotated[
    Literal["visible-only", "include-internal"] | None, _of("Whether to include thoughts.", "visible-only")
]
Internal = Annotated[Literal["redacted", "summary"] | None, _of("How much of a thought to include.", "summary")]
Redact = Annotated[
    str | None,
    _one_of(["none", "secrets", "pii", "strict", None], "What to mask; not less than the server does.", "pii"),
]


class Export(Struct, kw_only=True, forbid_unknown_fields=True):
    session: Annotated[str | None, _of(_SESSION, "3f2a", "@latest")] = None
    format: Annotated[str, _of("The format to write: open-token, forsy, opentraces, awf.", "forsy")] = "open-token"
    mode: Mode = None
    pretty: Annotated[bool | None, _of("Whether to indent.", False)] = None
    include: Include = None
    internal: Internal = None
    redact: Redact = None
    shorten_to: Annotated[Count | None, _of("Shorten long texts until the document has no more bytes.", 200_000)] = None
    cursor: Annotated[str | None, _of("`next` of the answer before: the next piece.", "1-open-token:9000")] = None
    max_bytes: MaxBytes = None


class Check(Paged, kw_only=True):
    session: Session
    level: Annotated[Literal["schema", "strict", "release", "all"], _of("How closely to look.", "release")] = "strict"


class Explain(Paged, kw_only=True):
    session: Session
    step: Annotated[Count | None, _of("Only this step, field by field.", 2)] = None
    field: Annotated[str | None, _of("One field by its OpenTraces name.", "metrics.total_input_tokens")] = None


class Blame(Paged, kw_only=True):
    file: Annotated[str, _of("The whole path of a file in a git repository.", "/srv/garden/plan.py")]
    revision: Annotated[str, _of("The commit to look at.", "HEAD~2")] = "HEAD"


By = Literal["day", "week", "month", "model", "project", "agent", "session", "tool"]


class Stats(Paged, kw_only=True):
    sessions: Annotated[list[str], _of("These sessions; none: all on this machine.", ["3f2a"])] = []
    by: Annotated[By, _of("What is added up together.", "model")] = "day"
    since: Since = None
    until: Until = None
    agent: Agent = None
    project: Project = None


class Diff(Paged, kw_only=True):
    a: Session
    b: Session


class Scan(Paged, kw_only=True):
    target: Annotated[str, _of("A session, or the whole path of a file or folder.", "@latest", "/srv/garden")]
    level: Annotated[Literal["secrets", "pii"], _of("Secrets alone, or personal data too.", "pii")] = "secrets"


def schema(kind: type[Struct]) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments, whole in one object."""
    _, parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    made = dict(parts.pop(kind.__name__))
    for key in ("title", "description"):
        made.pop(key, None)
    return {**made, "$defs": parts} if parts else made

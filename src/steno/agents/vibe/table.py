"""The messages of Mistral Vibe, as a table; what is true of the whole session stands in a file beside them."""

from __future__ import annotations

from steno.agents.shapes.chat import CALLS, NOTHING, RESULT
from steno.agents.vibe.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.sources import Beside
from steno.kit.table import HUMAN, MODEL, PROGRAM, Blocks, Part, Read, Shape, Spec
from steno.model import Kind, Role
from steno.model.kept import ID, SEALED


def tell(message: dict[str, JSON]) -> str:
    """The kind of a message: its role, whether the program put it in the user's place, and whether it has words."""
    role = message.get("role")
    if type(role) is not str:
        return ""
    if role == "assistant" and message.get("content") == "":
        return "assistant.silent"
    return "injected" if role == "user" and message.get("injected") is True else role


_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"content": "body.text"})
_THOUGHT = Shape(Kind.THOUGHT, MODEL, {"reasoning_content": "body.text"}, when="reasoning_content")
_IMAGES = Blocks("images", lambda image: "image", {"image": Shape(Kind.BLOB, HUMAN, {"mime_type": "body.media_type"})})

_META = Shape(
    Kind.LIFECYCLE,
    takes={
        "start_time": "time",
        "config.active_model": Read("log.model"),
        "model": Read("log.model"),
        "git_branch": Read("signs.branch"),
    },
    header={
        "session_id": "ids.session",
        "parent_session_id": "ids.parent",
        "title": "title",
        "environment.working_directory": "environment.cwd",
        "git_branch": "environment.branch",
        "git_commit": "environment.commit",
    },
    rest=True,
)
_ENDED = Shape(
    Kind.LIFECYCLE,
    takes={
        "end_time": Read("time"),
        "model": Read("model"),
        "stats.session_prompt_tokens": Read("usage.input"),
        "stats.session_completion_tokens": Read("usage.output"),
        "stats.session_cached_tokens": Read("usage.cache_read"),
        "stats.session_total_llm_tokens": Read("usage.total"),
    },
    name="ended",
)

RECORDS: dict[str, Part | list[Part]] = {
    "meta": [_META, _ENDED],
    "user": [_PROMPT, _IMAGES],
    "injected": Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"}),
    "system": Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"}, role=Role.SYSTEM),
    "assistant": [_THOUGHT, Shape(Kind.MESSAGE, MODEL, {"content": "body.text"}, when="content"), CALLS, NOTHING],
    "assistant.silent": [_THOUGHT, CALLS, NOTHING],
    "tool": RESULT,
}
SPEC = Spec(
    name="vibe",
    tell=tell,
    records=RECORDS,
    every={"message_id": "native"},
    known_by=("role", "content", "message_id"),
    envelope=frozenset({"role", "start_time", "end_time", "stats", "model"}),
    marks=Marks("vibe_warning|user_cancellation"),
    recognise=IDIOM.of,
    kept={"reasoning_message_id": ID, "reasoning_signature": SEALED, "reasoning_state[]": SEALED},
    source=Beside(meta="meta.json"),
)
FORMAT = Format("vibe", "Mistral Vibe session", parts_of(SPEC))

"""The entries of OpenClaw, as a table: the usual ones of such a tree, and answers that are said again."""

from __future__ import annotations

from msgspec.structs import replace

from steno.agents.openclaw.idiom import CONTEXT, IDIOM, RUNTIME
from steno.agents.shapes import entry_tree
from steno.base.exact import JSON
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.table import Part
from steno.model import Text

MARKS = Marks("skill|file", openings=(RUNTIME, CONTEXT))


def said_again(log: Log, entry: dict[str, JSON], where: str) -> None:
    """An answer that ended with a yield is appended once more, with the usage of the whole run: an echo."""
    first, *rest = log.events[log.first :]
    texts = [event.body.text for event in (first, *rest) if isinstance(event.body, Text)]
    before: dict[str, str] = log.state if log.state is not None else {}
    if entry["message"].get("api") == "cli" and not first.response and not rest and before.keys() & texts:
        log.events[log.first] = replace(first, echo_of=before[texts[0]])
    else:
        before.update(dict.fromkeys(texts, first.uid))
        log.state = before


_ANSWER = entry_tree.RECORDS["message.assistant"]
RECORDS: dict[str, Part | list[Part]] = {"message.assistant": [*_ANSWER, said_again]}  # type: ignore[misc]
SPEC = entry_tree.spec("openclaw", IDIOM, RECORDS, MARKS, marked=(b"openclaw", b"model-snapshot"))
FORMAT = Format("openclaw", "OpenClaw session", parts_of(SPEC))

"""How Letta Code words what happens."""

from __future__ import annotations

from steno.agents.shapes.entry_words import FIELDS, LIFECYCLE
from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="letta-code",
    lifecycle={
        **LIFECYCLE,
        "compaction.user": LifecycleKind.COMPACTION,
        "compaction.assistant": LifecycleKind.COMPACTION,
        "error": LifecycleKind.ERROR,
    },
    openings={"<system-reminder>": Signs(injected=Injected.REMINDER)},
    fields=FIELDS
    | words("agent_id argsText captured_at conversation_id metadata otid resultOk resultText source_line_id")
    | words("source_message_id stats updated_at"),
)

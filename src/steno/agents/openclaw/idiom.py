"""How OpenClaw words what happens."""

from __future__ import annotations

from steno.agents.shapes.entry_words import FIELDS, LIFECYCLE
from steno.idioms import Idiom
from steno.model.signs import Injected, Signs

RUNTIME, CONTEXT = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "[Subagent Context]"
"""What a message of the runtime begins with, and the first prompt of a sub-agent."""
IDIOM = Idiom(
    name="openclaw",
    lifecycle=LIFECYCLE,
    openings={
        RUNTIME: Signs(injected=Injected.NOTICE),
        CONTEXT: Signs(injected=Injected.INSTRUCTIONS),
        "<skill ": Signs(injected=Injected.INSTRUCTIONS),
    },
    fields=FIELDS | {"appendMode", "appendParentId", "idempotencyKey", "provenance", "sessions_yield"},
    models=frozenset({"gateway-injected"}),
)

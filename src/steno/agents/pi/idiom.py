"""How Pi words what happens."""

from __future__ import annotations

from steno.agents.shapes.entry_words import FIELDS, LIFECYCLE
from steno.idioms import Idiom
from steno.model.signs import Injected, Signs

IDIOM = Idiom(
    name="pi",
    lifecycle=LIFECYCLE,
    openings={"<skill ": Signs(injected=Injected.INSTRUCTIONS)},
    fields=FIELDS,
)

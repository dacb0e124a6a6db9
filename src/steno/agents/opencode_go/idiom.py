"""How OpenCode-Go words what happens."""

from __future__ import annotations

from steno.agents.shapes.typed_words import FIELDS, LIFECYCLE
from steno.idioms import Idiom

IDIOM = Idiom(name="opencode-go", lifecycle=LIFECYCLE, openings={}, fields=FIELDS)

"""How Aider words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import LifecycleKind

IDIOM = Idiom(
    name="aider",
    lifecycle={"edit": LifecycleKind.CHANGES},
    openings={},
    fields=frozenset(),
)

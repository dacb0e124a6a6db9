"""How SpecStory words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, Signs

IDIOM = Idiom(
    name="specstory",
    lifecycle={},
    openings={
        "<command-": Signs(injected=Injected.COMMAND),
        "<local-command-": Signs(injected=Injected.COMMAND),
    },
    fields=frozenset(),
)

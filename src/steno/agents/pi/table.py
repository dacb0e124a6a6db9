"""The entries of Pi, as a table."""

from __future__ import annotations

from steno.agents.shapes import entry_tree
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.idioms import Idiom
from steno.kit.agent import parts_of
from steno.model.signs import Injected, Signs

MARKS = Marks("skill|file")
"""What a slash command and an `@file` put into the prompt."""
IDIOM = Idiom(
    name="pi",
    lifecycle=entry_tree.LIFECYCLE,
    openings={"<skill ": Signs(injected=Injected.INSTRUCTIONS)},
    fields=entry_tree.FIELDS,
)
SPEC = entry_tree.spec("pi", IDIOM, {}, MARKS)
FORMAT = Format("pi", "Pi session", parts_of(SPEC))

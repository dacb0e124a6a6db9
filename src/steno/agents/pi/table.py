"""The entries of Pi, as a table."""

from __future__ import annotations

from steno.agents.pi.idiom import IDIOM
from steno.agents.shapes import entry_tree
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of

MARKS = Marks("skill|file")
"""What a slash command and an `@file` put into the prompt."""
SPEC = entry_tree.spec("pi", IDIOM, {}, MARKS)
FORMAT = Format("pi", "Pi session", parts_of(SPEC))

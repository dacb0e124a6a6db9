"""How QwenPaw words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="qwenpaw",
    lifecycle={},
    openings={},
    fields=words(
        """
0 1 _sys_prompt active_groups agent assistant content id input memory metadata name output role source system text
thinking timestamp tool_result tool_use toolkit type user
"""
    ),
)

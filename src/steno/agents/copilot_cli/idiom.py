"""How Copilot CLI words what happens."""

from __future__ import annotations

import re

from steno.agents.shapes.session_words import FIELDS, LIFECYCLE, OPENINGS
from steno.idioms import Idiom
from steno.model.body import ToolResult
from steno.model.calls import words_of
from steno.model.signs import NONE, Signs

_EXIT = re.compile(r"<(?:exited|shellId: [^<>\n]{1,80} completed) with exit code (-?\d{1,10})>\s*\Z", re.ASCII)
_TAIL = 160


def _result(body: ToolResult, shell: bool) -> Signs:
    """The last line of a command's output says how it ended."""
    text = words_of(body.content) if shell else None
    found = _EXIT.search(text[-_TAIL:]) if text else None
    return Signs(exit=int(found[1])) if found else NONE


IDIOM = Idiom(
    name="copilot-cli",
    lifecycle=LIFECYCLE,
    openings=OPENINGS,
    fields=FIELDS,
    result=_result,
)

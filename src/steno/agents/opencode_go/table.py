"""The rows of OpenCode-Go, as a table."""

from __future__ import annotations

from steno.agents.opencode_go.idiom import IDIOM
from steno.agents.shapes import typed_parts
from steno.contracts import Format
from steno.kit.agent import parts_of

SPEC = typed_parts.spec("opencode-go", IDIOM)
FORMAT = Format("opencode-go", "OpenCode-Go session", parts_of(SPEC))

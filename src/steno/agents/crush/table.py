"""The rows of Crush, as a table."""

from __future__ import annotations

from steno.agents.crush.idiom import IDIOM
from steno.agents.shapes import typed_parts
from steno.contracts import Format
from steno.kit.agent import parts_of

SPEC = typed_parts.spec("crush", IDIOM, marked=(b"provider TEXT", b"is_summary_message", b"read_files"))
"""Its ancestor has the same tables, without these."""
FORMAT = Format("crush", "Crush session", parts_of(SPEC))

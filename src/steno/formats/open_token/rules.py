"""Every rule of Open-Token 0.1 that a file can break, by code."""

from __future__ import annotations

from typing import Final

from steno.formats.open_token import rules_events, rules_lines, rules_text, rules_tools, rules_top
from steno.formats.rulebook import rules_of

RULES: Final = rules_of(rules_lines, rules_top, rules_events, rules_tools, rules_text)
"""`OTK034` is the rule for OT-34; a second rule for the same sentence is `OTK134`."""

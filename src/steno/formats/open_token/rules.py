"""Every rule of Open-Token 0.1 that a file can break, by code."""

from __future__ import annotations

from typing import Final

from steno.contracts import rules_of
from steno.formats.open_token import rules_events, rules_lines, rules_text, rules_tools, rules_top

RULES: Final = rules_of(*map(vars, (rules_lines, rules_top, rules_events, rules_tools, rules_text)))
"""`OTK034` is the rule for OT-34; a second rule for the same sentence is `OTK134`."""

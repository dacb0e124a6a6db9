"""Every rule of Open-Token 0.1 that a file can break, by code."""

from __future__ import annotations

from steno.contracts import Rule
from steno.formats.open_token import rules_events, rules_lines, rules_text, rules_tools, rules_top

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (*rules_lines.RULES, *rules_top.RULES, *rules_events.RULES, *rules_tools.RULES, *rules_text.RULES),
        key=lambda each: each.code,
    )
)
"""`OTK034` is the rule for OT-34; a second rule for the same sentence is `OTK134`."""

"""Every rule of Forsy traces, by code: FSY0 what the schema decides, FSY1 the specification, FSY2 the release gate,
FSY3 signs that something is not meant."""

from __future__ import annotations

from steno.contracts import Rule
from steno.formats.forsy import (
    rules_links,
    rules_release,
    rules_schema,
    rules_signs,
    rules_steps,
    rules_summary,
    rules_top,
)

RULES: tuple[Rule, ...] = (
    *rules_schema.RULES,
    *rules_top.RULES,
    *rules_steps.RULES,
    *rules_links.RULES,
    *rules_summary.RULES,
    *rules_release.RULES,
    *rules_signs.RULES,
)

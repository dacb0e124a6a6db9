"""Every rule of Forsy traces, by code: FSY0 what the schema decides, FSY1 the specification, FSY2 the release gate,
FSY3 signs that something is not meant."""

from __future__ import annotations

from typing import Final

from steno.contracts import rules_of
from steno.formats.forsy import (
    rules_links,
    rules_release,
    rules_schema,
    rules_signs,
    rules_steps,
    rules_summary,
    rules_top,
)  # fmt: skip

RULES: Final = rules_of(
    *map(vars, (rules_schema, rules_top, rules_steps, rules_links, rules_summary, rules_release, rules_signs))
)

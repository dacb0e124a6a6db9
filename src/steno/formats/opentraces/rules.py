"""Every rule of OpenTraces records, by code: OTR0 what the schema package decides, OTR1 the specification, OTR2 what
holds before a release, OTR3 signs that something is not meant, OTR9 what the package says itself."""

from __future__ import annotations

from steno.contracts import Rule
from steno.formats.opentraces import (
    rules_counts,
    rules_git,
    rules_hash,
    rules_links,
    rules_package,
    rules_release,
    rules_schema,
    rules_signs,
    rules_steps,
    rules_top,
)

RULES: tuple[Rule, ...] = (
    *rules_schema.RULES,
    *rules_top.RULES,
    *rules_steps.RULES,
    *rules_links.RULES,
    *rules_counts.RULES,
    *rules_hash.RULES,
    *rules_git.RULES,
    *rules_release.RULES,
    *rules_signs.RULES,
    *rules_package.RULES,
)

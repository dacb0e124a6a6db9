"""Every rule of OpenTraces records, by code: OTR0 what the schema package decides, OTR1 the specification, OTR2 what
holds before a release, OTR3 signs that something is not meant, OTR9 what the package says itself."""

from __future__ import annotations

from typing import Final

from steno.contracts import rules_of
from steno.formats.opentraces import (
    rules_counts,
    rules_git,
    rules_hash,
    rules_links,
    rules_release,
    rules_schema,
    rules_signs,
    rules_steps,
    rules_top,
)  # fmt: skip

RULES: Final = rules_of(
    *map(
        vars,
        (
            rules_schema,
            rules_top,
            rules_steps,
            rules_links,
            rules_counts,
            rules_hash,
            rules_git,
            rules_release,
            rules_signs,
        ),
    )
)

"""Every rule of AWF transcripts that a file can break, by code."""

from __future__ import annotations

from steno.contracts import Rule
from steno.formats.awf import rules_envelope, rules_payload, rules_run

RULES: tuple[Rule, ...] = (*rules_envelope.RULES, *rules_payload.RULES, *rules_run.RULES)

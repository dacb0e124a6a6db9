"""Every rule of AWF transcripts that a file can break, by code."""

from __future__ import annotations

from typing import Final

from steno.formats.awf import rules_envelope, rules_payload, rules_run
from steno.formats.rulebook import rules_of

RULES: Final = rules_of(rules_envelope, rules_payload, rules_run)

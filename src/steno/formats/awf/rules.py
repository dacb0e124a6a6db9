"""Every rule of AWF transcripts that a file can break, by code."""

from __future__ import annotations

from typing import Final

from steno.contracts import rules_of
from steno.formats.awf import rules_envelope, rules_payload, rules_run

RULES: Final = rules_of(*map(vars, (rules_envelope, rules_payload, rules_run)))

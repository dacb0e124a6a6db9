"""How strong evidence is: for a patch, strongest first, and for a link between a trace and a commit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

EVIDENCE: Final = (
    "exact_blob_hash", "exact_range_hash", "patch_id", "git_clean_range_hash", "structural_symbol",
    "formatter_divergent", "overlapping_hunk", "time_file_overlap", "orphan", "unknown",
)  # fmt: skip
"""Of a patch, strongest first.  `orphan`: looked for, and nothing found; `unknown`: not looked for."""

TIERS: Final = ("tool_emitted", "tool_emitted_with_divergence", "overlapping", "orphan")
"""Of a link, strongest first."""

TIER_OF: Final = {
    "exact_blob_hash": "tool_emitted",
    "exact_range_hash": "tool_emitted",
    "patch_id": "tool_emitted",
    "git_clean_range_hash": "tool_emitted_with_divergence",
    "structural_symbol": "tool_emitted_with_divergence",
    "formatter_divergent": "tool_emitted_with_divergence",
    "overlapping_hunk": "overlapping",
    "time_file_overlap": "overlapping",
    "orphan": "orphan",
    "unknown": "orphan",
}

EVIDENCE_OF: Final = {
    "blob": "exact_blob_hash",
    "range": "exact_range_hash",
    "clean": "git_clean_range_hash",
    "format": "formatter_divergent",
}
"""By the kind of a claim."""

EXACT: Final = frozenset({"exact_blob_hash", "exact_range_hash", "patch_id"})
"""The lines are the session's own, byte for byte."""
FIRM: Final = EXACT | {"git_clean_range_hash"}


def firmness(evidence: str, *, shell: bool = False, stated: bool = False) -> str:
    """How much a tier can be relied on; what a command's text told is inferred.

    `stated`: the session's own log says that it made the commit, and nothing is firmer.
    """
    if evidence in ("orphan", "unknown"):
        return "unknown"
    if stated:
        return "firm_observed"
    if shell:
        return "rule_inferred"
    return "firm_observed" if evidence in FIRM else "provisional"


def strongest(evidence: Iterable[str]) -> str:
    return min(evidence, key=EVIDENCE.index, default="unknown")


def tier(evidence: Iterable[str]) -> str:
    """Of a link that rests on patches with this evidence."""
    return min((TIER_OF[each] for each in evidence), key=TIERS.index, default="orphan")

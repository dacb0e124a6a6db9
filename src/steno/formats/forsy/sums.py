"""The counts of a trace's `summary`, computed from its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from steno.base.exact import JSON, encode
from steno.formats.forsy.words import HUMAN_FEEDBACK, USER_MESSAGE


def sums(steps: Iterable[Mapping[str, JSON]]) -> dict[str, JSON]:
    """What the specification has counted, in its order; feedback is what user messages say."""
    total, turns = 0, set()
    evals: Counter[bytes] = Counter()
    feedback: Counter[str] = Counter()
    directives = 0
    for step in steps:
        total += 1
        turns.add(encode(step.get("turn")))
        evals[encode(step.get("eval"))] += 1
        directives += step.get("directive") not in (None, "")
        if step.get("action") == USER_MESSAGE and isinstance(kind := step.get("feedback_type"), str):
            feedback[kind] += 1
    return {
        "total_steps": total,
        "total_turns": len(turns),
        "positive_steps": evals[b"1"],
        "negative_steps": evals[b"-1"],
        "neutral_steps": evals[b"0"],
        "directive_signals": directives,
        "human_feedback": {name: feedback[kind] for name, kind in HUMAN_FEEDBACK.items()},
    }

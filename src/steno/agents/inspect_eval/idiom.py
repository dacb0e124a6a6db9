"""How Inspect words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="inspect-eval",
    lifecycle={},
    openings={},
    fields=words(
        "attachments choices completion content epoch error eval eval_id events function input input_tokens "
        "input_tokens_cache_read input_tokens_cache_write messages metadata model model_usage output output_tokens "
        "reasoning reasoning_tokens role sample scores source span_id stats status store target task timestamp "
        "tool_call_id tool_calls total_time total_tokens uuid working_start working_time"
    ),
)

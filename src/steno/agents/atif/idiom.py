"""How ATIF words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="atif",
    lifecycle={},
    openings={},
    fields=words(
        "agent arguments cached_tokens completion_tokens content continued_trajectory_ref cost_usd extra final_metrics "
        "function_name is_copied_context logprobs message metrics model_name notes observation prompt_tokens "
        "reasoning_content reasoning_effort results schema_version session_id source source_call_id step_id steps "
        "subagent_trajectory_ref timestamp tool_call_id tool_calls tool_definitions total_steps trajectory_path"
    ),
)

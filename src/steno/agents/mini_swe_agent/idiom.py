"""How mini-swe-agent words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="mini-swe-agent",
    lifecycle={"exit": LifecycleKind.RUN_END},
    openings={"<returncode>": Signs(injected=Injected.NOTICE)},
    fields=words(
        "actions api_calls arguments choices command completion_tokens config content cost created exception_info exit "
        "exit_status extra finish_reason function info instance_cost instance_id interrupt_type message messages "
        "mini_version model_name model_stats output prompt_tokens raw_output reasoning response returncode role "
        "submission timestamp tool_call_id tool_calls total_tokens traceback trajectory_format usage"
    ),
)

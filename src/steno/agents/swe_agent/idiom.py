"""How SWE-agent words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import LifecycleKind
from steno.model.words import words

IDIOM = Idiom(
    name="swe-agent",
    lifecycle={"document": LifecycleKind.RUN_END},
    openings={},
    fields=words(
        "action agent api_calls cache_control content demonstration edited_files30 edited_files50 edited_files70 "
        "environment execution_time exit_status extra_info history info instance_cost is_demo message_type messages "
        "model_stats observation open_file query replay_config response role state submission thinking_blocks thought "
        "tokens_received tokens_sent tool_call_ids tool_calls total_cost trajectory working_dir"
    ),
)

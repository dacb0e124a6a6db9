"""How OpenHands words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="openhands",
    lifecycle={
        "condensation": LifecycleKind.COMPACTION,
        "Condensation": LifecycleKind.COMPACTION,
        "ConversationErrorEvent": LifecycleKind.ERROR,
        "InterruptEvent": LifecycleKind.INTERRUPTION,
        "PauseEvent": LifecycleKind.INTERRUPTION,
        "error": LifecycleKind.ERROR,
    },
    openings={"<EXTRA_INFO>": Signs(injected=Injected.INSTRUCTIONS)},
    fields=words(
        "ActionEvent AgentErrorEvent ConversationStateUpdateEvent MessageEvent ObservationEvent SystemPromptEvent "
        "accumulated_cost accumulated_token_usage action action_id agent_class args cause command completion_tokens "
        "confirmation_state content exit_code extras file_text final_thought function_name hidden history image_urls "
        "impl_source instance_id instruction is_error is_input kind llm_message llm_metrics llm_response_id message "
        "metadata metrics model_response new_str observation old_str openhands_version path prompt_tokens "
        "reasoning_content recall_type security_risk source summary task_completed test_result thought timestamp "
        "tool_call tool_call_id tool_call_metadata tool_name tools usage_to_metrics view_range wait_for_response"
    ),
)

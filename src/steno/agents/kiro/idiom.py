"""How Kiro words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, Signs
from steno.model.words import words

OPENINGS = ("<identity>", "# System Prompt", "## Included Rules")
"""What the editor puts before the human's words, in messages of their own."""
IDIOM = Idiom(
    name="kiro",
    lifecycle={},
    openings=dict.fromkeys(OPENINGS, Signs(injected=Injected.INSTRUCTIONS)),
    fields=words(
        """
AssistantMessage BuiltIn CancelledToolUses ExecuteCmd FileRead Prompt Response Success ToolResults ToolUse
ToolUseResults actionId additional_context args assistant chat command completion content conversation_id
created_at current_working_directory data dateCreated depth env_context env_state executionId exit_status history
input items kind message message_id meta metadata modelId modelTitle operations orig_args orig_name
parent_session_id permissions promptLogs redactedContent request_metadata result results rts_model_state sessionId
session_created_reason session_id session_state signature status stderr stdout stream_end_timestamp_ms text
timestamp title toolResult toolUse toolUseId tool_use_id tool_use_purpose tool_use_results tool_uses transcript
updated_at user user_turn_metadatas version working_dir workspaceDirectory
"""
    ),
)

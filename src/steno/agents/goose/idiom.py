"""How Goose words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="goose",
    lifecycle={
        "conversationCompacted": LifecycleKind.COMPACTION,
        "summarizationRequested": LifecycleKind.COMPACTION,
        "contextLengthExceeded": LifecycleKind.ERROR,
        "toolRequest.error": LifecycleKind.ERROR,
    },
    openings={"<info-msg>": Signs(injected=Injected.ENVIRONMENT)},
    fields=words(
        """
accumulated_input_tokens accumulated_output_tokens accumulated_total_tokens actionRequired agentVisible annotations
arguments content content_json conversationCompacted created created_at created_timestamp data description error
extension_data frontendToolRequest goose_mode image input_tokens isError message message_count message_id metadata
metadata_json mimeType model_config_json msg name notificationType output_tokens prompt provider_name recipe_json
redactedThinking role schedule_id session session_id session_type signature status structuredContent
summarizationRequested systemNotification thinking timestamp tokens toolCall toolConfirmationRequest toolName
toolRequest toolResponse toolResult total_tokens updated_at userVisible user_recipe_values_json user_set_name value
working_dir
"""
    ),
)

"""How Cline words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

_NOTICE = Signs(injected=Injected.NOTICE)
IDIOM = Idiom(
    name="cline",
    lifecycle={
        "say.error": LifecycleKind.ERROR,
        "ask.api_req_failed": LifecycleKind.ERROR,
        "ui.ask.api_req_failed": LifecycleKind.ERROR,
        "say.condense_context": LifecycleKind.COMPACTION,
        "ui.say.condense_context": LifecycleKind.COMPACTION,
        "ask.resume_task": LifecycleKind.INTERRUPTION,
    },
    openings={
        "<environment_details>": Signs(injected=Injected.ENVIRONMENT),
        "<explicit_instructions": Signs(injected=Injected.INSTRUCTIONS),
        "# task_progress": Signs(injected=Injected.REMINDER),
        "# TODO LIST": Signs(injected=Injected.REMINDER),
        "[TASK RESUMPTION]": _NOTICE,
        "[ERROR]": _NOTICE,
    },
    fields=words(
        """
api_req_started ask browser_action cacheReads cacheWrites call_id cancelReason checkpoint_created cline_version
command command_output commandCompleted completion_result content conversationHistoryDeletedRange
conversationHistoryIndex cost diff environment_details environment_history error_retry feedback files
files_in_context images input isCheckpointCheckedOut lastCheckpointHash metrics mode modelId modelInfo model_id
model_usage operationIsLocatedInWorkspace partial path providerId reasoning reasoning_details recursive regex request
requires_approval resume_task role say signature startLineNumbers streamingFailedMessage task task_progress text
thinking tokensIn tokensOut tool tool_result tool_use tool_use_id use_mcp_server user_feedback user_feedback_diff
"""
    ),
)

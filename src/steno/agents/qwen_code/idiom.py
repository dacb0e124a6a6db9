"""How Qwen Code words what happens."""

from __future__ import annotations

from steno.agents.shapes.tool_reports import file_reports, result
from steno.base.exact import JSON
from steno.idioms import Idiom
from steno.model.signs import NONE, Injected, LifecycleKind, Signs
from steno.model.words import words

_ENDED = {
    "cancelled": Signs(lifecycle=LifecycleKind.INTERRUPTION, interrupted=True),
    "error": Signs(lifecycle=LifecycleKind.ERROR),
}


def _report(data: JSON) -> Signs:
    """How a turn ended."""
    state = data.get("state") if isinstance(data, dict) and "promptId" in data else None
    return _ENDED.get(state, NONE) if isinstance(state, str) else NONE


IDIOM = Idiom(
    name="qwen-code",
    lifecycle={
        "system.chat_compression": LifecycleKind.COMPACTION,
        "system.custom_title": LifecycleKind.TITLE,
        "system.turn_result": LifecycleKind.TURN_END,
    },
    openings={
        "<qwen:user-prompt-submit-context": Signs(injected=Injected.HOOK),
        "<qwen:session-start-context": Signs(injected=Injected.HOOK),
        "<system-reminder>": Signs(injected=Injected.REMINDER),
    },
    fields=words(
        """
agentColor agentId agentName args assistant attachmentReferences backgroundTask branch_checkpoint
cachedContentTokenCount callId candidatesTokenCount chat_compression compressedHistory contextWindowSize cron
custom_title
customTitle cwd displayText fileData forkedFrom functionCall functionResponse gitBranch goalContext hookContext id info
inlineData isSidechain message messageUuid mimeType mid_turn_user_message model modelId name notification output
parentSessionId parentUuid parts phase promptId promptTokenCount provenance rawCommand response resultDisplay rewind
role
sessionId slash_command state status stopReason subtype system systemPayload targetUuid text thought
thoughtsTokenCount timestamp titleSource tool_result toolCallResult totalTokenCount truncatedCount type uiEvent
ui_telemetry usageMetadata user uuid version
"""
    ),
    result=result,
    report=_report,
    file_reports=file_reports,
)

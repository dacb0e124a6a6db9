"""How Gemini CLI words what happens."""

from __future__ import annotations

from steno.agents.shapes.tool_reports import file_reports, result
from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="gemini-cli",
    lifecycle={
        "$set.messages": LifecycleKind.COMPACTION,
        "$set.summary": LifecycleKind.TITLE,
        "error": LifecycleKind.ERROR,
        "result": LifecycleKind.RUN_END,
    },
    openings={
        "<hook_context>": Signs(injected=Injected.HOOK),
        "<session_context>": Signs(injected=Injected.ENVIRONMENT),
        "<state_snapshot>": Signs(injected=Injected.NOTICE),
    },
    fields=words(
        """
$rewindTo $set agentId args cached content delta description directories displayContent displayName duration_ms error
fileData functionCall functionResponse gemini id info init inlineData input input_tokens kind lastUpdated
memoryScratchpad messages mimeType model models name output output_tokens parameters projectHash renderOutputAsMarkdown
response result resultDisplay session_id sessionId severity startTime stats status subagent subject summary text
thoughts timestamp
tokens tool tool_calls tool_id tool_name tool_result tool_use toolCalls total total_tokens type user warning
"""
    ),
    result=result,
    file_reports=file_reports,
)

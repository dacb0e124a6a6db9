"""How Copilot Chat words what happens."""

from __future__ import annotations

from steno.agents.shapes.session_words import FIELDS, LIFECYCLE, OPENINGS
from steno.idioms import Idiom
from steno.model.signs import LifecycleKind
from steno.model.words import words

IDIOM = Idiom(
    name="copilot-vscode",
    lifecycle={
        **LIFECYCLE,
        "error": LifecycleKind.ERROR,
        "canceled": LifecycleKind.INTERRUPTION,
        "title": LifecycleKind.TITLE,
    },
    openings=OPENINGS,
    fields=FIELDS
    | words(
        """
agent agentId attachments cacheType codeBlocks codeCitations completionTokens content contentReferences creationDate
customTitle details extensionVersion followups inlineReference initialLocation inputState inputText invocationMessage
isCanceled isComplete isConfirmed kind lastMessageDate markdown message metadata modelId modelMessageId modelState
pastTenseMessage promptTokens renderedGlobalContext renderedUserMessage request requestId requests requesterUsername
responderUsername response responseId responseMarkdownInfo result resultDetails selections sessionId source
textEditGroup thinking timestamp timings toolCallId toolCallResults toolCallRounds toolCalls toolId toolInputRetry
toolInvocationSerialized toolSpecificData undoStop usage variableData variables version
"""
    ),
)

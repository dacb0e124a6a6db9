"""How iFlow CLI words what happens."""

from __future__ import annotations

from steno.agents.shapes.tool_reports import file_reports, result
from steno.idioms import Idiom
from steno.model.signs import Injected, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="iflow",
    lifecycle={},
    openings={"<system-reminder>": Signs(injected=Injected.REMINDER)},
    fields=words(
        """
assistant callId content cwd error external functionResponse gitBranch id input isSidechain message model name output
parentUuid response responseParts resultDisplay role sessionId status stop_reason stop_sequence text timestamp toolName
toolUseResult tool_result tool_use tool_use_id type usage user userType uuid version
"""
    ),
    result=result,
    file_reports=file_reports,
)

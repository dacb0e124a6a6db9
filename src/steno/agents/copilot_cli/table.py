"""The events of Copilot CLI, as a table."""

from __future__ import annotations

from steno.agents.copilot_cli.idiom import IDIOM
from steno.agents.shapes import session_events
from steno.contracts import Format
from steno.kit.agent import parts_of

_MARKED = (b'"copilotVersion"', b'"copilot-agent"', b'"transformedContent"', b'"interactionId"')
SPEC = session_events.spec("copilot-cli", IDIOM, _MARKED)
FORMAT = Format("copilot-cli", "GitHub Copilot CLI session", parts_of(SPEC))

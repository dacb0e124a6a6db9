"""Cursor: its tools.  Steno does not read its logs."""

from steno.agents.contract import Agent, lazy

_TOOLS = lazy("steno.agents.cursor.tools:TOOLBOX")

AGENT = Agent(name="cursor", title="Cursor", tools=_TOOLS)

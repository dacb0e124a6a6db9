"""Cline: its tools.  Steno does not read its logs."""

from steno.agents.contract import Agent, lazy

_TOOLS = lazy("steno.agents.cline.tools:TOOLBOX")

AGENT = Agent(name="cline", title="Cline", tools=_TOOLS)
ROO_CODE = Agent(name="roo-code", title="Roo Code", tools=_TOOLS)
"""It began as a copy, and has the same tools."""

"""Gemini CLI: its tools.  Steno does not read its logs."""

from steno.agents.contract import Agent, lazy

_TOOLS = lazy("steno.agents.gemini_cli.tools:TOOLBOX")
_USAGE = lazy("steno.usage.policies:INCLUSIVE")

AGENT = Agent(name="gemini-cli", title="Gemini CLI", tools=_TOOLS, usage=_USAGE)
QWEN_CODE = Agent(name="qwen-code", title="Qwen Code", tools=_TOOLS, usage=_USAGE)
"""It began as a copy, and has the same tools."""

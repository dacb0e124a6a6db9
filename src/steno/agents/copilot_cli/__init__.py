"""GitHub Copilot CLI: its tools.  Steno does not read its logs."""

from steno.agents.contract import Agent, lazy

_TOOLS = lazy("steno.agents.copilot_cli.tools:TOOLBOX")

AGENT = Agent(name="copilot-cli", title="GitHub Copilot CLI", tools=_TOOLS)

"""OpenCode: its tools.  Steno does not read its logs."""

from steno.agents.contract import Agent, lazy

_TOOLS = lazy("steno.agents.opencode.tools:TOOLBOX")

AGENT = Agent(
    name="opencode",
    title="OpenCode",
    tools=_TOOLS,
    usage=lazy("steno.usage.policies:EXCLUSIVE"),
    keeps=lazy("steno.agents.opencode.keeps:keeps"),
)

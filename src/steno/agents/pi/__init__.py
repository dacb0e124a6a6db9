"""Pi: how it counts tokens.  Steno does not read its logs."""

from steno.agents.contract import Agent, lazy

AGENT = Agent(name="pi", title="Pi", usage=lazy("steno.usage.policies:EXCLUSIVE"))

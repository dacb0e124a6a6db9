"""Claude managed agents: the events of their sessions, as the API lists them or as publishers wrap them."""

from steno.kit.agent import agent
from steno.kit.places import NOWHERE

AGENT = agent(
    "claude-managed",
    "Claude managed agents",
    "steno.agents.claude_managed.table:FORMAT",
    summary="reads the events of a session, plain or wrapped; writes back what was read from such a file",
    places=NOWHERE,
    usage="exclusive",
    tools="steno.agents.claude_managed.tools:TOOLBOX",
    idiom="steno.agents.claude_managed.idiom:IDIOM",
    pairing="id",
    holds=(b"span.model_request", b"session.status", b"agent.tool_use", b"agent.message", b"user.define_outcome"),
    verified=2,
    cannot=("models", "thinking"),
    about="The sessions run at the vendor, and nothing is left on this machine but what somebody downloads. Tokens are "
    "those of the agent's own requests; `session.usage` also counts the grader, by a rule that is not documented, and "
    "is kept but not added.",
)

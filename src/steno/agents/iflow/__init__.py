"""iFlow CLI: its sessions (`~/.iflow/projects/*/session-*.jsonl`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "iflow",
    "iFlow CLI",
    "steno.agents.iflow.table:FORMAT",
    summary="reads sessions; writes back what was read from such a file",
    places=Stored(".iflow/projects", r"[^/]+/(?P<id>session-[^/]+)\.jsonl"),
    usage="exclusive",
    tools="steno.agents.iflow.tools:TOOLBOX",
    idiom="steno.agents.iflow.idiom:IDIOM",
    pairing="id",
    holds=(b'"sessionId":"session-', b'"sessionId": "session-', b'"responseParts"'),
    verified=0,
    about="An answer stands in several records, each of which begins with the call that the record before ended with: "
    "such a call is kept as an echo. Tokens are stated, as 0.",
)

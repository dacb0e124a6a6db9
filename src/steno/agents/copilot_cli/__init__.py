"""GitHub Copilot CLI: its sessions (`~/.copilot/session-state/*/events.jsonl`), and all else that is known of it."""

from steno.agents.contract import Own, Skills
from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "copilot-cli",
    "GitHub Copilot CLI",
    "steno.agents.copilot_cli.table:FORMAT",
    summary="reads the events of versions 0.0.3 to 1.0; writes back what was read from such a file",
    places=Stored(".copilot", r"(?P<id>[^/]+?)(?:/events)?\.jsonl", ("session-state",), "COPILOT_HOME", depth=1),
    usage="steno.agents.copilot_cli.usage:POLICY",
    tools="steno.agents.copilot_cli.tools:TOOLBOX",
    idiom="steno.agents.copilot_cli.idiom:IDIOM",
    pairing="id",
    holds=(b'"session.', b'"user.message"', b'"assistant.'),
    verified=5,
    own=Own(variables=("COPILOT_AGENT_SESSION_ID",), mark="COPILOT_CLI"),
    resume="copilot --resume={id}",
    skills=Skills(".copilot/skills", ".github/skills", "COPILOT_HOME"),
    about="Input and cached tokens are stated when the program ends, for each model. Each time a session is resumed "
    "they begin again at zero, so all statements are added up. A run that was killed says only how many tokens its "
    "answers had. What a sub-agent does stands in the same file, under the call that started it.",
)

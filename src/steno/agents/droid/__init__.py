"""Droid: its sessions (`~/.factory/sessions/*/*.jsonl`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "droid",
    "Droid",
    "steno.agents.droid.table:FORMAT",
    summary="reads sessions with the settings beside them; writes back the lines of what was read from such a file",
    places=Stored(".factory", r"(?:[^/]+/)?(?P<id>[^/]+)\.jsonl", ("sessions",), "FACTORY_HOME", depth=1),
    usage="steno.agents.droid.usage:POLICY",
    tools="steno.agents.droid.tools:TOOLBOX",
    idiom="steno.agents.droid.idiom:IDIOM",
    pairing="id",
    holds=(b'"session_start"',),
    verified=2,
    cannot=("tokens by answer", "models by answer"),
    about="Tokens and the model stand in a file beside the session (`<id>.settings.json`), as one sum of all answers. "
    "Notices that only the human sees stand in the user's place, and are told apart.",
)

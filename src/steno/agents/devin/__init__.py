"""Devin, the command line: its sessions (`~/.local/share/devin/cli/`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "devin",
    "Devin",
    "steno.agents.devin.table:FORMAT",
    summary="reads the database of sessions, and transcripts; writes back transcripts that were read from such files",
    places=Stored(
        (".local/share/devin", "Library/Application Support/devin", "AppData/Roaming/devin"),
        r"cli/(?P<id>sessions)\.db",
        variable="DEVIN_DIR",
        depth=1,
    ),
    usage="last",
    tools="steno.agents.devin.tools:TOOLBOX",
    idiom="steno.agents.devin.idiom:IDIOM",
    pairing="id",
    holds=(b"message_nodes", b'"steps"'),
    about="Written from what is known of the format: no real file was there to check it. The messages of a session "
    "form several trees, of which one chain is shown: all are read, each message with the one that it follows. "
    "Transcripts repeat what the database holds, and are read where they are named.",
)

"""Warp: the conversations of its agent (`warp.sqlite`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

_MAC = "Library/Group Containers/2BBY89MBSN.dev.warp/Library/Application Support/dev.warp.Warp-Stable"

AGENT = agent(
    "warp",
    "Warp",
    "steno.agents.warp.table:FORMAT",
    summary="reads prompts and the commands of the agent from the database of the terminal",
    places=Stored(
        (_MAC, ".local/state/warp-terminal", "AppData/Local/warp/Warp/data"),
        r"(?P<id>warp)\.sqlite",
        variable="WARP_DIR",
        depth=0,
    ),
    usage="none",
    tools="steno.agents.warp.tools:TOOLBOX",
    idiom="steno.agents.warp.idiom:IDIOM",
    pairing="embedded",
    holds=(b"agent_conversations", b"ai_queries"),
    cannot=("answers", "thoughts", "calls other than commands", "input and output tokens"),
    about="Written from what is known of the format: no real file was there to check it. Warp keeps what the model "
    "said on its server: here are prompts, the commands that the agent ran, and one sum of tokens for a conversation. "
    "The rest of the terminal's history is not looked at.",
)

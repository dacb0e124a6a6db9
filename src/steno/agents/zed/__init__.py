"""Zed: the threads of its agent (`<data>/zed/threads/threads.db`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "zed",
    "Zed",
    "steno.agents.zed.table:FORMAT",
    summary="reads the database of threads, those of version 0.3 and older ones",
    places=Stored(
        (".local/share/zed", "Library/Application Support/Zed", "AppData/Local/Zed"),
        r"threads/(?P<id>threads)\.db",
        variable="ZED_DIR",
        depth=1,
    ),
    usage="exclusive",
    tools="steno.agents.zed.tools:TOOLBOX",
    idiom="steno.agents.zed.idiom:IDIOM",
    pairing="id",
    holds=(b"data_type",),
    cannot=("times of messages", "tokens by answer"),
    about="Written from what is known of the format: no real file was there to check it. Each row is a thread. "
    "Tokens are one sum for a thread; versions that kept none state only what the last request of each prompt took, "
    "which is less than all of it.",
)

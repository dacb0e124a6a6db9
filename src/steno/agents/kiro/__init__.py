"""Kiro: the sessions of its command line and of its editor, and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

_EDITOR = "User/globalStorage/kiro.kiroagent"

AGENT = agent(
    "kiro",
    "Kiro",
    "steno.agents.kiro.table:FORMAT",
    summary="reads sessions of the command line (lines, exports, its database) and of the editor; "
    "writes back lines and documents that were read from such files",
    places=Stored(
        (
            ".kiro/sessions/cli",
            ".local/share/kiro-cli",
            "Library/Application Support/kiro-cli",
            f".config/Kiro/{_EDITOR}",
            f"Library/Application Support/Kiro/{_EDITOR}",
            f"AppData/Roaming/Kiro/{_EDITOR}",
        ),
        r"(?:workspace-sessions/[^/]+/(?!sessions\.json)(?=[^/]+\.json$)|[0-9a-f]{32}/(?=[^/]+\.chat$)|"
        r"(?=[^/]+\.jsonl$|data\.sqlite3$))(?P<id>[^/.]+)\.\w+",
        variable="KIRO_SESSIONS_DIR",
        depth=2,
    ),
    usage="none",
    tools="steno.agents.kiro.tools:TOOLBOX",
    idiom="steno.agents.kiro.idiom:IDIOM",
    pairing="id",
    holds=(b'"version":"v1"', b'"version": "v1"', b'"history"', b"conversations_v2", b'"executionId"'),
    verified=3,
    cannot=("tokens",),
    about="The editor's sessions hold a placeholder in the place of many answers: what the model said stands in logs "
    "of executions elsewhere, and here as far as prompts were logged. Exports may lack all ids and results.",
)

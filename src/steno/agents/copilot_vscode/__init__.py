"""Copilot Chat of VS Code: its sessions (`workspaceStorage/*/chatSessions/*`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

_HOMES = tuple(
    f"{above}/{product}/User"
    for above in (".config", "Library/Application Support", "AppData/Roaming")
    for product in ("Code", "Code - Insiders", "VSCodium")
)

AGENT = agent(
    "copilot-vscode",
    "VS Code Copilot Chat",
    "steno.agents.copilot_vscode.table:FORMAT",
    summary="reads sessions as a document and as a log of changes, and the spans of a trace database; writes back what "
    "was read from a document or a log",
    places=Stored(
        _HOMES,
        r"(?:[^/]+/chatSessions|emptyWindowChatSessions)/(?P<id>[^/]+)\.jsonl?",
        ("workspaceStorage", "globalStorage"),
        depth=2,
    ),
    usage="steno.agents.copilot_vscode.usage:POLICY",
    tools="steno.agents.copilot_vscode.tools:TOOLBOX",
    idiom="steno.agents.copilot_vscode.idiom:IDIOM",
    pairing="id",
    holds=(b'"initialLocation"', b'"responderUsername"', b"span_attributes"),
    verified=3,
    about="Newer versions write a log of changes: what was replaced or taken back later is kept, and not counted. An "
    "answer is told twice, as the model gave it and in the parts that were shown: the first counts where it is there. "
    "Tokens are those of the last request of a turn. The transcripts of the extension (`transcripts/*.jsonl`) say the "
    "same again in the records of Copilot CLI: they can be read, and are not listed.",
)

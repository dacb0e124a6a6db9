"""Copilot Chat of VS Code: its sessions (`workspaceStorage/*/chatSessions/*`), and all else that is known of it."""

from steno.kit.agent import agent

AGENT = agent(
    "copilot-vscode",
    "VS Code Copilot Chat",
    "steno.agents.copilot_vscode.table:FORMAT",
    summary="reads sessions as a document and as a log of changes, transcripts of the extension, and the spans of a "
    "trace database; writes back what was read from any of them but a database",
    places="steno.agents.copilot_vscode.places:PLACES",
    usage="steno.agents.copilot_vscode.usage:POLICY",
    tools="steno.agents.copilot_vscode.tools:TOOLBOX",
    idiom="steno.agents.copilot_vscode.idiom:IDIOM",
    pairing="id",
    holds=(b'"initialLocation"', b'"responderUsername"', b"span_attributes", b'"vscodeVersion"'),
    verified=3,
    about="Newer versions write a log of changes: what was replaced or taken back later is kept, and not counted. An "
    "answer is told twice, as the model gave it and in the parts that were shown: the first counts where it is there. "
    "Tokens are those of the last request of a turn. A transcript of the extension says the "
    "same again: it is listed where the session itself is gone.",
)

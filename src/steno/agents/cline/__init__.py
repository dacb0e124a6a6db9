"""Cline, Roo Code and Kilo Code: their tasks (`…/globalStorage/<extension>/tasks/*/`), and all else that is known.

The others began as copies of Cline, and write what it writes.
"""

from steno.kit.agent import agent
from steno.kit.places import Stored
from steno.kit.twin import twin

_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_SYSTEMS = (".config", "Library/Application Support", "AppData/Roaming")


def _stored(extension: str, *more: str, variable: str = "") -> Stored:
    """Where an extension of an editor keeps its tasks."""
    folders = [f"{system}/{editor}/User" for system in _SYSTEMS for editor in _EDITORS] + [".vscode-server/data/User"]
    homes = (*(f"{folder}/globalStorage/{extension}" for folder in folders), *more)
    return Stored(homes, r"(?P<id>[^/]+)/api_conversation_history\.json", ("tasks",), variable, depth=1)


AGENT = agent(
    "cline",
    "Cline",
    "steno.agents.cline.table:FORMAT",
    summary="reads the folder of a task by what was sent to the model, or what was shown to the human alone; writes "
    "back the document of what was read from such a file",
    places=_stored("saoudrizwan.claude-dev", ".cline/data", variable="CLINE_DIR"),
    usage="steno.agents.cline.usage:POLICY",
    tools="steno.agents.cline.tools:TOOLBOX",
    idiom="steno.agents.cline.idiom:IDIOM",
    pairing="id",
    holds=(b'"say"', b"<task>", b"<environment_details>", b"<user_message>", b"<feedback>"),
    verified=2,
    cannot=("results of most versions",),
    about="Most versions write what a tool returned as a text in the next message, which names the tool and no call: "
    "such texts are the program's words, and the calls have no result. Older versions wrote calls as markup in the "
    "answer's text. Tokens stand only in what was shown to the human (`ui_messages.json`).",
)
ROO_CODE = twin(AGENT, "roo-code", "Roo Code", _stored("rooveterinaryinc.roo-cline", variable="ROOCODE_DIR"))
KILO_CODE = twin(AGENT, "kilo-code", "Kilo Code", _stored("kilocode.kilo-code", variable="KILO_LEGACY_DIR"))

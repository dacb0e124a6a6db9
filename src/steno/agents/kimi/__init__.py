"""Kimi CLI, Kimi Code and Kimi Work: their sessions (`~/.kimi`, `~/.kimi-code`), and all else that is known of them."""

from steno.kit.agent import agent
from steno.kit.places import Stored
from steno.kit.twin import twin

AGENT = agent(
    "kimi",
    "Kimi",
    "steno.agents.kimi.table:FORMAT",
    summary="reads wire and context logs of Kimi CLI, and wires of Kimi Code up to protocol 1.5; writes back what was "
    "read from such a file",
    places="steno.agents.kimi.places:PLACES",
    usage="exclusive",
    tools="steno.agents.kimi.tools:TOOLBOX",
    idiom="steno.agents.kimi.idiom:IDIOM",
    pairing="id",
    holds=(
        b'"protocol_version"',
        b'"_checkpoint"',
        b'"_usage"',
        b'"_system_prompt"',
        b'"context.append_',
        b'"TurnBegin"',
    ),
    verified=14,
    about="A folder of Kimi CLI holds two recordings of one session: `wire.jsonl`, with times and tokens, and "
    "`context.jsonl`, with what the model saw. The wire is listed, and the context where there is no wire. In Kimi "
    "Code a prompt stands in the log twice: the second one is kept as an echo. `context.undo` takes turns out of the "
    "context; they stay in the log, and in the counts.",
)
_WORK = "kimi-desktop/daimon-share/daimon/runtime/kimi-code/home/sessions"
_HOMES = ("Library/Application Support", ".config", ".local/share", "AppData/Roaming")
_WORKED = Stored(tuple(f"{home}/{_WORK}" for home in _HOMES), r"[^/]+/(?P<id>[^/]+)/agents/main/wire\.jsonl")
KIMI_WORK = twin(AGENT, "kimi-work", "Kimi Work", _WORKED)

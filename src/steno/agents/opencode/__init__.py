"""OpenCode, and those that grew out of it: their sessions (`~/.local/share/opencode`), and all else that is known."""

from steno.agents.contract import Own, Skills
from steno.base.roots import Names
from steno.kit.agent import agent
from steno.kit.places import Store
from steno.kit.twin import twin


def _store(name: str, folder: str) -> Store:
    older = ("storage/session", r"[^/]+/(?P<id>ses_[^/]+)\.json", 1)
    oldest = ("project", r"[^/]+/storage/session/info/(?P<id>ses_[^/]+)\.json", 4)
    return Store(folder, rf"(?P<id>{name}(?:-[^/]+)?)\.db", "session", (older, oldest))


AGENT = agent(
    "opencode",
    "OpenCode",
    "steno.agents.opencode.table:FORMAT",
    summary="reads the database with its log (both versions), folders of JSON, and exports, which are written back",
    places=_store("opencode", "opencode")._replace(variable="OPENCODE_DB", names=Names.FILE),
    usage="exclusive",
    tools="steno.agents.opencode.tools:TOOLBOX",
    idiom="steno.agents.opencode.idiom:IDIOM",
    pairing="embedded",
    holds=(b'"ses_', b'"projectID"', b"time_created"),
    verified=6,
    own=Own(mark="OPENCODE"),
    resume="opencode --session {id}",
    skills=Skills(".config/opencode/skills", ".opencode/skills", "XDG_CONFIG_HOME"),
    keeps="steno.agents.opencode.keeps:keeps",
    about="Since version 1.2 all sessions are in one database; a folder of JSON files may be left from before, and "
    "such a session is listed only where the database does not have it. A sub-agent is a session that names its "
    "parent. The tokens of a step are those of its message once more, and are not added. A command may fail while its "
    "call is said to be completed: its exit code tells. Of the journal of events the rows are only counted.",
)
MIMOCODE = twin(AGENT, "mimocode", "MiMoCode", _store("mimocode", "mimocode"))
KILO_CLI = twin(AGENT, "kilo-cli", "Kilo CLI", _store("kilo", "kilo"))

"""Codex: its rollout files (`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`), and all else that is known of it."""

from steno.agents.contract import Agent, GoesOn, Own, Pairing, Skills, lazy
from steno.contracts import Format, Parts

FORMAT = Format(
    name="codex",
    title="Codex rollout",
    parts=Parts(
        sniff="steno.agents.codex.sniff:sniff",
        reader="steno.agents.codex.reader",
        writer="steno.agents.codex.reader:make",
        losses="steno.formats.losses:NATIVE",
        load="steno.agents.codex.rules:load",
        rules="steno.agents.codex.rules:RULES",
        count="steno.agents.codex.counts:count",
        kept="steno.agents.codex.kept:KEPT",
        streams="steno.agents.codex.kept:STREAMS",
        lined="steno.agents.codex.lined:LINED",
    ),
    summary="reads bare, wrapped and paginated rollouts up to 0.154; writes back what was read from such a file",
    letters="CDX",
)

AGENT = Agent(
    name=FORMAT.name,
    title="Codex",
    format=FORMAT,
    places=lazy("steno.agents.codex.places:PLACES"),
    usage=lazy("steno.agents.codex.usage:POLICY"),
    hooks=lazy("steno.agents.codex.hooks:HOOKS"),
    tools=lazy("steno.agents.codex.tools:TOOLBOX"),
    idiom=lazy("steno.agents.codex.idiom:IDIOM"),
    pairing=Pairing.ID,
    verified=21,
    about="Tokens are a sum that only grows; what it grew by is what a request took. Sub-agents have rollouts of their "
    "own among all others, and are joined into the one that started them. A fork copies records of its parent, or "
    "names the file that has them: they count there. Newer versions rewrite older rollouts (`codex migrate-rollouts`).",
    goes_on=GoesOn(("turn_context", "event.thread_name_updated"), repeats=True),
    keeps=lazy("steno.agents.codex.keeps:keeps"),
    own=Own(variables=("CODEX_THREAD_ID",), transcript="transcript_path", session="session_id"),
    resume="codex resume {id}",
    skills=Skills(".agents/skills", ".agents/skills"),
)

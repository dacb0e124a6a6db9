"""Names who took a step: the user, the agent, a sub-agent, or the program.  Labels stay the same over a trace."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.model import Actor, ActorKind, Header, Note
from steno.model.steps import derived
from steno.passes.derive.act import Act, code
from steno.passes.derive.anchors import Found

HUMAN = code("030", "actor-human", "The actor of a human's message is `user`.")
MAIN = code(
    "031", "actor-agent",
    "The agent that wrote the log is `agent:main`, whichever model answers. Another agent that the log names is "
    "`agent:` and its name.",
)  # fmt: skip
SUB = code("032", "actor-sub-agent", "A sub-agent is `subagent:` and the id of its run in the log.")
PROGRAM = code("033", "actor-program", "The actor of what the agent's program did by itself is `system`.")
CODES = (HUMAN, MAIN, SUB, PROGRAM)

_SUB = "sub-agent"
_PARENT = "parent"


def label(header: Header, found: Found) -> None:
    """Give every step the label of whoever took it."""
    main = found.root.rpartition("@")[0]
    labels = {key: _label(key, actor, main, found.runs) for key, actor in header.actors.items()}
    for act in found.acts:
        act.actor = "user" if act.action == "user_message" else labels.get(act.event.actor, "system")


def _label(key: str, actor: Actor, main: str, runs: frozenset[str]) -> str:
    if actor.kind is not ActorKind.MODEL:
        return "system"  # what a human did other than speak, the program did for them
    if key == _PARENT:
        return "agent:parent"
    if actor.instance is not UNSET:
        sub = actor.name == _SUB or actor.instance in runs
        return _named("subagent" if sub else "agent", actor.instance)
    return "agent:main" if actor.name == main or main == _SUB else _named("agent", actor.name)


def _named(who: str, name: str) -> str:
    """A label is one word: what stands between the words of a name becomes an underscore."""
    return f"{who}:{word}" if (word := "_".join(name.split())) else who


def notes(act: Act) -> Iterator[Note]:
    yield derived(_RULES[act.actor.partition(":")[0]], "actor", act.actor, act.event, (act.event.uid,))


_RULES = {"user": HUMAN.name, "agent": MAIN.name, "subagent": SUB.name, "system": PROGRAM.name}

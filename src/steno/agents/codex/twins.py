"""The program that writes what Codex writes, in a place of its own: TraeX."""

from steno.agents.codex import AGENT
from steno.kit.places import Stored
from steno.kit.twin import twin

_ROLLOUT = r"(?:.*/)?rollout-(?:[^/]*T\d\d-\d\d-\d\d-)?(?P<id>[^/]+)\.jsonl(?:\.zst)?"
TRAEX = twin(AGENT, "traex", "TraeX", Stored(".trae/cli", _ROLLOUT, ("sessions", "archived_sessions")), verified=1)

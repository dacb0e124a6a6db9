"""The programs that write what Claude Code writes, in places of their own: OpenClaude and Claude Cowork."""

from steno.agents.claude_code import AGENT
from steno.kit.places import Stored
from steno.kit.twin import twin

_SESSION = r"[^/]+/(?!agent-)(?P<id>[^/]+)\.jsonl"
_COWORK = "Claude/local-agent-mode-sessions"
_HOMES = ("Library/Application Support", ".config", "AppData/Roaming",
          "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming")  # fmt: skip
OPENCLAUDE = twin(AGENT, "openclaude", "OpenClaude", Stored(".openclaude", _SESSION, ("projects",), depth=1))
COWORK = twin(
    AGENT,
    "claude-cowork",
    "Claude Cowork",
    Stored(
        tuple(f"{home}/{_COWORK}" for home in _HOMES), rf"[^/]+/[^/]+/local_[^/]+/\.claude/projects/{_SESSION}", depth=6
    ),
)

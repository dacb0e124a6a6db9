"""OpenClaw."""

from __future__ import annotations

from tests.agents.answers.pi import FIGURES as FIGURES

DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {
    ("28f5ed6414d9", "format"): (
        "pi",
        "made by hand in the shape that both agents write; nothing in its 1,762 bytes names the agent",
    ),
}

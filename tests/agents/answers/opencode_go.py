"""OpenCode-Go."""

from __future__ import annotations

from tests.agents.answers.crush import FIGURES as FIGURES

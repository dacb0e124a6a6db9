"""Grok Build, the name under which newer versions of Grok write the same records."""

from __future__ import annotations

from tests.agents.answers.grok import DEVIATIONS as DEVIATIONS
from tests.agents.answers.grok import FIGURES as FIGURES

READS = "grok"

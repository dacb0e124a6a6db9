"""Figures over requests and tool calls, wherever they were read.  Knows no file, no catalog and no terminal.

A `Requested` is one answer of a model with what it took and cost, a `Called` one tool call: small rows, which come from
traces or from the catalog.  `Figures` adds them up by what they have in common.
"""

from steno.stats.budget import Budget, Standing, budget, standing
from steno.stats.figures import Day, Figures, Wait, figures
from steno.stats.group import ALWAYS, By, Group, Period, Uses
from steno.stats.rows import NO_TOOL, SEVERAL, UNSTATED, Called, Requested

__all__ = [
    "ALWAYS", "NO_TOOL", "SEVERAL", "UNSTATED", "Budget", "By", "Called", "Day", "Figures", "Group", "Period",
    "Requested", "Standing", "Uses", "Wait", "budget", "figures", "standing",
]  # fmt: skip

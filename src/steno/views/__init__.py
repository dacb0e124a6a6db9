"""Learning views: a trace's steps as rows to train or to evaluate with, each label with its evidence.

A view is written as a format is, so that it goes through the same redaction and the same guard; it cannot be read back
and is listed with no formats.
"""

from __future__ import annotations

from typing import Final

from steno.contracts import Format, Parts
from steno.views import preference, process_reward, sft, trajectory
from steno.views.losses import CODES
from steno.views.writer import Rows, maker

_TITLES: Final = {
    "sft": "requests and answers",
    "preference": "pairs and corrections",
    "process-reward": "judged steps",
    "trajectory": "whole trajectories",
}
ROWS: Final[dict[str, Rows]] = {
    "sft": sft.rows,
    "preference": preference.rows,
    "process-reward": process_reward.rows,
    "trajectory": trajectory.rows,
}
"""What makes the rows of a view, by its name."""


def _view(name: str, rows: Rows) -> Format:
    return Format(name, _TITLES[name], Parts(writer=maker(rows), losses=CODES), needs=("pair",), derives=("derive",))


VIEWS: Final = {name: _view(name, rows) for name, rows in ROWS.items()}

__all__ = ["CODES", "ROWS", "VIEWS"]

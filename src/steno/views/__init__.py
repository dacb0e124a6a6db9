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


def _view(name: str, title: str, rows: Rows) -> Format:
    return Format(name, title, Parts(writer=maker(rows), losses=CODES), needs=("pair",), derives=("derive",))


VIEWS: Final = {
    each.name: each
    for each in (
        _view("sft", "requests and answers", sft.rows),
        _view("preference", "pairs and corrections", preference.rows),
        _view("process-reward", "judged steps", process_reward.rows),
        _view("trajectory", "whole trajectories", trajectory.rows),
    )
}

__all__ = ["CODES", "VIEWS"]

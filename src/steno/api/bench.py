"""What the viewer's server keeps between two requests: decisions, reviews, and the export that was looked at last."""

from __future__ import annotations

from steno.api.decisions import Decisions
from steno.api.outbox import Outbox
from steno.api.reviewing import Reviewing
from steno.api.view import Desk


class Bench:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.decisions = Decisions(desk)
        self.outbox = Outbox(desk, self.decisions)
        self.reviewing = Reviewing(desk)

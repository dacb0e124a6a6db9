"""Every code that building and checking a dataset may report, for `steno rule`."""

from __future__ import annotations

from steno.dataset import rows, security, verifying
from steno.dataset.projections import chat

LOSSES = (*chat.LOSSES, *rows.LOSSES)
CODES = (*security.CODES, *verifying.CODES)

"""How Cline counts tokens: every request states its own, where it is announced to the human."""

from __future__ import annotations

from steno.usage.policies import SUM
from steno.usage.request import Share

POLICY = SUM._replace(share=Share.EXCLUSIVE, name="sum, exclusive")

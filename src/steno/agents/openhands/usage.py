"""How OpenHands counts tokens: in a sum that grows."""

from __future__ import annotations

from steno.usage.policies import FINAL
from steno.usage.request import Share

POLICY = FINAL._replace(share=Share.INCLUSIVE, name="final, inclusive")

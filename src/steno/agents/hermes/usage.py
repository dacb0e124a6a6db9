"""How Hermes counts tokens: one sum for each session, in which input does not include what the cache gave."""

from __future__ import annotations

from steno.usage.policies import FINAL
from steno.usage.request import Share

POLICY = FINAL._replace(share=Share.EXCLUSIVE, name="final, exclusive")

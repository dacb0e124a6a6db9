"""How Mistral Vibe counts tokens: one sum for the session, in which input includes what the cache gave."""

from __future__ import annotations

from steno.usage.policies import FINAL
from steno.usage.request import Share

POLICY = FINAL._replace(share=Share.INCLUSIVE, name="final, inclusive")

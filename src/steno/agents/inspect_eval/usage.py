"""How Inspect counts tokens: a sample states those of each model, apart from what the cache gave and took."""

from __future__ import annotations

from steno.usage.policies import SUM
from steno.usage.request import Share

POLICY = SUM._replace(share=Share.EXCLUSIVE, name="sum, exclusive")

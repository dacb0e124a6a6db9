"""How Droid counts tokens: one sum of all answers, in the settings beside a session."""

from __future__ import annotations

from steno.usage.policies import FINAL
from steno.usage.request import Share

POLICY = FINAL._replace(share=Share.EXCLUSIVE, name="final, exclusive")

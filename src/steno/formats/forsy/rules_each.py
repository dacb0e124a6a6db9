"""Makes a rule of a generator over one trace, and knows at which level a code is checked."""

from __future__ import annotations

from typing import Final

from steno.contracts import Strictness
from steno.formats.forsy.document import Document
from steno.formats.judges import judging

LEVELS: Final = {
    "FSY0": Strictness.SCHEMA,
    "FSY1": Strictness.STRICT,
    "FSY2": Strictness.RELEASE,
    "FSY3": Strictness.ALL,
}
"""The level of a rule by its hundred."""

judges: Final = judging(Document, LEVELS)

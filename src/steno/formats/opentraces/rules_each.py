"""Makes a rule of a generator over one record, and knows at which level a code is checked."""

from __future__ import annotations

from typing import Final

from steno.contracts import Strictness
from steno.formats.judges import judging
from steno.formats.opentraces.document import Document

LEVELS: Final = {
    "OTR0": Strictness.SCHEMA,
    "OTR1": Strictness.STRICT,
    "OTR2": Strictness.RELEASE,
    "OTR3": Strictness.ALL,
    "OTR9": Strictness.SCHEMA,
}
"""The level of a rule by its hundred."""

judges: Final = judging(Document, LEVELS)

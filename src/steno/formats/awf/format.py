"""The format `awf`, put together.  Apart from the package, so that the recorder can use the wire without all of it."""

from steno.contracts import Code, Format
from steno.formats.awf import reader, writer
from steno.formats.awf.counts import count
from steno.formats.awf.document import load
from steno.formats.awf.kept import KEPT
from steno.formats.awf.losses import LOSSES
from steno.formats.awf.rules import RULES

CODES: tuple[Code, ...] = (writer.KEPT_UNKNOWN,)
"""What writing may report, apart from losses."""

FORMAT = Format(
    name="awf",
    title="AWF transcript",
    reader=reader,
    writer=writer.make,
    lossless=("unknown=keep",),
    load=load,
    rules=RULES,
    losses=LOSSES,
    count=count,
    summary="reads and writes transcripts of runs; keeps unknown events and fields; `spelling=go` writes as AWF does",
    kept=KEPT,
)

__all__ = ["CODES", "FORMAT"]

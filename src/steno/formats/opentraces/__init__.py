"""OpenTraces records: one agent session as one JSON object, one in every line."""

from steno.contracts import Code, Format
from steno.formats.opentraces import reader, writer
from steno.formats.opentraces.counts import count
from steno.formats.opentraces.document import load
from steno.formats.opentraces.kept import KEPT
from steno.formats.opentraces.losses import LOSSES
from steno.formats.opentraces.rules import RULES

CODES: tuple[Code, ...] = reader.CODES
"""What reading may report, apart from rules and losses."""

FORMAT = Format(
    name="opentraces",
    title="OpenTraces 0.7",
    reader=reader,
    writer=writer.make,
    needs=("pair",),
    derives=("enrich",),
    lossless=("version=keep", "redact=none"),
    load=load,
    rules=RULES,
    losses=LOSSES,
    count=count,
    summary="reads 0.1 to 0.9; writes 0.7, and 0.6 and 0.9 on request; sub-agents inline or as records of their own",
    kept=KEPT,
)

__all__ = ["CODES", "FORMAT"]

"""Forsy traces: the steps of a work, with what was judged of each, as one JSON document or a line of many."""

from steno.contracts import Code, Format
from steno.formats.forsy import bundle, reader, writer
from steno.formats.forsy.counts import count
from steno.formats.forsy.document import load
from steno.formats.forsy.kept import KEPT
from steno.formats.forsy.losses import LOSSES
from steno.formats.forsy.rules import RULES
from steno.model.ledger import Style

CODES: tuple[Code, ...] = (reader.ASTRAY, bundle.UNLIKE)
"""What reading a trace or a bundle may report, apart from rules and losses."""

FORMAT = Format(
    name="forsy",
    title="Forsy trace v0.1",
    reader=reader,
    writer=writer.make,
    needs=("pair",),
    derives=("derive",),
    lossless=("version=keep", "redact=none"),
    load=load,
    rules=RULES,
    losses=LOSSES,
    count=count,
    summary="reads v0.1 and the older v1 and v2; writes v0.1, from a log by the steps that rules derive",
    placeholders=Style.FORSY,
    kept=KEPT,
)

__all__ = ["CODES", "FORMAT"]

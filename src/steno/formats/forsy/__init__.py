"""Forsy traces: the steps of a work, with what was judged of each, as one JSON document or a line of many."""

from steno.contracts import Format, Parts
from steno.model.ledger import Style

FORMAT = Format(
    name="forsy",
    title="Forsy trace v0.1",
    parts=Parts(
        sniff="steno.formats.forsy.sniff:sniff",
        reader="steno.formats.forsy.reader",
        writer="steno.formats.forsy.writer:make",
        options="steno.formats.forsy.writer:CHOICES",
        losses="steno.formats.forsy.losses:LOSSES",
        load="steno.formats.forsy.document:load",
        rules="steno.formats.forsy.rules:RULES",
        codes="steno.formats.forsy.codes:CODES",
        count="steno.formats.forsy.counts:count",
        kept="steno.formats.forsy.kept:KEPT",
    ),
    summary="reads v0.1 and the older v1 and v2; writes v0.1, from a log by the steps that rules derive",
    suffixes={"": ".json", "mode=jsonl": ".jsonl"},
    letters="FSY",
    holds=(b'"trace_id"', b'"collection_id"', b'"forsy-'),
    needs=("pair",),
    derives=("derive",),
    lossless=("version=keep",),
    placeholders=Style.FORSY,
)

__all__ = ["FORMAT"]

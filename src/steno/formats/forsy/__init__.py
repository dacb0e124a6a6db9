"""Forsy traces: the steps of a work, with what was judged of each, as one JSON document or a line of many."""

from steno.contracts import Format, later
from steno.model.ledger import Style

FORMAT = Format(
    name="forsy",
    title="Forsy trace v0.1",
    sniff=later("steno.formats.forsy.sniff:sniff"),
    reader=later("steno.formats.forsy.reader"),
    writer=later("steno.formats.forsy.writer:make"),
    needs=("pair",),
    derives=("derive",),
    lossless=("version=keep",),
    load=later("steno.formats.forsy.document:load"),
    rules=later("steno.formats.forsy.rules:RULES"),
    losses=later("steno.formats.forsy.losses:LOSSES"),
    codes=later("steno.formats.forsy.codes:CODES"),
    count=later("steno.formats.forsy.counts:count"),
    summary="reads v0.1 and the older v1 and v2; writes v0.1, from a log by the steps that rules derive",
    placeholders=Style.FORSY,
    kept=later("steno.formats.forsy.kept:KEPT"),
)

__all__ = ["FORMAT"]

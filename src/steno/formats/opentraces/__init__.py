"""OpenTraces records: one agent session as one JSON object, one in every line."""

from steno.contracts import Format, later

FORMAT = Format(
    name="opentraces",
    title="OpenTraces 0.7",
    sniff=later("steno.formats.opentraces.sniff:sniff"),
    reader=later("steno.formats.opentraces.reader"),
    writer=later("steno.formats.opentraces.writer:make"),
    needs=("pair",),
    derives=("enrich",),
    lossless=("version=keep",),
    load=later("steno.formats.opentraces.document:load"),
    rules=later("steno.formats.opentraces.rules:RULES"),
    losses=later("steno.formats.opentraces.losses:LOSSES"),
    codes=later("steno.formats.opentraces.reader:CODES"),
    count=later("steno.formats.opentraces.counts:count"),
    summary="reads 0.1 to 0.9; writes 0.7, and 0.6 and 0.9 on request; sub-agents inline or as records of their own",
    kept=later("steno.formats.opentraces.kept:KEPT"),
)

__all__ = ["FORMAT"]

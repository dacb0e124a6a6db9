"""OpenTraces records: one agent session as one JSON object, one in every line."""

from steno.contracts import Format, Parts

FORMAT = Format(
    name="opentraces",
    title="OpenTraces 0.9",
    parts=Parts(
        sniff="steno.formats.opentraces.sniff:sniff",
        reader="steno.formats.opentraces.reader",
        writer="steno.formats.opentraces.writer:make",
        options="steno.formats.opentraces.writer:CHOICES",
        losses="steno.formats.opentraces.losses:LOSSES",
        load="steno.formats.opentraces.document:load",
        rules="steno.formats.opentraces.rules:RULES",
        codes="steno.formats.opentraces.reader:CODES",
        count="steno.formats.opentraces.counts:count",
        kept="steno.formats.opentraces.kept:KEPT",
    ),
    summary="reads 0.1 to 0.9; writes 0.9, or 0.7 and 0.6 by -O version=; sub-agents inline or as records of their own",
    suffixes={"": ".jsonl"},
    letters="OTR",
    holds=(b'"trace_id"', b'"session_id"', b'"agent"', b'"steps"'),
    needs=("pair",),
    derives=("enrich",),
    lossless=("version=keep",),
)

__all__ = ["FORMAT"]

"""Open-Token 0.1: one conversation as one JSON document, or as lines of JSON."""

from steno.contracts import Code, Format
from steno.formats.open_token import options, reader, writer
from steno.formats.open_token.counts import count
from steno.formats.open_token.document import load
from steno.formats.open_token.kept import KEPT
from steno.formats.open_token.losses import LOSSES
from steno.formats.open_token.rules import RULES

CODES: tuple[Code, ...] = (options.IGNORED, reader.UNLISTED, reader.NO_CONVERSATION)
"""What reading and the options may report, apart from rules and losses."""

FORMAT = Format(
    name="open-token",
    title="Open-Token 0.1",
    reader=reader,
    writer=writer.make,
    needs=("pair",),
    lossless=("include=include-internal", "internal=full", "permit_internal=true", "redact=none"),
    load=load,
    rules=RULES,
    losses=LOSSES,
    count=count,
    summary="reads and writes json and ndjson; every option of the skill, drop=oldest as an extension",
    kept=KEPT,
)

__all__ = ["CODES", "FORMAT"]

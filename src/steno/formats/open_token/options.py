"""The options of an export, as the `key=value` words that Open-Token defines.  Knows nothing of traces.

`redact` is not among them: it is an option of every target, and the pipeline's.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from steno.contracts import Code, UsageError
from steno.diagnostics import Place, Report, Severity
from steno.formats.options import split


class Mode(enum.Enum):
    JSON = "json"
    NDJSON = "ndjson"


class Include(enum.Enum):
    VISIBLE_ONLY = "visible-only"
    INTERNAL = "include-internal"


class Internal(enum.Enum):
    REDACTED = "redacted"
    SUMMARY = "summary"
    FULL = "full"


class Options(Struct, frozen=True, kw_only=True):
    mode: Mode = Mode.JSON
    pretty: bool | None = None
    """None where it was not asked for: then pretty for json, until `max_bytes` needs the room."""
    include: Include = Include.VISIBLE_ONLY
    internal: Internal = Internal.REDACTED
    max_bytes: int | None = None
    drop: bool = False
    """Steno's extension: the oldest events may be dropped where cutting texts is not enough."""
    permit_internal: bool = False
    """Steno's extension: the word without which thoughts are not written verbatim."""
    keep: bool = False
    """Steno's extension: what was read from Open-Token is written back as it was, with all its flaws."""
    asked: bool = False
    """Whether anything was said of thoughts."""

    def of_an_export(self) -> Options:
        """The options for what is an export already: unless asked otherwise, it keeps the thoughts that it shows."""
        return self if self.asked else replace(self, include=Include.INTERNAL, internal=Internal.FULL)


IGNORED = Code(
    "SRC101",
    "option-without-effect",
    "An option was given twice (the last one counts), or has no effect with the other options: "
    "`pretty=true` with `mode=ndjson`, `internal=...` without `include=include-internal`, "
    "`drop=oldest` without `max_bytes`.",
    Severity.WARNING,
)

CHOICES: dict[str, tuple[str, ...]] = {
    "mode": tuple(each.value for each in Mode),
    "pretty": ("true", "false"),
    "include": tuple(each.value for each in Include),
    "internal": tuple(each.value for each in Internal),
    "max_bytes": (),
    "drop": ("oldest",),
    "permit_internal": ("false", "true"),
    "document": ("new", "keep"),
}
"""The options with their values; the first of each is the usual one, but for `drop`, which is off."""


def parse(words: Sequence[str], report: Report) -> Options:
    """The options these words ask for; raises `UsageError` with one sentence where they ask for none."""
    given: dict[str, str] = {}
    for word in words:
        key, value = split(word, CHOICES)
        if key in given:
            report(IGNORED.at(Place(), f"{key} is given twice; {key}={value} counts"))
        given[key] = value
    options = Options(
        mode=Mode(given.get("mode", "json")),
        pretty=given["pretty"] == "true" if "pretty" in given else None,
        include=Include(given.get("include", "visible-only")),
        internal=Internal(given.get("internal", "redacted")),
        max_bytes=_bytes(given["max_bytes"]) if "max_bytes" in given else None,
        drop="drop" in given,
        permit_internal=given.get("permit_internal") == "true",
        keep=given.get("document") == "keep",
        asked="include" in given or "internal" in given,
    )
    if options.pretty and options.mode is Mode.NDJSON:
        report(IGNORED.at(Place(), "pretty=true has no effect: ndjson is one line per record"))
    if "internal" in given and options.include is Include.VISIBLE_ONLY:
        report(IGNORED.at(Place(), f"internal={given['internal']} has no effect without include=include-internal"))
    if options.drop and options.max_bytes is None:
        report(IGNORED.at(Place(), "drop=oldest has no effect without max_bytes"))
    if options.internal is Internal.FULL and not options.permit_internal:
        raise UsageError("internal=full writes hidden reasoning word for word and needs --permit-internal")
    return options


def _bytes(value: str) -> int:
    # Python reads no more than 4300 digits, and no machine holds so many bytes.
    if value.isascii() and value.isdigit() and len(value) < 20 and int(value) > 0:
        return int(value)
    raise UsageError(f"max_bytes is {value!r}, expected a positive whole number")

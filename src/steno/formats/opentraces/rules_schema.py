"""What the published schema package decides by itself: a record that breaks none of these is one that it accepts."""

from __future__ import annotations

from collections.abc import Iterator

from steno.contracts import Finding, Rule
from steno.formats.opentraces.document import Document
from steno.formats.opentraces.examples import act, anchor, patched, record, user
from steno.formats.opentraces.rules_each import judges
from steno.formats.opentraces.rules_flaws import Sort

_GOOD = record()


def flawed(doc: Document, sort: Sort) -> Iterator[Finding]:
    """What the walk over the record found of one sort."""
    for flaw in doc.flaws:
        if flaw.sort is sort:
            yield doc.says(flaw.message, *flaw.path)


@judges("OTR001", good=_GOOD, bad=record(agent={}), clause="1.1 required fields")
def required_field_is_there(doc: Document) -> Iterator[Finding]:
    """Every field is there that has no default.

    Of a record these are `trace_id`, `session_id` and `agent`; of an agent `name`; of a step `step_index` and `role`;
    of a tool call `tool_call_id` and `tool_name`; of an observation `source_call_id`; of a snippet and a patch
    `file_path`, of a patch also `patch_id`; of an attributed file `path`; of a range both lines; of a link to git
    `revision` and `tier`; of an anchor `last_searched_at` and `found`.
    """
    yield from flawed(doc, Sort.MISSING)


@judges("OTR002", good=_GOOD, bad=record(user(), act(tool_calls={"tool_call_id": "call-1"})), clause="1.1 types")
def field_has_its_type(doc: Document) -> Iterator[Finding]:
    """Every field holds a value of its type; the record itself is an object.

    The package rejects all of the record where one value does not fit, with the few exceptions of which OTR103 speaks.
    """
    yield from flawed(doc, Sort.TYPE)


@judges("OTR003", good=_GOOD, bad=record(user(), act(token_usage={"input_tokens": None})), clause="1.1 null")
def null_stands_only_where_it_may(doc: Document) -> Iterator[Finding]:
    """A field with a default of its own is never null: it is left out where nothing is known.

    That holds for counts, lists, maps and nearly all inner objects.  The package rejects a record for one such null.
    """
    yield from flawed(doc, Sort.NULL)


@judges(
    "OTR004", good=patched(anchor()), bad=patched(anchor(evidence_tier="structural_match")), clause="1.1 enums",
)  # fmt: skip
def word_is_one_of_its_list(doc: Document) -> Iterator[Finding]:
    """Where the values of a field are listed, it holds one of them.

    The lists are closed: `evidence_tier` has ten values and `evidence_firmness` seven, although their descriptions name
    a few as examples.  `structural_match`, which programs are known to write, is not one of them:
    `structural_symbol` is.  The role of a model's step is `agent`, not `assistant`.
    """
    yield from flawed(doc, Sort.WORD)


@judges("OTR005", good=record(metrics={"cache_hit_rate": 0.25}), bad=record(metrics={"cache_hit_rate": 25}),
        clause="1.1 bounds")  # fmt: skip
def number_is_in_its_bounds(doc: Document) -> Iterator[Finding]:
    """`cache_hit_rate` is a fraction from 0 to 1, and `generation_index` is 0 or more."""
    yield from flawed(doc, Sort.BOUND)


def _nested(depth: int) -> list[object]:
    inner: list[object] = []
    for _ in range(depth):
        inner = [inner]
    return inner


@judges("OTR006", good=record(metadata={"tree": _nested(20)}), bad=record(metadata={"tree": _nested(220)}),
        clause="1.2 nesting")  # fmt: skip
def nesting_can_be_read(doc: Document) -> Iterator[Finding]:
    """No value lies deeper than 200 levels in the record.

    The parser of the package gives up there, also in fields that it would drop, and with it goes the whole record.
    """
    yield from flawed(doc, Sort.DEPTH)


@judges(
    "OTR007", good=record(metadata={"title": "é"}), bad=record(metadata={"title": "\ud83d"}), clause="1.2 surrogate"
)
def text_is_unicode(doc: Document) -> Iterator[Finding]:
    r"""A text holds characters only: no `\ud800` to `\udfff` that stands alone.

    Half of a pair is left where a text was cut by somebody who counts in UTF-16.  The package's parser rejects the
    record; where it does not, writing the record fails.
    """
    yield from flawed(doc, Sort.SURROGATE)


@judges("OTR008", good=_GOOD, bad=record(metadata={"n": 0}).replace('{"n":0}', f'{{"n":{"9" * 4400}}}'),
        clause="1.2 numbers")  # fmt: skip
def integer_can_be_read(doc: Document) -> Iterator[Finding]:
    """No integer has more than 4,300 digits, which is where parsers, the package's among them, give up."""
    yield from flawed(doc, Sort.LONG)


RULES: tuple[Rule, ...] = (
    required_field_is_there,
    field_has_its_type,
    null_stands_only_where_it_may,
    word_is_one_of_its_list,
    number_is_in_its_bounds,
    nesting_can_be_read,
    text_is_unicode,
    integer_can_be_read,
)

"""What the published schema package decides by itself: a record that breaks none of these is one that it accepts.

One walk over a record finds its flaws (`flaws`); each of these rules speaks of one sort of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Raw

from steno.contracts import Finding, Rule
from steno.formats.opentraces import package
from steno.formats.opentraces.document import Document
from steno.formats.opentraces.examples import rule
from steno.formats.opentraces.flaws import Sort
from steno.formats.rulebook import WARNING, About


def _flawed(sort: Sort, code: str, name: str, page: str, about: About) -> Rule:
    """A rule that says what the walk over the record found of one sort."""

    def check(doc: Document) -> Iterator[Finding]:
        return (doc.says(flaw.message, *flaw.path) for flaw in doc.flaws if flaw.sort is sort)

    return rule.made(code, name, page, check, about)


def _nested(depth: int) -> list[object]:
    inner: list[object] = []
    for _ in range(depth):
        inner = [inner]
    return inner


# fmt: off
FLAWS: tuple[Rule, ...] = (
    _flawed(Sort.MISSING, "OTR001", "required-field-is-there", """
        Every field without a default is present.

        In a record these are `trace_id`, `session_id` and `agent`; in an agent `name`; in a step `step_index` and
        `role`; in a tool call `tool_call_id` and `tool_name`; in an observation `source_call_id`; in a snippet and a
        patch `file_path`, in a patch also `patch_id`; in an attributed file `path`; in a range both lines; in a link to
        git `revision` and `tier`; in an anchor `last_searched_at` and `found`.
        """, {"bad": {"/agent": {}}, "clause": "1.1 required fields"}),
    _flawed(Sort.TYPE, "OTR002", "field-has-its-type", """
        Every field holds a value of its type; the record itself is an object.

        The package rejects the whole record if one value does not fit, with the few exceptions that OTR103 reports.
        """, {"bad": {"/steps/1/tool_calls": {"tool_call_id": "call-1"}}, "clause": "1.1 types"}),
    _flawed(Sort.NULL, "OTR003", "null-stands-only-where-it-may", """
        A field with a default is never null: it is left out if nothing is known.

        That holds for counts, lists, maps and nearly all inner objects.  One such null, and the package rejects the
        record.
        """, {"bad": {"/steps/1/token_usage/input_tokens": None}, "clause": "1.1 null"}),
    _flawed(Sort.WORD, "OTR004", "word-is-one-of-its-list", """
        A field whose values are listed has one of them.

        The lists are closed: `evidence_tier` has ten values and `evidence_firmness` seven, although their descriptions
        name only a few as examples. `structural_match`, which some programs write, is not one of them;
        `structural_symbol` is.  The role of a model's step is `agent`, not `assistant`.
        """, {"bad": {"/patches/0/anchor/evidence_tier": "structural_match"}, "clause": "1.1 enums"}),
    _flawed(Sort.BOUND, "OTR005", "number-is-in-its-bounds", """
        `cache_hit_rate` is a fraction from 0 to 1, and `generation_index` is 0 or more.
        """, {"good": {"/metrics/cache_hit_rate": 0.25}, "bad": {"/metrics/cache_hit_rate": 25},
              "clause": "1.1 bounds"}),
    _flawed(Sort.DEPTH, "OTR006", "nesting-can-be-read", """
        No value in the record is nested deeper than 200 levels.

        The package's parser gives up there, even in fields that it would drop, and the whole record is lost.
        """, {"good": lambda: {"/metadata": {"tree": _nested(20)}}, "bad": lambda: {"/metadata/tree": _nested(220)},
              "clause": "1.2 nesting"}),
    _flawed(Sort.SURROGATE, "OTR007", "text-is-unicode", r"""
        A text has whole characters only: no lone `\ud800` to `\udfff`.

        A program that counts in UTF-16 may cut a text in the middle of a pair.  The package's parser rejects the
        record; where it does not, writing the record fails.
        """, {"good": {"/metadata": {"title": "é"}}, "bad": {"/metadata/title": "\ud83d"}, "clause": "1.2 surrogate"}),
    _flawed(Sort.LONG, "OTR008", "integer-can-be-read", """
        No integer has more than 4,300 digits, which is where parsers, the package's among them, give up.
        """, {"good": {"/metadata": {"n": 0}}, "bad": {"/metadata/n": Raw(b"9" * 4400)}, "clause": "1.2 numbers"}),
    _flawed(Sort.COERCED, "OTR103", "value-is-not-converted", """
        A number is written as a number, an integer without a fraction, true as true.

        The package silently converts `"3"`, `3.0` and `true` to an integer, so it writes something other than what it
        read. Other programs reject them.
        """, {"bad": {"/steps/1/token_usage/input_tokens": "120"}, "clause": "1.2 lax coercion", "severity": WARNING}),
    _flawed(Sort.UNKNOWN, "OTR104", "field-has-a-place", """
        The record's version has every field in it.

        The package silently drops any other field when it reads, so it is also missing when it writes. Use `metadata`
        for more. Fields known to get lost are `security.tier`, which the specification's own example has,
        `outcome.patch`, which 0.6 took out, and what 0.8 added to `environment`.
        """, {"bad": {"/security/tier": 2}, "clause": "1.2 extra=ignore", "severity": WARNING}),
    _flawed(Sort.INFINITE, "OTR105", "number-is-finite", """
        No number is too large for a program, as `1e400` is.

        The package reads it as infinity and writes null.  `NaN` and `Infinity` are not JSON at all, so SRC001 reports
        them, although the package accepts them and writes null for them too.
        """, {"good": {"/metadata": {"n": 0}}, "bad": {"/metadata/n": Raw(b"1e400")}, "clause": "1.2 NaN",
              "severity": WARNING}),
)
# fmt: on


@rule("OTR901", bad={"/lifecycle": "done"}, clause="1.2")
def package_accepts_the_record(doc: Document) -> Iterator[Finding]:
    """The package `opentraces-schema` accepts the record.

    This is checked only if the package is installed (`pip install opentraces-schema`). It nearly always repeats a
    finding of OTR001 to OTR008 in the package's own words: it is a second opinion, and covers what a later version of
    the package may require."""
    known = package.version()
    for path, message in package.rejections(doc.data, doc.value):
        yield doc.says(f"opentraces-schema {known} rejects the record: {message}", *path)

"""Diagnostics in every shape that tools read."""

from __future__ import annotations

from steno.api.said import said
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place, Severity
from steno.render.findings import counted, github, record, sarif, text
from steno.render.terminal import Paint

CODE = Code("XYZ001", "rose-is-dry", "A rose is dry.\n\nWater it.", Severity.WARNING)
HOSTILE, PLAIN = said(
    [
        Diagnostic("XYZ001", Severity.ERROR, "50% dry,\nat: \x1b[0m", Place("a,b:c%.jsonl", 3, "/roses/0", column=7)),
        Diagnostic("XYZ002", Severity.LOSS, "a thorn", count=2),
    ]
)


def test_text_is_one_safe_line() -> None:
    assert text(HOSTILE, Paint(colour=False)) == "a,b:c%.jsonl:3:7:/roses/0: XYZ001 50% dry, at: ␛[0m"
    assert text(PLAIN, Paint(colour=False)) == "XYZ002 a thorn (2 times)"


def test_github_annotations_are_escaped() -> None:
    assert github(HOSTILE) == (
        "::error file=a%2Cb%3Ac%25.jsonl,line=3,col=7,title=XYZ001::/roses/0: 50%25 dry,%0Aat: ␛[0m"
    )
    assert github(PLAIN) == "::notice title=XYZ002::a thorn"


def test_a_record_has_stable_names() -> None:
    assert record(HOSTILE) == {
        "code": "XYZ001",
        "severity": "error",
        "message": "50% dry,\nat: \x1b[0m",
        "path": "a,b:c%.jsonl",
        "line": 3,
        "column": 7,
        "pointer": "/roses/0",
        "count": 1,
    }


def test_counts_are_one_line_per_code() -> None:
    assert list(counted([HOSTILE, PLAIN, HOSTILE], {"XYZ001": CODE})) == [
        "2 XYZ001 rose-is-dry: 50% dry, at: ␛[0m (a,b:c%.jsonl:3:7:/roses/0)",
        "2 XYZ002: a thorn",
    ]


def test_sarif_is_a_run_with_rules_results_and_failures() -> None:
    assert sarif([HOSTILE, PLAIN], {"XYZ001": CODE}, ["b.json: no such file"], "1.2.3") == {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "steno",
                        "version": "1.2.3",
                        "rules": [
                            {
                                "id": "XYZ001",
                                "name": "rose-is-dry",
                                "shortDescription": {"text": "A rose is dry."},
                                "help": {
                                    "text": "A rose is dry.\n\nWater it.",
                                    "markdown": "A rose is dry.\n\nWater it.",
                                },
                                "defaultConfiguration": {"level": "warning"},
                            },
                            {"id": "XYZ002"},
                        ],
                    }
                },
                "invocations": [
                    {
                        "executionSuccessful": False,
                        "toolExecutionNotifications": [{"level": "error", "message": {"text": "b.json: no such file"}}],
                    }
                ],
                "columnKind": "unicodeCodePoints",
                "results": [
                    {
                        "ruleId": "XYZ001",
                        "ruleIndex": 0,
                        "level": "error",
                        "message": {"text": "50% dry,\nat: \x1b[0m"},
                        "occurrenceCount": 1,
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {"uri": "a%2Cb%3Ac%25.jsonl"},
                                    "region": {"startLine": 3, "startColumn": 7},
                                },
                                "logicalLocations": [{"fullyQualifiedName": "/roses/0"}],
                            }
                        ],
                    },
                    {
                        "ruleId": "XYZ002",
                        "ruleIndex": 1,
                        "level": "note",
                        "message": {"text": "a thorn"},
                        "occurrenceCount": 2,
                    },
                ],
            }
        ],
    }


def test_an_absolute_path_is_a_file_uri() -> None:
    found = Diagnostic("XYZ001", Severity.NOTE, "m", Place("/a b/c"))
    (result,) = sarif(said([found]), {}, [], "1")["runs"][0]["results"]
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "file:///a%20b/c"}}}]

"""What logs of runs need of a source: lists told from documents, records in pairs, archives, lines that end a block."""

from __future__ import annotations

import io
import zipfile

from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place
from steno.kit.agent import parts_of
from steno.kit.archive import Archive
from steno.kit.document import Document, Documents
from steno.kit.table import HUMAN, MODEL, Shape, Spec, by
from steno.kit.text import TextLines
from steno.model import Kind, Text, Trace
from steno.testing.conformance import values, written_back

PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
ANSWER = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
RECORDS = {"user": PROMPT, "agent": ANSWER, "document": Shape(Kind.LIFECYCLE)}


def format_of(spec: Spec) -> Format:
    return Format(spec.name, spec.name, parts_of(spec))


def read(spec: Spec, data: bytes) -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    reader = format_of(spec).reader
    assert reader is not None
    return list(reader.read(io.BytesIO(data), Place(), found.append)), found


def said(trace: Trace) -> list[str]:
    return [event.body.text for event in trace.events if isinstance(event.body, Text)]


def test_a_list_is_not_taken_for_one_of_its_items() -> None:
    sniff = format_of(Spec("acorn", by("by"), RECORDS, known_by=("by", "text"), source=Document(""))).sniff
    assert sniff is not None
    assert sniff(b' [{"by":"user","text":"x"}]')
    assert not sniff(b'{"by":"user","text":"x"}')


def test_records_that_stand_in_pairs_are_read_one_by_one_and_paired_again() -> None:
    source = Documents(None, "turns", paired=True)
    spec = Spec("acorn", by("by"), RECORDS, known_by=("turns",), source=source)
    data = (
        b'{"turns":[[{"by":"user","text":"a"},{"by":"agent","text":"b"}],{"by":"user","text":"c"}],"n":1}\n'
        b'{"turns":[[{"by":"user","text":"d"}]]}\n'
    )
    traces, found = read(spec, data)
    assert ([said(trace) for trace in traces], found) == ([["a", "b", "c"], ["d"]], [])
    written, losses = written_back(format_of(spec), traces)
    assert (values(written), losses) == (values(data), [])


def test_a_document_in_which_no_list_stands_is_kept() -> None:
    traces, _ = read(Spec("acorn", by("by"), RECORDS, known_by=("turns",), source=Document("turns")), b"[]")
    assert [event.kind for event in traces[0].events] == [Kind.UNKNOWN]


def cut(line: str, before: str) -> tuple[str, bool]:
    if before == "code":
        return "code/ended" if line == "end" else "code", False
    return ("code", True) if line == "begin" else ("said", False)


def test_a_line_may_say_that_it_was_the_last_of_its_kind() -> None:
    shape = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
    spec = Spec("acorn", lambda _: "", {"code": shape, "said": shape}, marked=(b"begin",), source=TextLines(cut))
    data = b"a\nbegin\nb\nend\nbegin\nend\nc\n"
    (trace,), _ = read(spec, data)
    assert said(trace) == ["a\n", "begin\nb\nend\n", "begin\nend\n", "c\n"]
    assert written_back(format_of(spec), [trace]) == (data, [])


def test_an_archive_holds_a_session_for_each_member_of_a_pattern() -> None:
    shape = {"session": PROMPT, "about": Shape(Kind.LIFECYCLE)}
    source = Archive("runs/*.json", about="about.json")
    spec = Spec("acorn", lambda _: "", shape, marked=(b"about.json",), source=source)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("runs/1.json", '{"text":"a"}')
        archive.writestr("runs/2.json", '{"text":')
        archive.writestr("notes.txt", "nobody's")
        archive.writestr("about.json", "{}")
    traces, found = read(spec, out.getvalue())
    assert [said(trace) for trace in traces] == [["a"], []]
    assert [event.kind for event in traces[1].events] == [Kind.LIFECYCLE, Kind.UNKNOWN]
    assert [each.code for each in found] == ["SRC001"]
    assert format_of(spec).writer is None
    assert [each.code for each in read(spec, b"PK\x03\x04 about.json")[1]] == ["SRC007"]

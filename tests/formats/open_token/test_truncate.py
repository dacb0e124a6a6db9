"""Making an export fit."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.contracts import UsageError
from steno.formats.open_token.cut import cut
from steno.model import Kind, Lifecycle, Role, Span, Text, ToolCall, ToolResult, Trace
from tests.given.open_token import EVERYTHING, FIXTURES, errors, event, events, read, trace, written

TOKEN = "[REDACTED:api_key:0badcafe]"


@pytest.mark.parametrize(("length", "kept"), [(1280, None), (1281, None), (1282, 1281), (100_000, 1281)])
def test_a_text_is_cut_only_where_that_makes_it_shorter(length: int, kept: int | None) -> None:
    shorter = cut("x" * length)
    assert (None if shorter is None else len(shorter)) == kept


def test_the_first_1024_and_the_last_256_characters_are_kept() -> None:
    text = "".join(chr(0x4E00 + index) for index in range(3000))
    assert cut(text) == text[:1024] + "…" + text[-256:]


def test_characters_are_code_points_and_are_not_parted() -> None:
    assert cut("𝔸" * 2000) == "𝔸" * 1024 + "…" + "𝔸" * 256
    family = "👩\u200d👩\u200d👧"
    for shift in range(12):
        text = "x" * (1018 + shift) + family + "y" * 500 + family + "z" * (250 + shift)
        assert re.fullmatch(f"x*({family})?y*…y*({family})?z*", cut(text) or "")
    accented = "x" * 1023 + "e\u0301" + "y" * 1000
    assert (cut(accented) or "").startswith("x" * 1023 + "…")


def test_a_placeholder_is_never_parted() -> None:
    for shift in range(-2, len(TOKEN) + 2):
        text = "x" * (1024 - shift) + TOKEN + "y" * 600 + TOKEN + "z" * (256 - shift)
        assert re.fullmatch(rf"x*({re.escape(TOKEN)})?y*…y*({re.escape(TOKEN)})?z*", cut(text) or "")


@given(st.text(min_size=1200, max_size=1400))
def test_a_cut_text_is_shorter_and_made_of_its_own_ends(text: str) -> None:
    shorter = cut(text)
    if shorter is not None:
        head, _, tail = shorter.rpartition("…")
        assert len(shorter) < len(text)
        assert text.startswith(head) or "…" in text
        assert text.endswith(tail)


WHOLE = trace(
    event("1", Text("short")),
    event("2", Text("L" * 5000)),
    event("3", ToolCall("Write", {"path": "a", "text": "W" * 9000}), call="c1"),
    event("4", ToolResult([{"text": "R" * 7000}, {"text": "S" * 1500}]), call="c1"),
    event("5", ToolCall("Read", {"path": "a"}), call="c2"),
    event("6", ToolResult("T" * 3000), call="c2"),
    event("7", Lifecycle("compaction", "C" * 4000)),
    event("8", Span("scout"), kind=Kind.SPAN_START, span="s"),
    event("9", Text("in the span " * 200), actor="model", role=Role.ASSISTANT, span="s"),
    event("10", Span("scout"), kind=Kind.SPAN_END, span="s"),
    event("11", Text("é" * 2000)),
    event("12", Text("the end")),
)


def size(whole: Trace, *words: str) -> int:
    return len(written(whole, *words)[0])


def least(whole: Trace, *words: str) -> int:
    """The size that the refusal of one byte names."""
    with pytest.raises(UsageError) as error:
        written(whole, "max_bytes=1", *words)
    found = re.search(r"takes (\d+) bytes", str(error.value))
    assert found is not None
    return int(found[1])


def test_a_document_that_fits_is_not_touched() -> None:
    assert written(WHOLE, f"max_bytes={size(WHOLE)}")[0] == written(WHOLE)[0]


def test_default_indentation_goes_first() -> None:
    compact = written(WHOLE, "pretty=false")[0]
    assert written(WHOLE, f"max_bytes={len(compact)}")[0] == compact


def test_indentation_that_was_asked_for_stays() -> None:
    assert b"\n  " in written(WHOLE, "pretty=true", f"max_bytes={size(WHOLE) - 1}")[0]


def test_the_largest_text_is_cut_first_and_no_more_than_needed() -> None:
    found = events(WHOLE, "pretty=false", f"max_bytes={size(WHOLE, 'pretty=false') - 1}")
    assert found[2]["content"]["data"] == {
        "tool_name": "Write",
        "arguments": {"path": "a", "text": "W" * 1024 + "…" + "W" * 256},
        "native_call_id": "c1",
        "truncated": True,
    }
    assert found[3]["content"] == {"mime": "application/json", "data": {"marker": "truncated"}}
    assert found[3]["links"] == {"replies_to": "evt_000003", "call_id": "call_000001"}
    assert found[1]["content"]["text"] == "L" * 5000


def test_everything_is_cut_where_it_has_to_be() -> None:
    found = events(WHOLE, f"max_bytes={least(WHOLE)}")
    by_type = {(each["type"], each["seq"]): each["content"] for each in found}
    assert by_type["message", 2] == {
        "mime": "text/plain",
        "text": "L" * 1024 + "…" + "L" * 256,
        "data": {"truncated": True, "original_length": 5000},
    }
    assert by_type["tool_result", 6]["data"] == {
        "truncated": True,
        # Cutting 1500 characters gains 217 bytes, and costs nothing more: the event is marked already.
        "value": [{"text": "R" * 1024 + "…" + "R" * 256}, {"text": "S" * 1024 + "…" + "S" * 256}],
    }
    (compaction,) = (each["content"]["data"] for each in found if "lifecycle" in each["content"].get("data", {}))
    assert compaction == {"lifecycle": "compaction", "text": "C" * 1024 + "…" + "C" * 256, "truncated": True}


@pytest.mark.parametrize("words", [[], ["mode=ndjson"], ["pretty=true"]], ids=" ".join)
@pytest.mark.parametrize("drop", [[], ["drop=oldest"]], ids=" ".join)
def test_every_size_is_kept_or_refused_and_more_room_is_never_worse(words: list[str], drop: list[str]) -> None:
    smallest, full = least(WHOLE, *words, *drop), size(WHOLE, *words)
    assert size(WHOLE, *words, *drop, f"max_bytes={smallest}") == smallest
    with pytest.raises(UsageError, match=f"takes {smallest} bytes"):
        written(WHOLE, *words, *drop, f"max_bytes={smallest - 1}")
    before = 0
    for limit in range(smallest, full + 200, max(1, full // 80)):
        data, _ = written(WHOLE, *words, *drop, f"max_bytes={limit}")
        assert len(data) <= limit
        assert errors(data) == []
        kept = sum(map(len, re.findall(rb"[LWRSTC]{9,}|in the span ", data)))
        assert kept >= before
        before = kept


def test_dropping_takes_the_oldest_calls_and_spans_whole_and_says_so() -> None:
    room = least(WHOLE, "pretty=false") - 1
    found = events(WHOLE, "pretty=false", "drop=oldest", f"max_bytes={room}")
    assert found[0] == {
        "id": "evt_000001",
        "seq": 1,
        "type": "annotation",
        "actor_id": found[0]["actor_id"],
        "visibility": "metadata",
        "role": "system",
        "content": {
            "mime": "application/json",
            "data": {"omission": {"reason": "max_bytes", "dropped_events": 2, "original_seq_range": [1, 2]}},
        },
    }
    assert [each["seq"] for each in found] == list(range(1, len(found) + 1))
    pairs = [each["links"]["call_id"] for each in found if each["type"].startswith("tool")]
    assert pairs == ["call_000001", "call_000001", "call_000002", "call_000002"]


def test_links_to_what_was_dropped_are_removed() -> None:
    whole = trace(event("1", Text("x" * 1000), native="n1"), event("2", Text("y"), parent="n1"))
    found = events(whole, "pretty=false", "drop=oldest", f"max_bytes={size(whole, 'pretty=false') - 200}")
    assert [each["content"].get("text") for each in found] == [None, "y"]
    assert "links" not in found[1]


def test_a_cut_document_names_its_losses() -> None:
    found = written(WHOLE, f"max_bytes={least(WHOLE)}")[1]
    assert {each.place.pointer: each.count for each in found if each.code == "CNV113"} == {
        "/events/*/body/text": 4,
        "/events/*/body/arguments": 1,
        "/events/*/body/content": 2,
    }


def test_the_id_of_a_conversation_does_not_depend_on_the_room() -> None:
    whole = trace(event("1", Text("x" * 5000)), ids={})
    ids = {json.loads(written(whole, *words)[0])["conversation"]["id"] for words in ([], ["max_bytes=2500"])}
    assert len(ids) == 1


@pytest.mark.parametrize("name", ["minimal.json", "rich.json", "rich.ndjson"])
def test_a_document_read_from_open_token_can_be_made_to_fit(name: str) -> None:
    own, _ = read((FIXTURES / name).read_bytes())
    full = size(own, *EVERYTHING, "pretty=false")
    for limit in (full, full - 1, full * 3 // 4):
        data, _ = written(own, *EVERYTHING, "pretty=false", "drop=oldest", f"max_bytes={limit}")
        assert len(data) <= limit
        assert errors(data) == []


def test_a_tools_own_truncated_key_is_not_taken_for_the_marker() -> None:
    own: dict[str, Any] = {"truncated": False, "text": "x" * 9000}
    whole = trace(event("1", ToolCall("A", {}), call="c"), event("2", ToolResult(own), call="c"))
    found = events(whole, "pretty=false", "max_bytes=4000")[1]["content"]["data"]
    assert found == {"truncated": True, "value": own | {"text": "x" * 1024 + "…" + "x" * 256}}

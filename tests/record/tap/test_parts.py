"""The pieces that a tap reads traffic with: lines, heads, bodies, streams of events, addresses."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest

from steno.contracts import UsageError
from steno.record.tap import heads
from steno.record.tap.address import Address, Endpoint, endpoint, listening
from steno.record.tap.bodies import Body, Broken, Chunked, Endless, Sized
from steno.record.tap.contents import Content, Document, Events, Undecoded, Unpacked, content
from steno.record.tap.lines import Lines
from steno.record.tap.lost import Lost


def fed(reader: Content | Lines, data: bytes, size: int) -> list[bytes | Lost]:
    """In pieces of a size, with the end."""
    found = [each for start in range(0, len(data), size) for each in reader.feed(data[start : start + size])]
    return [*found, *reader.rest()]


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_lines_are_whole_however_they_come(size: int) -> None:
    assert fed(Lines(), b"one\n\ntwo\r\nthree", size) == [b"one", b"two\r", b"three"]
    assert fed(Lines(blank=True), b"one\n\ntwo\n", size) == [b"one", b"", b"two"]


@pytest.mark.parametrize("size", [1, 7, 100])
def test_a_line_that_is_too_long_is_lost_and_the_next_is_not(size: int) -> None:
    assert fed(Lines(longest=5), b"12345\n123456\nnext\n1234567", size) == [
        b"12345", Lost.TOO_LONG, b"next", Lost.TOO_LONG,
    ]  # fmt: skip


def test_an_endless_line_is_not_kept() -> None:
    lines = Lines(longest=1000)
    for _ in range(100):
        assert list(lines.feed(b"x" * 1000)) == []
    assert sum(map(len, lines._begun)) <= 1000


def taken(body: Body, data: bytes, size: int) -> tuple[bytes, bytes]:
    """The content of a body in pieces, and what does not belong to it."""
    said, left = b"", data
    while left and not body.done:
        used, some = body.take(left[:size])
        said, left = said + some, left[used:]
    return said, left


CHUNKED = b"3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n"


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
@pytest.mark.parametrize(
    ("make", "data", "expected"),
    [
        (lambda: Sized(5), b"helloNEXT", (b"hello", b"NEXT")),
        (Chunked, CHUNKED + b"NEXT", (b"abc0123456789", b"NEXT")),
        (Endless, b"helloNEXT", (b"helloNEXT", b"")),
    ],
)
def test_a_body_ends_where_its_framing_says(
    make: Callable[[], Body], data: bytes, expected: tuple[bytes, bytes], size: int
) -> None:
    assert taken(make(), data, size) == expected


def test_an_empty_body_is_done_at_once() -> None:
    assert Sized(0).done


@pytest.mark.parametrize(
    "data", [b"x\r\n", b"\r\n", b"-1\r\n", b"3\nabc", b"3\r\nabcd\r\n", b"1" * 20 + b"\r\n", b"a" * 20_000]
)
def test_a_broken_chunk_is_said(data: bytes) -> None:
    with pytest.raises(Broken):
        Chunked().take(data)


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_the_data_of_each_event_is_a_message(end: bytes, size: int) -> None:
    lines = [
        b": hello", b"event: message", b"id: 1", b'data: {"a":1}', b"",
        b"data:first", b"data: second", b"retry: 5", b"", b"", b"database: 1", b"data", b"", b"data: cut off",
    ]  # fmt: skip
    assert fed(Events(), end.join(lines), size) == [b'{"a":1}', b"first\nsecond", b""]


@pytest.mark.parametrize("size", [1, 1000])
def test_an_event_that_is_too_long_is_lost_and_the_next_is_not(size: int) -> None:
    data = b"data: 12345678901\n\ndata: 123456\ndata: 123456\n\ndata: ok\n\n"
    assert fed(Events(longest=10), data, size) == [Lost.TOO_LONG, Lost.TOO_LONG, b"ok"]


@pytest.mark.parametrize("size", [1, 1000])
def test_a_document_is_the_whole_body(size: int) -> None:
    assert fed(Document(), b"{}\n{}", size) == [b"{}\n{}"]
    assert fed(Document(), b"", size) == []
    assert fed(Document(longest=3), b"{}\n{}", size) == [Lost.TOO_LONG]


@pytest.mark.parametrize("size", [1, 1000])
def test_what_is_compressed_is_read_and_damage_is_said(size: int) -> None:
    assert fed(Unpacked(Document()), gzip.compress(b'{"a":1}'), size) == [b'{"a":1}']
    assert fed(Unpacked(Document()), b"no gzip at all", size) == [Lost.ENCODED]


def test_a_small_body_that_unpacks_to_a_huge_one_is_lost_not_kept() -> None:
    assert fed(Unpacked(Document(longest=1 << 20)), gzip.compress(bytes(50 << 20)), 1 << 16) == [Lost.TOO_LONG]


def head(*lines: str) -> bytes:
    return "\r\n".join((*lines, "", "")).encode()


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        (["Content-Type: application/json; charset=utf-8"], Document),
        (["content-type:text/event-stream"], Events),
        (["Content-Type: application/json", "Content-Encoding: gzip"], Unpacked),
        (["Content-Type: application/json", "Content-Encoding: br"], Undecoded),
        (["Content-Type: text/plain"], type(None)),
        ([], type(None)),
    ],
)
def test_a_head_says_how_to_read_the_body(fields: list[str], kind: type) -> None:
    assert type(content(heads.head(head("HTTP/1.1 200 OK", *fields)))) is kind


def test_a_request_goes_on_as_it_came_but_to_the_server_and_in_no_other_protocol() -> None:
    came = head(
        "POST /mcp?x=1 HTTP/1.1", "hOst: 127.0.0.1:5", "X-Odd:  two  spaces ", "Upgrade: h2c", "HTTP2-Settings: AAA",
        "Content-Length: 5",
    )  # fmt: skip
    asked = heads.request(came)
    assert (asked.method, asked.path, type(asked.body)) == (b"POST", b"/mcp", Sized)
    assert asked.spelled(b"127.0.0.1:8000") == head(
        "POST /mcp?x=1 HTTP/1.1", "hOst: 127.0.0.1:8000", "X-Odd:  two  spaces ", "Content-Length: 5"
    )


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["GET http://elsewhere/ HTTP/1.1"], "400"),
        (["GET / HTTP/2"], "400"),
        (["GET  / HTTP/1.1"], "400"),
        (["CONNECT other:443 HTTP/1.1"], "400"),
        (["POST / HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"], "400"),
        (["POST / HTTP/1.1", "Content-Length: 5", "Content-Length: 6"], "400"),
        (["POST / HTTP/1.1", "Content-Length: +5"], "400"),
        (["POST / HTTP/1.1", "Transfer-Encoding: gzip, chunked"], "501"),
        (["POST / HTTP/1.1", "X: 1", " folded"], "400"),
        (["POST / HTTP/1.1", "X : 1"], "400"),
        (["POST / HTTP/1.1", "X: 1\nY: 2"], "400"),
    ],
)
def test_a_request_that_two_readers_could_see_differently_is_refused(lines: list[str], status: str) -> None:
    with pytest.raises(heads.Refused) as refused:
        heads.request(head(*lines))
    assert refused.value.status.startswith(status)


HOSTS = frozenset((b"127.0.0.1:5", b"localhost:5"))


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        (["Host: 127.0.0.1:5"], ""),
        (["Host: LOCALHOST:5", "Origin: http://localhost:6274"], ""),
        (["Host: 127.0.0.1:5", "Origin: http://[::1]"], ""),
        (["Host: garden.example:5"], "421"),
        (["Host: 127.0.0.1:6"], "421"),
        (["Host: 127.0.0.1"], "421"),
        (["Host: 127.0.0.1:5", "Host: 127.0.0.1:5"], "421"),
        ([], "421"),
        (["Host: 127.0.0.1:5", "Origin: https://garden.example"], "403"),
        (["Host: 127.0.0.1:5", "Origin: http://localhost.garden.example"], "403"),
        (["Host: 127.0.0.1:5", "Origin: http://127.0.0.1.garden.example:80"], "403"),
        (["Host: 127.0.0.1:5", "Origin: null"], "403"),
    ],
)
def test_only_this_machine_may_ask(fields: list[str], status: str) -> None:
    asked = heads.request(head("GET /mcp HTTP/1.1", *fields))
    try:
        heads.admit(asked, HOSTS)
    except heads.Refused as refused:
        assert status
        assert refused.status.startswith(status)
    else:
        assert not status


@pytest.mark.parametrize(
    ("lines", "method", "kind"),
    [
        (["HTTP/1.1 200 OK", "Content-Length: 5"], b"GET", Sized),
        (["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"GET", Chunked),
        (["HTTP/1.1 200 OK"], b"GET", Endless),
        (["HTTP/1.1 200 OK", "Content-Length: many"], b"GET", Endless),
        (["HTTP/1.1 101 Switching Protocols"], b"GET", Endless),
    ],
)
def test_an_answer_says_how_it_ends(lines: list[str], method: bytes, kind: type) -> None:
    assert type(heads.response(head(*lines), method).body) is kind


@pytest.mark.parametrize(
    ("status", "method"), [("200 OK", b"HEAD"), ("204 No", b"GET"), ("304 Same", b"GET"), ("100 Go on", b"POST")]
)
def test_some_answers_have_no_body_whatever_they_say(status: str, method: bytes) -> None:
    assert heads.response(head(f"HTTP/1.1 {status}", "Content-Length: 5"), method).body.done


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("http://127.0.0.1:8000/mcp/", "http://127.0.0.1:5/mcp/"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:5"),
        ("http://127.0.0.1:80001/", "http://127.0.0.1:80001/"),
        ("/mcp/", "/mcp/"),
        ("https://garden.example/", "https://garden.example/"),
    ],
)
def test_a_redirect_within_the_server_leads_back_here(location: str, expected: str) -> None:
    answer = heads.response(head("HTTP/1.1 307 There", f"location: {location}", "x:y"), b"GET")
    spelled = answer.spelled(b"http://127.0.0.1:8000", b"http://127.0.0.1:5")
    assert spelled == head("HTTP/1.1 307 There", f"location: {expected}", "x:y")


@pytest.mark.parametrize(
    "data", [b"SSH-2.0-x\r\n\r\n", b"HTTP/1.1 2x0 OK\r\n\r\n", b"HTTP/1.1 200 OK", b"\x00\r\n\r\n"]
)
def test_what_is_no_answer_is_known(data: bytes) -> None:
    with pytest.raises(heads.Refused):
        heads.response(data, b"GET")


def test_an_address_of_this_machine_is_taken_apart() -> None:
    assert endpoint("http://127.0.0.1:8000/mcp?a=b") == Endpoint(Address("127.0.0.1", 8000), "/mcp", "a=b")
    assert endpoint("http://LocalHost") == Endpoint(Address("localhost", 80), "/", "")
    assert str(endpoint("http://[::1]:9/x").address) == "[::1]:9"
    assert (listening("127.0.0.1:0"), listening("[::1]:5")) == (Address("127.0.0.1", 0), Address("::1", 5))
    assert Address("localhost", 1).hosts() == ("127.0.0.1", "::1")


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/mcp", "http://garden.example/mcp", "http://10.0.0.1/", "http://0.0.0.0:1/", "127.0.0.1:8000",
        "http://user@127.0.0.1/", "http://127.0.0.1:x/", "http://127.0.0.1.garden.example/", "http://[::2]/", "",
    ],
)  # fmt: skip
def test_any_other_server_is_refused(url: str) -> None:
    with pytest.raises(UsageError):
        endpoint(url)


@pytest.mark.parametrize("address", ["0.0.0.0:80", ":80", "127.0.0.1", "127.0.0.1:99999", "garden.example:1", "[::]:1"])
def test_a_tap_listens_nowhere_else(address: str) -> None:
    with pytest.raises(UsageError):
        listening(address)

"""Heads of HTTP/1.1 messages: what they say, how their body is framed, who may send them.  Reads no socket."""

from __future__ import annotations

import re
from typing import NamedTuple

from steno.record.tap.bodies import Body, Chunked, Endless, Sized

LARGEST = 1 << 16
"""The bytes of the largest head that is passed on."""
END = b"\r\n\r\n"

_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_SWITCHES = frozenset((b"upgrade", b"http2-settings"))
_ORIGIN = re.compile(r"https?://(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?", re.ASCII | re.IGNORECASE)


class Refused(ValueError):
    """A message that is not passed on: the status to answer with, and one sentence."""

    def __init__(self, status: str, why: str) -> None:
        super().__init__(why)
        self.status = status


class Head(NamedTuple):
    first: bytes
    fields: tuple[tuple[bytes, bytes, bytes], ...]
    """Each as its name in small letters, its value, and the line as it came."""

    def values(self, name: bytes) -> list[bytes]:
        return [value for each, value, _ in self.fields if each == name]

    def value(self, name: bytes) -> bytes:
        """The first value, in small letters, without parameters; empty where there is none."""
        return next(iter(self.values(name)), b"").partition(b";")[0].strip().lower()

    def spelled(self, replaced: dict[bytes, bytes], without: frozenset[bytes] = frozenset()) -> bytes:
        """The head as bytes, some of its fields with other values or left out."""
        kept = (
            line.partition(b":")[0] + b": " + replaced[name] if name in replaced else line
            for name, _, line in self.fields
            if name not in without
        )
        return b"\r\n".join((self.first, *kept)) + END


def head(data: bytes) -> Head:
    """A head from its bytes, the empty line included; raises `Refused`."""
    if not data.endswith(END):
        raise Refused("431 Request Header Fields Too Large", "the HTTP head is too large or never ends")
    first, *lines = data[: -len(END)].split(b"\r\n")
    fields = []
    for line in lines:
        name, colon, value = line.partition(b":")
        # A folded line or a stray line end is how two readers come to see different messages.
        if not colon or not _NAME.fullmatch(name) or b"\n" in line or b"\r" in line or b"\0" in line:
            raise Refused("400 Bad Request", "a header line is malformed")
        fields.append((name.lower(), value.strip(b" \t"), line))
    return Head(first, tuple(fields))


class Request(NamedTuple):
    method: bytes
    path: bytes
    """The target without its query."""
    head: Head
    body: Body

    def spelled(self, host: bytes) -> bytes:
        """As it goes on: to another host, and without the wish to speak another protocol, which nobody could read."""
        return self.head.spelled({b"host": host}, _SWITCHES)


def request(data: bytes) -> Request:
    """What a client asks for; raises `Refused`."""
    found = head(data)
    words = found.first.split(b" ")
    if len(words) != 3 or words[2] not in (b"HTTP/1.1", b"HTTP/1.0") or not _NAME.fullmatch(words[0]):
        raise Refused("400 Bad Request", "the request line is malformed")
    method, target, _ = words
    if not target.startswith(b"/") and (method, target) != (b"OPTIONS", b"*"):
        raise Refused("400 Bad Request", "the target is not a path")
    return Request(method, target.partition(b"?")[0], found, _request_body(found))


def _request_body(found: Head) -> Body:
    coded, lengths = found.values(b"transfer-encoding"), found.values(b"content-length")
    if coded and lengths:
        raise Refused("400 Bad Request", "both Content-Length and Transfer-Encoding")
    if coded:
        if [each.lower() for each in coded] != [b"chunked"]:
            raise Refused("501 Not Implemented", "a Transfer-Encoding other than chunked")
        return Chunked()
    if not lengths:
        return Sized(0)
    if len(set(lengths)) > 1 or not lengths[0].isdigit() or len(lengths[0]) > 18:
        raise Refused("400 Bad Request", "Content-Length is not a number")
    return Sized(int(lengths[0]))


def admit(asked: Request, hosts: frozenset[bytes]) -> None:
    """Refuse what a web page of another site may have sent, by a name of its own that leads here."""
    named = asked.head.values(b"host")
    if len(named) != 1 or named[0].lower() not in hosts:
        raise Refused("421 Misdirected Request", "Host is not this address")
    for origin in asked.head.values(b"origin"):
        if not _ORIGIN.fullmatch(origin.decode("latin-1")):
            raise Refused("403 Forbidden", "Origin is not on this machine")


class Response(NamedTuple):
    status: int
    reason: str
    head: Head
    body: Body

    def spelled(self, theirs: bytes, ours: bytes) -> bytes:
        """As it goes on: a redirect within the server comes back to us.  `theirs` and `ours` are origins."""
        goes = self.head.values(b"location")
        if len(goes) == 1 and (goes[0] == theirs or goes[0].startswith((theirs + b"/", theirs + b"?"))):
            return self.head.spelled({b"location": ours + goes[0][len(theirs) :]})
        return self.head.spelled({})


def response(data: bytes, method: bytes) -> Response:
    """What a server answers to a request of that method; raises `Refused` where it is not HTTP/1."""
    found = head(data)
    version, _, rest = found.first.partition(b" ")
    code, _, reason = rest.partition(b" ")
    if version not in (b"HTTP/1.1", b"HTTP/1.0") or len(code) != 3 or not code.isdigit():
        raise Refused("502 Bad Gateway", "the server does not speak HTTP/1")
    return Response(int(code), reason.decode("latin-1"), found, _response_body(found, int(code), method))


def _response_body(found: Head, status: int, method: bytes) -> Body:
    if method == b"HEAD" or (100 <= status < 200 and status != 101) or status in (204, 304):
        return Sized(0)
    if status == 101:
        return Endless()
    lengths = found.values(b"content-length")
    if found.value(b"transfer-encoding").endswith(b"chunked"):
        return Chunked()
    return Sized(int(lengths[0])) if lengths and lengths[0].isdigit() and len(lengths[0]) <= 18 else Endless()

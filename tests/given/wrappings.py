"""The shapes in which logs hold a secret: each writes one between what stands before and behind it.

A wrapping gives back the text in pieces, and says of each whether it spells a part of the secret.
"""

from __future__ import annotations

import base64
import gzip
import html
import json
import zlib
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import quote

FIRST = 16
"""What tells a token stands in one part: where it is cut itself, nothing is left that could tell."""


class Piece(NamedTuple):
    text: str
    secret: bool = False


Pieces = list[Piece]
Wrapping = Callable[[str, str, str], Pieces]


def plain(pieces: Pieces) -> str:
    return "".join(piece.text for piece in pieces)


def left(pieces: Pieces, spans: list[tuple[int, int]]) -> list[str]:
    """What of the secret is left when these stretches of the text are masked."""
    covered = {at for start, end in spans for at in range(start, end)}
    ends = list(accumulate(len(piece.text) for piece in pieces))
    rest = []
    for piece, end in zip(pieces, ends, strict=True):
        start = end - len(piece.text)
        if piece.secret and (seen := "".join(c for at, c in enumerate(piece.text, start) if at not in covered)):
            rest.append(seen)
    return rest


def cut(value: str, size: int) -> list[str]:
    return [value[at : at + size] for at in range(0, len(value), size)]


def _between(parts: list[str], between: str | Callable[[int], str]) -> Iterator[Piece]:
    for number, part in enumerate(parts):
        if number:
            yield Piece(between if isinstance(between, str) else between(number))
        yield Piece(part, secret=True)


def split(between: str | Callable[[int], str], size: int) -> Wrapping:
    """The secret in parts, with something between them."""
    return lambda before, value, after: [
        Piece(before), *_between(_cut(value, size), between), Piece(after),
    ]  # fmt: skip


def _cut(value: str, size: int) -> list[str]:
    """The first part, then parts of a size, but of long ones only so many; the last is never a crumb."""
    size = max(size, len(value) // 12)
    parts = [value[:FIRST], *cut(value[FIRST:], size)]
    if len(parts) > 1 and len(parts[-1]) < 4:
        parts[-2:] = ["".join(parts[-2:])]
    return parts


def halves(opening: str, between: str, closing: str, bare: bool = True) -> Wrapping:
    """A program that puts the secret together from two literals; quotes around it are the program's own."""

    def wrapping(before: str, value: str, after: str) -> Pieces:
        middle = len(value) // 2
        before, after = (before.rstrip("\"'`"), after.lstrip("\"'`")) if bare else (before, after)
        return [
            Piece(before + opening), Piece(value[:middle], secret=True), Piece(between),
            Piece(value[middle:], secret=True), Piece(closing + after),
        ]  # fmt: skip

    return wrapping


def spelled(character: Callable[[str], str]) -> Wrapping:
    """Each character of the secret spelled so."""
    return lambda before, value, after: [
        Piece(before), Piece("".join(map(character, value)), secret=True), Piece(after),
    ]  # fmt: skip


def odd(character: Callable[[str], str]) -> Wrapping:
    """Each character of the secret that is no letter and no digit."""
    return spelled(lambda c: c if c.isalnum() else character(c))


def around(opening: str, closing: str) -> Wrapping:
    return lambda before, value, after: [Piece(before + opening), Piece(value, secret=True), Piece(closing + after)]


def lines(gutter: Callable[[int], str], width: int, ending: str = "\n", head: str = "") -> Wrapping:
    """The whole text, wrapped at a width, behind something in each line."""

    def wrapping(before: str, value: str, after: str) -> Pieces:
        pieces = [Piece(head + gutter(0))]
        column, number = 0, 0
        for text, secret in ((before, False), (value, True), (after, False)):
            for line, row in enumerate(text.split("\n")):
                if line:
                    number, column = number + 1, 0
                    pieces.append(Piece(ending + gutter(number)))
                while row:
                    if column == width:
                        number, column = number + 1, 0
                        pieces.append(Piece(ending + gutter(number)))
                    pieces.append(Piece(row[: width - column], secret))
                    row, column = row[width - column :], column + len(pieces[-1].text)
        return pieces

    return wrapping


def spelled_in(code: Callable[[str], str]) -> Wrapping:
    """All of the text spelled so."""
    return lambda before, value, after: [
        Piece("{" + code(before)), Piece(code(value), secret=True), Piece(code(after) + "}"),
    ]  # fmt: skip


def text_in(code: Callable[[str], str], head: str = "out: ", tail: str = " .") -> Wrapping:
    """The text in a code of which no part may be left; it ends with the secret, so that its last line has some."""
    return lambda before, value, after: [Piece(head), Piece(code(before + value), secret=True), Piece(tail)]


def bytes_in(byte: Callable[[int], str], between: str, head: str = "out: ", tail: str = " .") -> Wrapping:
    """All of the text, byte by byte."""

    def wrapping(before: str, value: str, after: str) -> Pieces:
        coded = (between.join(map(byte, part.encode())) for part in (before, value, after))
        pieces = [Piece(part, number == 1) for number, part in enumerate(coded) if part]
        joined = [each for piece in pieces for each in (piece, Piece(between))]
        return [Piece(head), *joined[:-1], Piece(tail)]

    return wrapping


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def dumped(command: str, row: Callable[[int, bytes], str], width: int = 16) -> Wrapping:
    """What a tool that dumps bytes makes of the text."""

    def wrapping(before: str, value: str, after: str) -> Pieces:
        data = (before + value + after).encode()
        start, end = len(before.encode()), len(before.encode()) + len(value.encode())
        pieces = [Piece(f"$ cat .env | {command}\n")]
        for at in range(0, len(data), width):
            inside = at < end and at + width > start
            pieces += [Piece(row(at, data[at : at + width]), inside), Piece("\n")]
        return pieces

    return wrapping


def _ascii(data: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)


def _xxd(at: int, data: bytes) -> str:
    return f"{at:08x}: {data.hex(' ', -2):<39}  {_ascii(data)}"


def _canonical(at: int, data: bytes) -> str:
    return f"{at:08x}  {data[:8].hex(' '):<23}  {data[8:].hex(' '):<23}  |{_ascii(data)}|"


def _od(at: int, data: bytes) -> str:
    return f"{at:07o} {data.hex(' ')}"


def _letters(at: int, data: bytes) -> str:
    named = {10: "\\n", 9: "\\t", 13: "\\r", 0: "\\0"}
    return f"{at:07o} " + " ".join(f"{named.get(byte, chr(byte)):>3}" for byte in data)


def _swapped(at: int, data: bytes) -> str:
    pairs = cut((data + b"\0" * (len(data) % 2)).hex(), 4)
    return f"{at:07x} " + " ".join(pair[2:] + pair[:2] for pair in pairs)


def zipped(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


ESC = "\x1b"
CHARACTERS: dict[str, Wrapping] = {
    "json \\u": odd(lambda c: f"\\u{ord(c):04x}"),
    "json \\u of all": spelled(lambda c: f"\\u{ord(c):04x}"),
    "\\x of all": spelled(lambda c: f"\\x{ord(c):02x}"),
    "octal of all": spelled(lambda c: f"\\{ord(c):03o}"),
    "\\u{}": odd(lambda c: f"\\u{{{ord(c):x}}}"),
    "percent": odd(lambda c: f"%{ord(c):02X}"),
    "percent of all": spelled(lambda c: f"%{ord(c):02x}"),
    "percent twice": odd(lambda c: f"%25{ord(c):02X}"),
    "references": odd(lambda c: f"&#{ord(c)};"),
    "hexadecimal references of all": spelled(lambda c: f"&#x{ord(c):x};"),
    "references of all": spelled(lambda c: f"&#{ord(c)};"),
    "markdown escapes": spelled(lambda c: "\\" + c if c in "_-" else c),
    "html": spelled_in(html.escape),
    "wide": spelled(lambda c: chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c),
    "colours": split(ESC + "[0m" + ESC + "[1;32m", 9),
    "one colour": lambda before, value, after: [
        Piece(before), Piece(value[:11], secret=True), Piece(ESC + "[31m"), Piece(value[11:], secret=True),
        Piece(after),
    ],
    "spelled colours": split("\\x1b[0m\\x1b[33m", 11),
    "escaped colours": split("\\u001b[0m\\u001b[33m", 11),
    "caret colours": split("^[[0m^[[1m", 11),
    "erase to the end": split(ESC + "[K", 13),
    "link": around(ESC + "]8;;https://x.test" + ESC + "\\", ESC + "]8;;" + ESC + "\\"),
    "link with a bell": around(ESC + "]8;;https://x.test\a", ESC + "]8;;\a"),
    "links inside": split(ESC + "]8;;" + ESC + "\\" + ESC + "]8;;https://x.test/a" + ESC + "\\", 14),
    "zero width": split("\u200b", 5),
    "soft hyphen": split("\u00ad", 7),
    "word joiner": split("\u2060", 6),
    "bidi": split("\u202a\u202c", 8),
    "bidi override": around("\u202d", "\u202c"),
    "isolates": split("\u2068\u2069", 8),
    "left-to-right mark": split("\u200e", 10),
    "byte order mark": split("\ufeff", 9),
    "spelled zero width": split("\\u200b", 9),
    "soft hyphen references": split("&shy;", 9),
    "zero width references": split("&#8203;", 9),
    "word break tags": split("<wbr>", 9),
    "tags": split('</span><span class="hl">', 9),
    "backticks": around("`", "`"),
    "backticks inside": split("`", 12),
    "backticks side by side": lambda before, value, after: [
        Piece(before + "`"), *_between(_cut(value, 12), "``"), Piece("`" + after),
    ],
    "bold": around("**", "**"),
    "bold inside": split("**", 12),
    "bold tags": split("</b><b>", 12),
    "backspace": lambda before, value, after: [
        Piece(before), Piece(value[:5], secret=True), Piece("x\b"), Piece(value[5:], secret=True), Piece(after),
    ],
}  # fmt: skip

WRAPS: dict[str, Wrapping] = {
    "wrapped": split("\n", 24),
    "wrapped at 40": lines(lambda n: "", 40),
    "wrapped at 80": lines(lambda n: "", 80),
    "CRLF": split("\r\n", 24),
    "indented": split("\n    ", 24),
    "indented by a tab": split("\n\t", 24),
    "backslash": split("\\\n", 22),
    "backslash, CRLF": split("\\\r\n", 22),
    "backslash, indented": split("\\\n    ", 22),
    "added": lines(lambda n: "+", 40, head="@@ -0,0 +1,9 @@\n"),
    "removed": lines(lambda n: "-", 32, head="@@ -1,9 +0,0 @@\n"),
    "context": lines(lambda n: " ", 32, head="@@ -1,9 +1,9 @@\n"),
    "added, no hunk": lines(lambda n: "+", 40),
    "removed, no hunk": lines(lambda n: "-", 24),
    "added and indented": lines(lambda n: "+    ", 40),
    "added, CRLF": lines(lambda n: "+", 40, "\r\n", "@@ -0,0 +1,9 @@\r\n"),
    "arrow": lines(lambda n: f"{n + 1:6}→", 40),
    "tab": lines(lambda n: f"{n + 9:6}\t", 40),
    "colon": lines(lambda n: f"{n + 1}:", 40),
    "bar": lines(lambda n: f"{n + 8:3}|", 40),
    "bar and space": lines(lambda n: f"{n + 8:3} | ", 40),
    "file and number": lines(lambda n: f"src/app.py:{n + 8}:", 40),
    "file, number, context": lines(lambda n: f"src/app.py-{n + 8}-", 40),
    "mail": lines(lambda n: "> ", 40),
    "mail twice": lines(lambda n: "> > ", 40),
    "mail, tight": lines(lambda n: ">", 40),
    "comment": lines(lambda n: "# ", 40),
    "slashes": lines(lambda n: "// ", 40),
    "stars": lines(lambda n: " * ", 40),
    "trace": lines(lambda n: "+ ", 40),
    "time": lines(lambda n: f"2026-03-01T10:00:0{n % 10}.{n:03}Z ", 40),
    "nanoseconds": lines(lambda n: f"2026-03-01T10:00:0{n % 10}.{n:09}Z ", 40),
    "pod": lines(lambda n: f"2026-03-01T10:00:0{n % 10}.{n:09}Z stdout F ", 40),
    "compose": lines(lambda n: "web-1  | ", 40),
    "brackets": lines(lambda n: "[web] ", 40),
    "clock": lines(lambda n: f"[10:00:{n:02}] ", 40),
    "quoted-printable": split("=\n", 30),
    "quoted-printable, CRLF": split("=\r\n", 30),
    "box": lambda before, value, after: [
        Piece("│ " + before), *_between(_cut(value, 24), " │\n│ "), Piece(after + " │"),
    ],
}  # fmt: skip

LITERALS: dict[str, Wrapping] = {
    "python, one below the other": halves('"', '"\n    "', '"'),
    "python, side by side": halves('"', '" "', '"'),
    "python, plus": halves("'", "' + '", "'"),
    "python, prefixes": halves('f"', '" f"', '"'),
    "python, join": halves('"".join(["', '", "', '"])'),
    "python, join lines": halves("''.join((\n  '", "',\n  '", "',\n))"),
    "javascript, plus": halves('"', '" + "', '"'),
    "javascript, plus below": halves('"', '" +\n  "', '"'),
    "javascript, plus before": halves('"', '"\n  + "', '"'),
    "javascript, concat": halves('"', '".concat("', '")'),
    "javascript, join": halves('["', '","', '"].join("")'),
    "javascript, template": halves("`", '${"', '"}`'),
    "javascript, templates": halves('`${"', '"}${"', '"}`'),
    "shell, side by side": halves('"', '""', '"'),
    "shell, both quotes": halves('"', "\"'", "'"),
    "shell, half quoted": halves("", '"', '"'),
    "php": halves("'", "' . '", "'"),
    "lua": halves('"', '" .. "', '"'),
    "visual basic": halves('"', '" & "', '"'),
    "plus in json": halves('\\"', '\\" + \\"', '\\"'),
}  # fmt: skip

CODES: dict[str, Wrapping] = {
    "base64 of the text": text_in(b64),
    "base64 url": text_in(lambda text: base64.urlsafe_b64encode((text + "\n?>~").encode()).decode()),
    "base64 twice": text_in(lambda text: b64(b64(text))),
    "base64, moved by one": text_in(lambda text: b64("x " + text + " ~")),
    "base64 in lines": text_in(lambda text: "\n".join(cut(b64("# dump\n" + text), 60)), "out:\n", "\n"),
    "base64 in lines of 76": text_in(lambda text: "\n".join(cut(b64("# dump of it\n" + text), 76)), "out:\n", "\n"),
    "base64 in added lines": text_in(lambda text: "\n+".join(cut(b64("# dump\n" + text), 64)), "out:\n+", "\n"),
    "hexadecimal": text_in(lambda text: text.encode().hex()),
    "hexadecimal, capitals": text_in(lambda text: text.encode().hex().upper()),
    "hexadecimal, spaced": bytes_in("{:02x}".format, " "),
    "hexadecimal, colons": bytes_in("{:02x}".format, ":"),
    "array": bytes_in("0x{:02x}".format, ", ", "[", "]"),
    "numbers": bytes_in(str, ", ", "[", "]"),
    "xxd": dumped("xxd", _xxd),
    "xxd -p": dumped("xxd -p", lambda at, data: data.hex(), 30),
    "hexdump -C": dumped("hexdump -C", _canonical),
    "hexdump": dumped("hexdump", _swapped),
    "od": bytes_in("{:02x}".format, " ", "$ od -An -tx1 -v .env\n ", "\n"),
    "od -tx1": dumped("od -tx1", _od),
    "od -c": dumped("od -c", _letters),
    "gzip": lambda before, value, after: [
        Piece("$ gzip -c .env | base64 -w0\n"), Piece(zipped(before + value + after), secret=True), Piece("\n"),
    ],
    "gzip in lines": lambda before, value, after: [
        Piece("$ tar czf - .env | base64\n"),
        Piece("\n".join(cut(zipped(before + value + after), 76)), secret=True), Piece("\n"),
    ],
    "zlib": text_in(lambda text: base64.b64encode(zlib.compress(text.encode())).decode()),
}  # fmt: skip

AROUND: dict[str, Wrapping] = {
    "repr": lambda before, value, after: [
        Piece(repr(before + "x")[:-2]), Piece(repr(value)[1:-1], secret=True), Piece(repr("x" + after)[2:]),
    ],
    "repr of bytes": lambda before, value, after: [
        Piece("{'env': " + repr((before + "x").encode())[:-2]), Piece(repr(value.encode())[2:-1], secret=True),
        Piece(repr(("x" + after).encode())[3:] + "}"),
    ],
    "json": spelled_in(lambda text: json.dumps(text)[1:-1]),
    "json twice": spelled_in(lambda text: json.dumps(json.dumps(text)[1:-1])[1:-1]),
    "json thrice": spelled_in(lambda text: json.dumps(json.dumps(json.dumps(text)[1:-1])[1:-1])[1:-1]),
    "url": spelled_in(quote),
    "heredoc": lambda before, value, after: [
        Piece("cat > .env <<'EOF'\n" + before), Piece(value, secret=True), Piece(after + "\nEOF"),
    ],
    "code block": around("", ""),
}  # fmt: skip

WRAPPINGS: dict[str, Wrapping] = {**CHARACTERS, **WRAPS, **LITERALS, **CODES, **AROUND}

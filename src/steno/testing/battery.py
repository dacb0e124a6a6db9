"""Hostile files made of good ones: what a reader may be given and must survive."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Iterator
from typing import Any

import zstandard

WRONG: tuple[Any, ...] = (None, 5, -1.5, True, "", "x", [], [None], {}, {"x": 1}, 10**30)


def pointers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a document, the document's own left out."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from pointers(child, (*path, key))


def replaced(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def without(document: Any, path: tuple[Any, ...]) -> Any:
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return changed


def dumped(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def strings(document: Any) -> Iterator[tuple[Any, ...]]:
    """The path of every string in a document."""
    for path in pointers(document):
        value = document
        for key in path:
            value = value[key]
        if isinstance(value, str):
            yield path


def wrong_types(records: list[Any]) -> Iterator[tuple[str, list[bytes]]]:
    """For every field that any record has, the records with each wrong value in that field, and without it."""
    seen = set()
    for record in records:
        for path in pointers(record):
            name = "/".join("*" if isinstance(key, int) else key for key in path)
            kind = f"{record.get('type', '')}:{name}"
            if kind not in seen:
                seen.add(kind)
                yield kind, [dumped(replaced(record, path, value)) for value in WRONG] + [dumped(without(record, path))]


def odd_bytes(good: bytes, depth: int = 100_000) -> dict[str, bytes]:
    """Files that are odd as bytes, each made of a good one; `depth` is how deep the deep ones are nested."""
    line = good.splitlines(keepends=True)[0]
    return {
        "empty": b"",
        "only a newline": b"\n",
        "only spaces": b"   \n  \n",
        "byte order mark": b"\xef\xbb\xbf" + good,
        "only a byte order mark": b"\xef\xbb\xbf",
        "CRLF": good.replace(b"\n", b"\r\n"),
        "blank lines": good.replace(b"\n", b"\n\n  \n"),
        "NUL bytes between": good + b"\0" * 5000 + b"\n" + good,
        "binary": bytes(range(256)) * 64,
        "binary after a good line": line + bytes(range(256)) * 64 + b"\n" + good,
        "UTF-16": good.decode().encode("utf-16"),
        "UTF-32": good.decode().encode("utf-32"),
        "Latin-1": good + '{"type":"user","x":"é"}\n'.encode("latin-1") + good,
        "deep nesting": line + b'{"type":' + b"[" * depth + b"\n" + good,
        "deep and closed": line + b'{"type":"user","message":' + b"[" * depth + b"]" * depth + b"}\n" + good,
        "deep objects": line + b'{"a":' * depth + b"1" + b"}" * depth + b"\n" + good,
        "cut in the middle": good[: len(good) * 2 // 3],
        "cut in a multi-byte character": good + '{"type":"user","message":"é'.encode()[:-1],
        "two records on a line": line.rstrip(b"\n") + line + good,
        "arrays": b"[1,2]\n" + good + b"[]\n",
        "scalars": b'1\n"x"\ntrue\nnull\n-0\n' + good,
        "NaN": b'{"type":"user","x":NaN}\n' + good,
        "Infinity": b'{"type":"user","x":-Infinity}\n' + good,
        "duplicate keys": b'{"type":"user","type":"assistant","message":{"a":1,"a":2}}\n' + good,
        "lone surrogates": b'{"type":"user","uuid":"\\ud800","message":{"content":"\\udfff"}}\n' + good,
        "large integers": b'{"type":"user","n":' + b"9" * 6000 + b',"timestamp":1e400}\n' + good,
        "truncated gzip": gzip.compress(good * 50)[:-40],
        "gzip of garbage": gzip.compress(b"\xff\xfe" * 100),
        "gzip header only": b"\x1f\x8b\x08\x00",
        "truncated zstd": zstandard.ZstdCompressor().compress(good * 50)[:-40],
        "zstd magic only": b"\x28\xb5\x2f\xfd",
        "zip": b"PK\x03\x04" + good,
        "sqlite": b"SQLite format 3\0" + good,
        "a long line": line + b'{"type":"user","x":"' + b"y" * 3_000_000 + b'"}\n' + good,
        "many short lines": good + b"{}\n" * 5_000,
        "escapes that hide": b'{"\\u0074ype":"user","message":{"content":"\\u001b[2J\\u202e"}}\n' + good,
        "old Mac line ends": good.replace(b"\n", b"\r"),
        "no final newline": good.rstrip(b"\n"),
        "a web page": b"<!doctype html><title>x</title>" + good,
        "a Python file": b"import json\nprint(json)\n",
    }

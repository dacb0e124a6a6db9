"""What a log of changes leads to: which requests, and which parts of their answers, stand in the end.

A place is the line and the pointer in it where something was written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from steno.base.exact import JSON
from steno.base.jsonl import Line

_SNAPSHOT, _SET, _ADD = 0, 1, 2
Place = tuple[str, str]


class _Request:
    def __init__(self, line: str, where: str, value: JSON) -> None:
        request = value if type(value) is dict else {}
        self.place = line, where
        self.parts = _places(line, f"{where}/response", request.get("response"))
        self.result = line, f"{where}/result"
        self.told = in_rounds(request.get("result"))


def in_rounds(result: JSON) -> bool:
    """Whether a result says what the model answered, request by request."""
    metadata = result.get("metadata") if type(result) is dict else None
    rounds = metadata.get("toolCallRounds") if type(metadata) is dict else None
    return type(rounds) is list and any(type(each) is dict for each in rounds)


def standing(lines: Iterable[Line]) -> dict[Place, bool]:
    """The places of all that stands in the end, each with whether the result of its request tells the answer too."""
    requests: list[_Request] = []
    for line in lines:
        record = line.value
        if type(record) is dict:
            requests = _changed(requests, line.name, record)
    found: dict[Place, bool] = {}
    for each in requests:
        found |= dict.fromkeys([each.place, each.result, *each.parts], each.told)
    return found


def _changed(requests: list[_Request], line: str, record: dict[str, JSON]) -> list[_Request]:
    kind, path, value = record.get("kind"), record.get("k"), record.get("v")
    if kind == _SNAPSHOT:
        return _several(line, "/v/requests", value.get("requests") if type(value) is dict else None)
    if type(path) is not list or path[:1] != ["requests"]:
        return requests
    if len(path) == 1:
        return _spliced(requests, kind, record.get("i"), _several(line, "/v", value))
    index, *rest = path[1:]
    if type(index) is int and 0 <= index < len(requests):
        if not rest and kind == _SET:
            requests[index] = _Request(line, "/v", value)
        elif rest:
            _within(requests[index], line, record, rest)
    return requests


def _within(request: _Request, line: str, record: dict[str, JSON], rest: list[JSON]) -> None:
    kind, value = record.get("kind"), record.get("v")
    if rest == ["response"]:
        request.parts = _spliced(request.parts, kind, record.get("i"), _places(line, "/v", value))
    elif rest == ["result"] and kind == _SET:
        request.result, request.told = (line, "/v"), in_rounds(value)
    elif rest[0] == "response" and len(rest) == 2 and kind == _SET:
        index = rest[1]
        if type(index) is int and 0 <= index < len(request.parts):
            request.parts[index] = line, "/v"


def _several(line: str, where: str, value: JSON) -> list[_Request]:
    return [_Request(line, f"{where}/{i}", each) for i, each in enumerate(value)] if type(value) is list else []


def _places(line: str, where: str, value: JSON) -> list[Place]:
    return [(line, f"{where}/{i}") for i in range(len(value))] if type(value) is list else []


def _spliced(before: list[Any], kind: JSON, at: JSON, new: list[Any]) -> list[Any]:
    if kind == _ADD:
        before[at if type(at) is int and 0 <= at <= len(before) else len(before) :] = new
        return before
    return new if kind == _SET else before

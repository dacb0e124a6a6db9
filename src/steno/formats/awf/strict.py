"""What a writer of transcripts may write: the closed words, the shapes, the order of keys.  Reads no file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from steno.base.exact import JSON
from steno.formats.awf import wire

Payload = JSON


class Invalid(ValueError):
    """An event that a transcript may not hold.  One sentence: where, what stands there, what was expected."""


def arranged(type: str, payload: Payload) -> Payload:
    """The payload of an event as it is written: keys in their order, empty optional ones left out.

    Fields beyond the known ones follow in the order given.  Raises `Invalid`.  The argument is not changed.
    """
    try:
        arrange = _ARRANGE[type]
    except KeyError:
        raise Invalid(f"type is {type!r}, expected one of {_words(wire.TYPES)}") from None
    return arrange(type, payload)


def _run(type: str, payload: Payload) -> Payload:
    return None if payload is None else _step(type, payload)


def _step(type: str, payload: Payload) -> Payload:
    _object(type, payload)
    # A reader tells the shapes apart by these keys, whatever the type says.
    _without(type, payload, ("role", "call_id"))
    _text(payload, "name")
    _text(payload, "kind")
    if "error" in payload and not isinstance(payload["error"], str | None):
        raise Invalid(f"payload/error is {_kind(payload['error'])}, expected text")
    ordered = {"name": payload["name"], "kind": payload["kind"]}
    if payload.get("error"):
        ordered["error"] = payload["error"]
    if payload.get("result") is not None:
        ordered["result"] = payload["result"]
    return _rest(ordered, payload, wire.STEP_FIELDS)


def _message(type: str, payload: Payload) -> Payload:
    _object(type, payload)
    role = payload.get("role")
    if role != wire.MESSAGE[type]:
        raise Invalid(f"payload/role is {role!r}, expected {wire.MESSAGE[type]!r} in {type}")
    blocks = payload.get("blocks")
    if not isinstance(blocks, list | tuple):
        raise Invalid(f"payload/blocks is {_kind(blocks)}, expected an array")
    ordered = {"role": role, "blocks": [_block(index, each) for index, each in enumerate(blocks)]}
    return _rest(ordered, payload, wire.MESSAGE_FIELDS)


def _block(index: int, block: JSON) -> JSON:
    if not isinstance(block, dict):
        raise Invalid(f"payload/blocks/{index} is {_kind(block)}, expected an object")
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in wire.BLOCKS:
        raise Invalid(f"payload/blocks/{index}/type is {kind!r}, expected one of {_words(wire.BLOCKS)}")
    _fidelity(block, f"payload/blocks/{index}/fidelity")
    ordered: dict[str, JSON] = {}
    own = wire.BLOCKS[kind]
    for field in wire.BLOCK_FIELDS:
        value = block.get(field)
        if value is None or (value == "" and field not in _ANY):
            continue
        if field not in own and field not in wire.EVERY_BLOCK:
            raise Invalid(f"payload/blocks/{index}/{field} does not belong in a {kind} block")
        if field not in _ANY and not isinstance(value, str):
            raise Invalid(f"payload/blocks/{index}/{field} is {_kind(value)}, expected text")
        ordered[field] = value
    return _rest(ordered, block, wire.BLOCK_FIELDS)


_ANY = frozenset(("tool_input", "tool_content"))


def _tool(type: str, payload: Payload) -> Payload:
    # The common event without a function for every question: a recorder asks them all for each event it writes.
    called = type == "tool.call"
    try:
        name, call_id, value, fidelity = _CALL(payload) if called else _RESULT(payload)
    except (KeyError, TypeError):
        return _any_tool(type, payload)
    if (
        payload.__class__ is dict
        and len(payload) == _COMMON
        and name.__class__ is call_id.__class__ is fidelity.__class__ is str
        and fidelity in _FIDELITIES
    ):
        if called:
            return {"name": name, "call_id": call_id, "input": value, "output": None, "fidelity": fidelity}
        return {"name": name, "call_id": call_id, "input": None, "output": value, "fidelity": fidelity}
    return _any_tool(type, payload)


_CALL = itemgetter("name", "call_id", "input", "fidelity")
_RESULT = itemgetter("name", "call_id", "output", "fidelity")
_COMMON = 4
_FIDELITIES = wire.FIDELITIES


def _any_tool(type: str, payload: Payload) -> Payload:
    _object(type, payload)
    _without(type, payload, ("role",))
    _text(payload, "name")
    _text(payload, "call_id")
    _fidelity(payload, "payload/fidelity")
    needed = "input" if type == "tool.call" else "output"
    if needed not in payload and not (type == "tool.result" and payload.get("error")):
        raise Invalid(f"payload/{needed} is missing from {type}")
    error = payload.get("error")
    if error is not None and not isinstance(error, str):
        raise Invalid(f"payload/error is {_kind(error)}, expected text")
    ordered = {
        "name": payload["name"],
        "call_id": payload["call_id"],
        "input": payload.get("input"),
        "output": payload.get("output"),
    }
    if error:
        ordered["error"] = error
    ordered["fidelity"] = payload["fidelity"]
    return ordered if payload.keys() <= _TOOL else _rest(ordered, payload, wire.TOOL_FIELDS)


_TOOL = frozenset(wire.TOOL_FIELDS)


def _rest(ordered: dict[str, JSON], payload: dict[str, JSON], known: tuple[str, ...]) -> dict[str, JSON]:
    ordered.update({key: value for key, value in payload.items() if key not in known})
    return ordered


def _object(type: str, payload: Payload) -> None:
    if not isinstance(payload, dict):
        raise Invalid(f"payload is {_kind(payload)}, expected an object in {type}")


def _without(type: str, payload: Payload, keys: tuple[str, ...]) -> None:
    for key in keys:
        if key in payload:
            raise Invalid(f"payload/{key} would make a reader mistake {type} for another shape; use another name")


def _text(payload: Payload, key: str) -> None:
    if not isinstance(payload.get(key), str):
        raise Invalid(f"payload/{key} is {_kind(payload.get(key))}, expected text")


def _fidelity(holder: Payload, where: str) -> None:
    fidelity = holder.get("fidelity")
    if not isinstance(fidelity, str) or fidelity not in wire.FIDELITIES:
        raise Invalid(f"{where} is {fidelity!r}, expected one of {_words(wire.FIDELITIES)}")


def _kind(value: JSON) -> str:
    return "missing" if value is None else f"of type {type(value).__name__}"


def _words(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


_ARRANGE: dict[str, Callable[[str, Payload], Payload]] = {
    **dict.fromkeys(wire.RUN, _run),
    **dict.fromkeys(wire.STEP, _step),
    **dict.fromkeys(wire.MESSAGE, _message),
    **dict.fromkeys(wire.TOOL, _tool),
}

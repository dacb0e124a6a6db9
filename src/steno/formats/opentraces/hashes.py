"""The hashes and ids of OpenTraces, each by its own rule, and Steno's own beside them.  Reads and writes no file.

Two spellings of JSON are in use there and are kept apart here: `content_hash` has spaces and escapes, ids have neither.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Container, Sequence
from typing import Final
from uuid import UUID, uuid5

from msgspec import Raw

from steno.base.canonical import canonical, canonical_of_plain, dumped
from steno.base.exact import JSON, Apart
from steno.base.ids import sha256
from steno.formats.opentraces.murmur import murmur3
from steno.formats.opentraces.wire import OWN, Object, filled, lean, version_of

NAMESPACE: Final = UUID("9e8e76d4-750a-5c70-b5ce-b371b519dca2")
"""Of the trace ids that Steno makes: itself of version 5, of the URL `urn:steno:opentraces:trace`."""


def trace_id(agent: str, session: str) -> str:
    """A UUID of version 5 of an agent and its own id of a session: the same however often it is imported."""
    return str(uuid5(NAMESPACE, f"{agent}:{session}".encode("utf-8", "surrogatepass").decode("utf-8", "replace")))


# Of a record


def content_hash(record: Object) -> str:
    """What the schema's package of the record's own version computes; raises `wire.Unfit` where it would reject it."""
    return content_hash_of_filled(filled(record, version_of(record)))


def content_hash_of_filled(whole: Object, plain_ids: Container[int] = frozenset()) -> str:
    """The same for a record in which every field of its version stands, and no other; `plain_ids` as for `dumped`."""
    hashed = {key: value for key, value in whole.items() if key not in ("content_hash", "trace_id")}
    digest = hashlib.sha256()
    for piece in dumped(hashed, number, APART, plain_ids):
        digest.update(piece)
    return digest.hexdigest()


APART: Final[Apart] = {"steps": {}, "metadata": {OWN: {"pieces": {}, "beside": {}}}}
"""What of a record may be long."""


def stable_hash(record: Object) -> str:
    """Steno's own: the same for every schema version, and without what is made by chance or by the clock.

    Left out are ids that may be random and what is made of them, the version, the generation, and what every version
    says by leaving it out.  Raises `wire.Unfit`.
    """
    whole = filled(record, version_of(record))
    return stable_hash_of_filled(whole, [layer(step) for step in whole["steps"]])


def stable_hash_of_filled(record: Object, layers: Sequence[str], *, plain: bool = False) -> str:
    """The same for a record in which every field of its version stands, and no other; `layers` are its steps'.

    `plain` says that the steps hold nothing but what both encoders of canonical JSON spell in the same way; where there
    is half a character in them, this raises `UnicodeEncodeError`.
    """
    version = version_of(record)
    whole = lean({**record, "steps": []}, version)
    for key in ("schema_version", "trace_id", "content_hash", "generation_index", "lifecycle"):
        whole.pop(key, None)
    whole["steps"] = [
        {**lean({**step, **_UNSAID}, version, "step"), "layer": said}
        for step, said in zip(record["steps"], layers, strict=True)
    ]
    metadata = {key: value for key, value in whole.pop("metadata", {}).items() if key != OWN}
    if metadata:
        whole["metadata"] = metadata
    for patch in whole.get("patches", ()):
        for key in ("patch_id", "snapshot_before_id", "snapshot_after_id"):
            patch.pop(key, None)
    for file in whole.get("attribution", {}).get("files", ()):
        for conversation in file.get("conversations", ()):
            conversation.pop("url", None)
    if plain:
        # What is odd among the rest, such as a total of 0.0, is no reason to spell the steps slowly.
        whole |= {key: Raw(canonical(each, exact=True)) for key, each in whole.items() if key != "steps"}
    return _canonical(whole, plain=plain)


_SAID: Final = ("content", "observations", "reasoning_content", "role", "tool_calls")
_UNSAID: Final[Object] = {"content": None, "observations": [], "reasoning_content": None, "tool_calls": []}


def layer(step: Object, *, plain: bool = False) -> str:
    """Of what is said in a step, whoever said it when; `plain` as for the stable hash."""
    return _canonical([step[key] for key in _SAID], plain=plain)


def _canonical(value: JSON, *, plain: bool) -> str:
    return "sha256:" + sha256(canonical_of_plain(value) if plain else canonical(value, exact=True))


def system_prompt_hash(text: str) -> str:
    """The key of a system prompt."""
    return sha256(_bytes(text))[:16]


def range_hash(text: str) -> str:
    """Of lines of code, exactly as they are."""
    return f"murmur3:{murmur3(_bytes(text)):032x}"


# Of a trail


def patch_id(
    trace: str,
    generation: int,
    step: int,
    *,
    snapshots: tuple[str, str],
    path: str,
    hunk: int,
    lines: tuple[int, int],
    added: str,
    blobs: tuple[Object | None, Object | None] = (None, None),
) -> str:
    """Of one hunk: where it stands, the lines it adds joined by LF, and the files' ids before and after."""
    material: Object = {
        "trace_id": trace,
        "generation_index": generation,
        "step_index": step,
        "snapshot_before_id": snapshots[0],
        "snapshot_after_id": snapshots[1],
        "file_path": path,
        "hunk_index": hunk,
        "affected_range": {"start_line": lines[0], "end_line": lines[1]},
        "raw_authored_hash": "sha256:" + sha256(_bytes(added)),
        "before_blob_id": blobs[0],
        "after_blob_id": blobs[1],
    }
    spelled = json.dumps(material, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=number)
    return sha256(b"opentraces.trace_patch.v1\0" + _bytes(spelled))


def migrated_patch_id(path: str, block: str) -> str:
    """Of a change that only a diff of the whole session shows."""
    return sha256(_bytes(f"{path}\n{block}"))


def number(value: JSON) -> JSON:
    """A number that is kept with its spelling, as the program behind the schema reads it."""
    if type(value) is not Raw:
        raise TypeError(f"{type(value).__name__} is not a JSON value")
    text = bytes(value).decode()
    if text.lstrip("-").isdigit():
        return int(text) if len(text) <= (sys.get_int_max_str_digits() or len(text)) else text
    return float(text)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

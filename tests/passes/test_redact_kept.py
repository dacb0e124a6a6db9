"""Redaction leaves ids, hashes, signatures, encrypted content and images alone, as long as they are what they seem."""

from __future__ import annotations

import base64
import copy
import hashlib
import io
import json
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno import pipeline, registry
from steno.detect import PLACEHOLDER, Level
from steno.detect.engine import Engine
from steno.detect.every import TOKENS
from steno.detect.finders import tokens
from steno.detect.rule import crc32_base62, fake
from steno.diagnostics import Place
from steno.guard import PIECE
from steno.model.kept import HASH, ID, IMAGE, MODEL, SEALED, Paths
from steno.passes.redact import Redact
from steno.redaction import Redaction
from steno.testing.fake import STILL
from tests.given import redacted as every_way
from tests.given.effort import examples
from tests.given.timing import quick

KEY = b"a key for tests"
BODY = fake(30)
GITHUB = "ghp_" + BODY + crc32_base62(BODY)
AWS = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
MAIL = "nobody@steno-mail.dev"
LEVELS = ["secrets", "pii", "strict"]


def drawn(name: str, size: int) -> bytes:
    """Bytes as if by chance, the same every time."""
    return hashlib.shake_256(name.encode()).digest(size)


def uuid(number: int) -> str:
    text = drawn(f"uuid {number}", 16).hex()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-8{text[17:20]}-{text[20:]}"


def sealed(name: str, size: int = 300) -> str:
    """Base64 in which, by chance, a stretch looks like a key."""
    before = base64.b64encode(b"\x12\xdb\x01" + drawn(name, size)).decode()
    return f"{before}/AA{AWS}/{before[::-1].replace('=', 'A')}"[: 4 * (size // 2)]


SIGNATURE, REDACTED = sealed("signature"), sealed("redacted thinking")
ENCRYPTED = base64.urlsafe_b64encode(b"\x80\0\0\0\0" + drawn("encrypted", 900)).decode()
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + drawn("image", 4000)).decode()
JPEG = base64.b64encode(b"\xff\xd8\xff\xe0\0\x10JFIF" + drawn("photo", 4000)).decode()
COMMIT, SHA256 = drawn("commit", 20).hex(), drawn("sha256", 32).hex()


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in records)


def claude_code() -> bytes:
    def record(kind: str, number: int, **fields: object) -> dict[str, object]:
        return {
            "type": kind, "uuid": uuid(number), "parentUuid": uuid(number - 1), "sessionId": uuid(99), "cwd": "/w",
            "version": "2.1.0", "timestamp": "2026-01-31T10:00:00.000Z", "isSidechain": False, **fields,
        }  # fmt: skip

    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    photo = {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": JPEG}}
    text, call = {"type": "text", "text": GITHUB}, "toolu_01" + fake(22)
    nested = {
        "type": "assistant", "uuid": uuid(7), "requestId": "req_011" + fake(21),
        "message": {
            "id": "msg_02" + fake(22), "content": [{"type": "thinking", "thinking": "hm", "signature": SIGNATURE}],
        },
    }  # fmt: skip
    return lines(
        record("user", 1, message={"role": "user", "content": [{"type": "text", "text": f"use {GITHUB}"}, image]}),
        record(
            "assistant", 2, requestId="req_011" + fake(21),
            message={
                "id": "msg_01" + fake(22), "model": "claude-x", "content": [
                    {"type": "thinking", "thinking": f"write to {MAIL}", "signature": SIGNATURE},
                    {"type": "redacted_thinking", "data": REDACTED},
                    {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": f"curl {GITHUB}"}},
                ],
            },
        ),
        record(
            "user", 3, sourceToolAssistantUUID=uuid(2),
            message={
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": call, "content": [photo, text]}],
            },
            toolUseResult={"type": "image", "file": {"base64": PNG}, "stdout": GITHUB, "agentId": "a7be2f0"},
        ),
        record("progress", 4, data={"type": "agent_progress", "agentId": "a7be2f0", "message": nested}, toolUseID=call),
        {"type": "file-history-snapshot", "messageId": uuid(2), "snapshot": {"messageId": uuid(2), "note": GITHUB}},
    )  # fmt: skip


def codex() -> bytes:
    def record(kind: str, **payload: object) -> dict[str, object]:
        return {"timestamp": "2026-01-31T10:00:00.000Z", "type": kind, "payload": payload}

    call, turn = "call_" + fake(24), uuid(11)
    url = f"data:image/png;base64,{PNG}"
    reasoning = {
        "type": "reasoning",
        "id": "rs_0" + drawn("rs", 24).hex(),
        "summary": [],
        "encrypted_content": ENCRYPTED,
    }
    return lines(
        record(
            "session_meta", id=uuid(10), session_id=uuid(10), timestamp="2026-01-31T10:00:00.000Z", cwd="/w",
            originator="codex_cli_rs", cli_version="0.149.0", instructions=GITHUB,
            git={"commit_hash": COMMIT, "branch": "main"},
        ),
        record("turn_context", turn_id=turn, cwd="/w", model="m-5"),
        record(
            "response_item", type="message", role="user",
            content=[{"type": "input_text", "text": f"use {GITHUB}"}, {"type": "input_image", "image_url": url}],
        ),
        record("response_item", **reasoning),
        record("response_item", type="function_call", name="shell", arguments=json.dumps({"c": GITHUB}), call_id=call),
        record(
            "response_item", type="function_call_output", call_id=call,
            output=[{"type": "input_text", "text": MAIL}, {"type": "input_image", "image_url": url}],
        ),
        record("response_item", type="image_generation_call", id="ig_" + fake(20), status="completed", result=JPEG),
        record("compacted", message=GITHUB, replacement_history=[reasoning], window_id=uuid(12)),
        record("event_msg", type="task_complete", turn_id=turn, last_agent_message=f"done with {GITHUB}"),
    )  # fmt: skip


def open_token() -> bytes:
    actors = [
        {"actor_id": f"act_00{number}", "kind": kind, "name": kind}
        for number, kind in enumerate(("human", "model", "tool"), 1)
    ]

    def event(number: int, kind: str, role: str, content: object, **links: object) -> dict[str, object]:
        return {
            "id": f"evt_{number:06}", "seq": number, "actor_id": "act_002", "type": kind, "visibility": "internal",
            "role": role, "content": content, "links": links,
        }  # fmt: skip

    call = {"tool_name": "Bash", "arguments": {"command": f"curl {GITHUB}"}, "native_call_id": "toolu_01" + fake(22)}
    blob = {"omitted": "binary", "media_type": "image/png", "bytes": 3, "sha256": SHA256}
    document = {
        "open_token_version": "0.1",
        "conversation": {"id": "conv_20260131_" + COMMIT[:8], "title": f"about {GITHUB}"},
        "participants": actors,
        "events": [
            event(1, "message", "user", {"mime": "text/plain", "text": f"use {GITHUB}"}),
            event(2, "tool_use", "assistant", {"mime": "application/json", "data": call}, call_id="call_000001"),
            event(3, "tool_result", "tool", {"mime": "text/plain", "text": MAIL}, call_id="call_000001"),
            event(4, "message", "user", {"mime": "application/json", "data": blob}, parent_id="evt_000001"),
        ],
    }
    return json.dumps(document, indent=2).encode() + b"\n"


DOCUMENTS = {"claude-code": claude_code(), "codex": codex(), "open-token": open_token()}
KEPT = {
    "uuid", "parentUuid", "sessionId", "requestId", "id", "tool_use_id", "sourceToolAssistantUUID", "agentId",
    "toolUseID", "messageId", "signature", "data", "base64", "session_id", "commit_hash", "turn_id", "image_url",
    "encrypted_content", "call_id", "result", "window_id", "native_call_id", "sha256", "parent_id",
}  # fmt: skip


def redacted(data: bytes, level: str) -> bytes:
    """The document as `steno redact` writes it, its bytes looked at once more."""
    return every_way.redacted(data, Redaction(level=level, key=KEY))


def kept(data: bytes) -> list[tuple[str, str]]:
    """Every string under one of the names, with its place in the order of the document."""
    found: list[tuple[str, str]] = []
    stack: list[Any] = [json.loads(line) for line in data.splitlines()] if data[1:2] == b'"' else [json.loads(data)]
    stack.reverse()
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            found += [(key, value) for key, value in item.items() if key in KEPT and isinstance(value, str)]
            stack.extend(reversed(item.values()))
        elif isinstance(item, list):
            stack.extend(reversed(item))
    return found


@pytest.mark.parametrize("level", ["secrets", "pii"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_never_touched_is_the_same_and_every_secret_is_gone(name: str, level: str) -> None:
    data = DOCUMENTS[name]
    out = redacted(data, level)
    assert kept(out) == kept(data)
    assert len(kept(data)) >= 8
    assert GITHUB.encode() not in out
    assert (MAIL.encode() in out) == (level == "secrets")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_strict_withholds_what_tools_returned_and_keeps_the_rest(name: str) -> None:
    data = DOCUMENTS[name]
    out = redacted(data, "strict")
    before, after = kept(data), kept(out)
    # A tool's result is withheld whole, and the image and the ids in it with it.
    withheld = {"claude-code": [("data", JPEG), ("base64", PNG), ("agentId", "a7be2f0")], "open-token": []}
    for each in withheld.get(name, [("image_url", f"data:image/png;base64,{PNG}")]):
        before.reverse()
        before.remove(each)
        before.reverse()
    assert sorted(after) == sorted(before)
    assert GITHUB.encode() not in out


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_second_run_changes_nothing(name: str, level: str) -> None:
    once = redacted(DOCUMENTS[name], level)
    assert redacted(once, level) == once


def thinking(signature: str, text: str = "hm", **fields: object) -> dict[str, Any]:
    message = {"id": "msg_1", "content": [{"type": "thinking", "thinking": text, "signature": signature}]}
    ids = {"uuid": uuid(1), "parentUuid": uuid(0), "sessionId": uuid(2)}
    return {"type": "assistant", **ids, "message": message, **fields}


def after(record: dict[str, Any], level: str = "pii") -> dict[str, Any]:
    (line,) = redacted(lines(record), level).splitlines()
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def changed(before: Any, after: Any, path: str = "") -> list[str]:
    """The paths at which two records differ."""
    if isinstance(before, dict):
        return [each for key in before for each in changed(before[key], after[key], f"{path}.{key}")]
    if isinstance(before, list):
        return [each for a, b in zip(before, after, strict=True) for each in changed(a, b, path + "[]")]
    return [] if before == after else [path]


@pytest.mark.parametrize(
    "signature",
    [
        GITHUB, "abc" + GITHUB, AWS, f"a sentence with {GITHUB}",
        base64.b64encode(f"TOKEN={GITHUB} # mine\n".encode() * 3).decode(),
    ],
    ids=["token", "glued", "base64 by chance", "sentence", "text in base64"],
)  # fmt: skip
def test_a_signature_that_is_none_is_an_ordinary_text(signature: str) -> None:
    record = thinking(signature)
    assert changed(record, after(record)) == [".message.content[].signature"]


@pytest.mark.parametrize(
    "value", [MAIL, f"{'words ' * 800}{GITHUB}", f"{fake(200)} {MAIL}", "/home/" + "adalovelace/x"]
)
def test_an_id_that_is_none_is_an_ordinary_text(value: str) -> None:
    record = thinking(SIGNATURE, requestId=value)
    assert changed(record, after(record)) == [".requestId"]


@pytest.mark.parametrize("value", [GITHUB, f"req_{GITHUB}"])
def test_a_token_in_an_id_is_masked(value: str) -> None:
    record = thinking(SIGNATURE, requestId=value)
    new = after(record)
    assert changed(record, new) == [".requestId"]
    assert GITHUB not in json.dumps(new)


def test_a_value_found_elsewhere_is_masked_in_an_id_where_it_stands_there_as_a_word() -> None:
    secret = "Vex" + "ing88Tulip"
    words = 'the pass"word is "'.replace('"', "") + secret
    record = thinking(SIGNATURE, words, requestId=f"req-{secret}", promptId=f"req{secret}9", sessionId=f"x{secret}")
    new = after(record)
    assert new["requestId"].startswith("req-[REDACTED:password:")
    assert (new["promptId"], new["sessionId"]) == (record["promptId"], record["sessionId"])


def test_a_long_value_found_elsewhere_is_masked_in_a_signature_and_a_short_one_is_not() -> None:
    token = fake(40) + "/" + GITHUB.removeprefix("ghp_")
    name = "api_" + "key"
    signature = SIGNATURE[:100] + token + SIGNATURE[100:]
    new = after(thinking(signature, f'{name} = "{token}"'))
    (block,) = new["message"]["content"]
    assert block["thinking"].startswith(f'{name} = "[REDACTED:')
    assert block["signature"].startswith(SIGNATURE[:100] + "[REDACTED:")
    short = SIGNATURE[120:130]
    same = after(thinking(SIGNATURE, 'pass"word="'.replace('"', "") + short))
    (block,) = same["message"]["content"]
    assert PLACEHOLDER.search(block["thinking"])
    assert block["signature"] == SIGNATURE


def test_a_name_does_not_make_a_secret_of_an_id() -> None:
    record = {"type": "system", "subtype": "x", "content": "words", "sessionId": "s" + fake(30), "uuid": uuid(1)}
    assert after(record) == record


def test_without_formats_only_the_models_own_fields_are_kept() -> None:
    record = thinking(SIGNATURE)
    (trace,) = pipeline.read(io.BytesIO(lines(record)), Place(), lambda _: None)
    masked = pipeline.apply([Redact("strict", KEY)], trace, lambda _: None)
    out = io.BytesIO()
    pipeline.convert([masked], registry.formats["claude-code"], ["redact=none"], out, lambda _: None, STILL)
    assert changed(record, json.loads(out.getvalue())) == [".message.content[].signature"]


def test_an_image_costs_next_to_nothing() -> None:
    data = base64.b64encode(b"\x89PNG\r\n\x1a\n" + drawn("large", 6_000_000)).decode()
    for place in (1 << 20, PIECE - 500, 6 << 20):  # what looks like a key by chance, in each piece of what is written
        data = f"{data[:place]}/AA{AWS}/{data[place + 24 :]}"
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    record = thinking(SIGNATURE, f"use {GITHUB}")
    with_image = copy.deepcopy(record)
    with_image["message"]["content"].append(image)
    redacted(lines(record), "pii")  # what is made once is made here
    assert after(with_image)["message"]["content"][1] == image
    assert quick(lambda: after(with_image), 1.5)


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (ID, ["a", uuid(1), "toolu_01Ab", "12.3", "functions.Bash:0"], ["", "a b", MAIL, "a/b", "x" * 129, "+49"]),
        (HASH, [COMMIT, SHA256, COMMIT[:7], f"sha256:{SHA256}"], ["", "abc", COMMIT + "x", "z" * 40, SHA256 * 3]),
        (
            SEALED,
            [SIGNATURE, ENCRYPTED, base64.b64encode(SIGNATURE.encode()).decode()],
            ["", AWS, SIGNATURE + " ", base64.b64encode(b"only words in here " * 9).decode(), "A-/" * 40],
        ),
        (
            IMAGE,
            [PNG, JPEG, f"data:image/png;base64,{PNG}"],
            ["", SIGNATURE, PNG + "\n", f"data:text/plain;base64,{PNG}"],
        ),
    ],
    ids=["id", "hash", "sealed", "image"],
)  # fmt: skip
def test_a_shape_knows_its_own(shape: Any, good: list[str], bad: list[str]) -> None:
    assert [value for value in good if not shape.fits(value)] == []
    assert [value for value in bad if shape.fits(value)] == []


def test_every_declared_path_begins_in_the_trace() -> None:
    for format in registry.formats:
        for path in (*MODEL, *format.kept):
            assert Paths.of([{path: ID}]).keys() <= {
                "header", "events", "notes", "patches", "git_links", "attributions", "artifacts"
            }, path  # fmt: skip


@given(st.uuids())
@settings(max_examples=examples(300), deadline=None)
def test_no_token_looks_like_a_uuid(value: UUID) -> None:
    """So that ids of this shape need not be looked at."""
    assert tokens(Level.STRICT).find(str(value)) == []


def test_a_known_value_of_hexadecimal_digits_is_masked_in_a_uuid() -> None:
    value = "0a1b2c3d-4e5f-4789-abcd-ef0123456789"
    record = {**thinking(sealed("s")), "requestId": value, "text": f"HEROKU_API_KEY={value}"}
    assert value not in json.dumps(after(record, "secrets"))


@pytest.mark.parametrize("level", [Level.SECRETS, Level.PII])
def test_what_holds_no_word_of_a_level_holds_no_token(level: Level) -> None:
    """So redaction by lines looks for tokens only in those ids in which the level's gate sees anything."""
    assert {*Engine(level, TOKENS, None).words} <= {*Engine(level, make=None).words}

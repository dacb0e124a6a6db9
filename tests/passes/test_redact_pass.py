"""What leaves through redaction holds no planted secret, wherever it stood."""

from __future__ import annotations

import base64
import hashlib
import io
import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from steno.agents.claude_code import FORMAT
from steno.base.ids import tag
from steno.cli.output import destination
from steno.detect import PLACEHOLDER, Level, Span, Unscannable
from steno.detect.finders import tokens
from steno.detect.limit import Limit
from steno.detect.rule import crc32_base62, fake
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.model import Derivation, Event, Header, Kind, Note, Text, ToolCall, ToolResult, Trace
from steno.passes.redact import CODES, Redact
from steno.pipeline import convert
from steno.registry import codes
from steno.testing.fake import STILL
from tests.given.effort import FULL

KEY = b"a key for tests"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def github(number: int) -> str:
    body = f"{number:04}" + fake(26)
    return "ghp_" + body + crc32_base62(body)


def aws(number: int) -> str:
    return "AKIA" + BASE32[number] + fake(15, BASE32)


PEM_BODY = [fake(64), fake(63) + "x", fake(60) + "wxyz"]
PEM = ["-----BEGIN RSA PRIVATE " + "KEY-----", *PEM_BODY, "-----END RSA PRIVATE " + "KEY-----"]
PLANTED = [github(number) for number in range(25)]
SESSION = "11111111-2222-4333-8444-555555555555"


def record(kind: str, **fields: object) -> dict[str, object]:
    return {
        "type": kind, "uuid": f"u{len(fields)}", "parentUuid": None, "sessionId": SESSION, "version": "2.1.0",
        "timestamp": "2026-01-31T10:00:00.000Z", "isSidechain": False, **fields,
    }  # fmt: skip


def session() -> bytes:
    """A secret in every place a Claude Code session has for text."""
    p = iter(PLANTED)
    assistant = [
        {"type": "thinking", "thinking": f"I see {next(p)}", "signature": "abc" + next(p)},
        {"type": "text", "text": f"The token is {next(p)}."},
        {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": f"curl {next(p)}", f"k {next(p)}": 1}},
        {"type": "tool_use", "id": "t2", "name": f"mcp__{next(p)}", "input": f"not an object {next(p)}"},
    ]
    records = [
        record("user", message={"role": "user", "content": f"use {next(p)}"}, cwd=f"/srv/{next(p)}", gitBranch=next(p)),
        record("assistant", message={"id": f"msg_{next(p)}", "model": "claude-x", "content": assistant}),
        record(
            "user",
            message={"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": next(p)}]},
            toolUseResult={
                "stdout": next(p),
                f"file {next(p)}": {"structuredPatch": [{"lines": [f"+{x}" for x in PEM]}]},
            },
        ),
        record(
            "user",
            message={
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": next(p)}]},
                    {"type": "tool_result", "tool_use_id": "t3", "content": "\\n".join(PEM)},
                ],
            },
            toolUseResult=f"Error: {next(p)}",
        ),
        {"type": "ai-title", "aiTitle": f"About {next(p)}", "sessionId": SESSION},
        record("attachment", attachment={"type": "file", "content": {f"a/{next(p)}": next(p)}}),
        record("never-seen-before", payload=[next(p), {next(p): [[next(p)]]}]),
        record("progress", data={"type": "bash_progress", "output": next(p)}),
    ]
    lines = [json.dumps(each, separators=(",", ":")).encode() for each in records]
    lines.append(b'{"type":"system","content":"' + next(p).encode() + b'","content":"twice","sessionId":"s"}')
    lines.append(b"not JSON: " + next(p).encode())
    assert next(p, None) is None, "every planted secret stands somewhere"
    return b"".join(line + b"\n" for line in lines)


def read(data: bytes) -> Trace:
    assert FORMAT.reader is not None
    (trace,) = FORMAT.reader.read(io.BytesIO(data), Place("session.jsonl"), lambda _: None)
    return trace


def written(trace: Trace) -> bytes:
    assert FORMAT.writer is not None
    stream = io.BytesIO()
    FORMAT.writer((), STILL, lambda _: None).write([trace], stream, lambda _: None)
    return stream.getvalue()


def run(trace: Trace, level: str = "secrets", key: bytes = KEY) -> tuple[Trace, list[Diagnostic]]:
    reports: list[Diagnostic] = []
    return Redact(level, key).run(trace, reports.append), reports


def text_trace(*texts: str) -> Trace:
    """A trace of user messages."""
    records = [record("user", message={"role": "user", "content": text}) for text in texts]
    return read("".join(json.dumps(each) + "\n" for each in records).encode())


def texts(trace: Trace) -> list[str]:
    return [event.body.text for event in trace.events if isinstance(event.body, Text)]


def values(trace: Trace) -> list[object]:
    return [note.value for note in trace.notes]


@pytest.mark.parametrize("level", ["secrets", "pii", "strict"])
def test_no_planted_secret_is_written_back(level: str) -> None:
    out = written(run(read(session()), level)[0])
    assert [secret for secret in (*PLANTED, *PEM_BODY) if secret.encode() in out] == []
    assert len(out.splitlines()) == len(session().splitlines())


def test_no_planted_secret_is_left_in_the_trace_itself() -> None:
    trace, _ = run(read(session()))
    shown = repr(trace)
    assert [secret for secret in (*PLANTED, *PEM_BODY) if secret in shown] == []


def test_what_is_not_secret_is_written_back_as_it_was() -> None:
    before, after = session().splitlines(), written(run(read(session()))[0]).splitlines()
    for old, new in zip(before[:-2], after[:-2], strict=True):
        for secret in PLANTED:
            old = old.replace(secret.encode(), b"*")
        masked = PLACEHOLDER.sub("*", new.decode())
        if b"PRIVATE KEY" not in old:
            assert json.loads(masked) == json.loads(old)


@pytest.mark.parametrize("level", list(Level))
def test_a_second_run_changes_nothing(level: Level) -> None:
    once, _ = run(read(session()), level)
    twice, reports = run(once, level)
    assert twice == once
    assert reports == []


def test_a_higher_level_after_a_lower_one_masks_the_rest_and_says_so() -> None:
    trace = text_trace(f"{aws(1)} nobody@steno-mail.dev")
    secrets, _ = run(trace, "secrets")
    assert values(secrets) == [{"mode": "secrets", "strategy": "mask", "notes": ["masked 1 api_key"]}]
    both, _ = run(secrets, "pii")
    assert values(both) == [{"mode": "pii", "strategy": "mask", "notes": ["masked 1 api_key", "masked 1 email"]}]
    assert run(both, "secrets")[0] == both


def test_one_key_gives_the_same_trace_and_another_key_other_tags() -> None:
    trace = text_trace(f"a {aws(1)} b")
    assert run(trace)[0] == run(trace)[0]
    assert texts(run(trace)[0]) != texts(run(trace, key=b"another")[0])


def test_equal_values_get_equal_placeholders_and_others_do_not() -> None:
    first, second, third = texts(run(text_trace(aws(1), f"again {aws(1)}", aws(2)))[0])
    assert PLACEHOLDER.fullmatch(first)
    assert second == f"again {first}"
    assert third != first


def colliding() -> tuple[str, str]:
    """Two values with the same eight digits under the key."""
    seen: dict[str, str] = {}
    for number in itertools.count():
        value = f"sk-{fake(24, '0123456789abcdef')}{number:08x}"
        other = seen.setdefault(tag(KEY, "api_key", value), value)
        if other != value:
            return other, value
    raise AssertionError


def test_values_whose_tags_collide_get_different_placeholders() -> None:
    first, second = colliding()
    eight, twelve = tag(KEY, "api_key", first), tag(KEY, "api_key", second, 12)
    assert texts(run(text_trace(first, second, first))[0]) == [
        f"[REDACTED:api_key:{eight}]",
        f"[REDACTED:api_key:{twelve}]",
        f"[REDACTED:api_key:{eight}]",
    ]


def test_the_note_counts_different_values_by_type_and_names_none() -> None:
    trace, _ = run(text_trace(aws(1), aws(1), aws(2), github(1)))
    assert trace.notes == (
        Note(
            author=Derivation("redact/secrets"),
            key="redaction",
            value={"mode": "secrets", "strategy": "mask", "notes": ["masked 2 api_key", "masked 1 auth_token"]},
        ),
    )


def test_a_note_that_a_document_came_with_is_kept_and_counted_on() -> None:
    value = {"mode": "secrets", "strategy": "mask", "notes": ["masked 2 api_key", "by hand"], "by": "x"}
    note = Note(author=Derivation("redact/secrets"), key="redaction", value=value)
    trace = replace(text_trace("clean"), notes=(note,))
    assert run(trace)[0] == trace
    again, _ = run(replace(text_trace(aws(1)), notes=(note,)))
    assert values(again) == [{**value, "notes": ["by hand", "masked 3 api_key"]}]


def test_a_clean_trace_is_not_copied() -> None:
    trace = text_trace("nothing to see", "and nothing here")
    new, _ = run(trace)
    assert new.header is trace.header
    assert new.events is trace.events


def test_bytes_that_cannot_be_scanned_are_dropped_and_reported() -> None:
    trace, reports = run(read(session()))
    assert [(each.code, each.severity, each.place.line) for each in reports] == [
        ("SEC902", Severity.LOSS, 9),
        ("SEC903", Severity.LOSS, 10),
    ]
    repeated, broken = trace.events[-2:]
    assert repeated.raw is UNSET
    assert isinstance(broken.raw, bytes)
    assert PLACEHOLDER.fullmatch(broken.raw.decode())


class Fails:
    """An engine that cannot scan one of the texts."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def find(self, text: str) -> list[Span]:
        if "impossible" in text:
            raise self._error
        return tokens(Level.SECRETS).find(text)


@pytest.mark.parametrize("error", [Unscannable("too odd"), RecursionError("too deep"), MemoryError()])
def test_a_text_that_the_engine_cannot_scan_is_withheld_and_reported(error: Exception) -> None:
    reports: list[Diagnostic] = []
    trace = Redact("secrets", KEY, Fails(error)).run(text_trace("an impossible text", "a text"), reports.append)
    withheld, kept = texts(trace)
    assert withheld.startswith("[REDACTED:unscanned:")
    assert kept == "a text"
    assert [(each.code, each.severity) for each in reports] == [("SEC901", Severity.ERROR)]
    assert values(trace) == [{"mode": "secrets", "strategy": "mask", "notes": ["masked 1 unscanned"]}]


def test_a_bug_in_a_detector_ends_the_run() -> None:
    with pytest.raises(KeyError):
        Redact("secrets", KEY, Fails(KeyError("a bug"))).run(text_trace("an impossible text"), lambda _: None)


class Slow:
    """An engine that looks at a text once for each word in it."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit

    def find(self, text: str) -> list[Span]:
        self._limit.start()
        for _ in text.split():
            self._limit.check()
        return tokens(Level.SECRETS).find(text)


def test_a_text_that_takes_too_long_is_withheld_and_the_next_one_has_its_own_time() -> None:
    ticks = itertools.count()
    slow = Slow(Limit(3, lambda: next(ticks)))
    reports: list[Diagnostic] = []
    withheld, kept = texts(Redact("secrets", KEY, slow).run(text_trace("a b c d e", f"a {aws(1)}"), reports.append))
    assert withheld.startswith("[REDACTED:unscanned:")
    assert kept.startswith("a [REDACTED:api_key:")
    assert [each.message for each in reports] == [
        "a text of 9 characters was withheld: scanning took longer than 3 seconds"
    ]


def test_strict_withholds_tool_output_prompts_and_paths() -> None:
    trace = read(session())
    header = replace(trace.header, system_prompts={"0" * 64: "You are helpful."})
    strict, _ = run(replace(trace, header=header), "strict")
    results = [event.body for event in strict.events if isinstance(event.body, ToolResult)]
    contents = [part for body in results for part in (body.content, body.detail) if part is not UNSET]
    assert len(contents) == 4
    assert all(isinstance(part, str) and part.startswith("[REDACTED:tool_output:") for part in contents)
    assert strict.header.system_prompts["0" * 64].startswith("[REDACTED:config:")
    assert all(value[0].startswith("[REDACTED:config:") for value in strict.header.environment.values())


def test_strict_withholds_what_nobody_can_name_and_keeps_plain_words() -> None:
    line = record("never-seen-before", payload={"status": "done", "output": "hunter2", "more": ["three words here"]})
    (event,) = run(read(json.dumps(line).encode() + b"\n"), "strict")[0].events
    assert isinstance(event.residue, dict)
    payload = event.residue["payload"]
    assert payload["status"] == "done"
    assert [PLACEHOLDER.fullmatch(text) is not None for text in (payload["output"], payload["more"][0])] == [True, True]
    assert (event.residue["sessionId"], event.residue["version"]) == (SESSION, "2.1.0")


def test_strict_withholds_a_tool_result_however_deep_it_nests() -> None:
    tree: object = "x"
    for _ in range(50_000):
        tree = [tree]
    trace = read(session())
    event = next(each for each in trace.events if isinstance(each.body, ToolResult))
    deep = replace(trace, events=(replace(event, body=ToolResult(tree)),))
    (body,) = (each.body for each in run(deep, "strict")[0].events)
    assert isinstance(body, ToolResult)
    assert isinstance(body.content, str)
    assert PLACEHOLDER.fullmatch(body.content)
    while isinstance(tree, list):  # taken apart here, because freeing it at once would recurse
        (tree,) = tree


def test_level_none_masks_private_keys_only() -> None:
    trace, _ = run(text_trace("\n".join(PEM), aws(1)), "none")
    key, other = texts(trace)
    assert key.startswith("[REDACTED:private_key:")
    assert other == aws(1)
    assert Redact("none", KEY).makes == frozenset()
    assert run(Trace(header=Header()), "none")[0] == Trace(header=Header())


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(PEM),
        json.dumps({"key": "\n".join(PEM)}),
        base64.b64encode("\n".join(PEM).encode()).decode(),
        "\n".join(f"+{line}" for line in PEM),
    ],
    ids=["plain", "json", "base64", "diff"],
)
def test_level_none_finds_a_private_key_in_other_shapes(text: str) -> None:
    (shown,) = texts(run(text_trace(f"see {text} end"), "none")[0])
    assert "[REDACTED:private_key:" in shown
    assert not [line for line in PEM_BODY if line in shown]
    assert text not in shown


def test_level_none_keeps_lines_that_are_no_json_unless_they_hint_at_a_key() -> None:
    line = record("user", message={"role": "user", "content": "\n".join(PEM)})
    data = json.dumps(line).encode() + b"\nno JSON\nno JSON: " + PEM[0].encode() + b"\n"
    trace, reports = run(read(data), "none")
    _, plain, key = written(trace).splitlines()
    assert plain == b"no JSON"
    assert PLACEHOLDER.fullmatch(key.decode())
    assert [each.code for each in reports] == ["SEC903"]


def test_level_none_finds_a_key_that_is_encoded_in_a_line_that_is_no_json() -> None:
    encoded = base64.b64encode("\n".join(PEM).encode())
    trace, reports = run(read(b"no JSON: " + encoded + b"\n"), "none")
    assert encoded not in written(trace)
    assert [each.code for each in reports] == ["SEC903"]


def test_level_none_finds_a_private_key_beside_a_number_of_any_size() -> None:
    call = Event(
        uid="1",
        kind=Kind.TOOL_CALL,
        body=ToolCall("t", {"number": 2**70, "key": "\n".join(PEM)}),
        origin=Derivation("test/made"),
        actor="model",
    )
    trace, _ = run(Trace(header=Header(), events=(call,)), "none")
    (body,) = (event.body for event in trace.events)
    assert isinstance(body, ToolCall)
    assert isinstance(body.arguments, dict)
    assert body.arguments["number"] == 2**70
    assert body.arguments["key"].startswith("[REDACTED:private_key:")


def test_nothing_leaves_with_a_private_key_however_little_is_redacted() -> None:
    stream = io.BytesIO()
    convert([text_trace("\n".join(PEM), aws(1))], FORMAT, ("redact=none",), stream, lambda _: None, STILL)
    assert PEM_BODY[0].encode() not in stream.getvalue()
    assert aws(1).encode() in stream.getvalue()


class Breaks:
    """A writer that fails in the middle."""

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        for _ in traces:
            stream.write(b"x" * 10_000_000)
            raise ZeroDivisionError


def test_no_partial_file_is_left_when_a_writer_fails(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_bytes(b"as before")
    broken = FORMAT.written_by(lambda words, ambient, report: Breaks())
    with pytest.raises(ZeroDivisionError), destination(target) as stream:
        convert([text_trace("a text")], broken, (), stream, lambda _: None, STILL)
    assert target.read_bytes() == b"as before"
    assert list(tmp_path.iterdir()) == [target]


def test_the_pass_says_what_it_makes_and_unmakes() -> None:
    redact = Redact("secrets", KEY)
    assert redact.name == "redact"
    assert [sorted(facts) for facts in (redact.needs, redact.makes, redact.unmakes)] == [[], ["redacted"], ["sealed"]]


def test_every_code_of_the_pass_has_a_page() -> None:
    assert [codes()[each.code] for each in CODES] == list(CODES)


def test_a_value_is_masked_because_of_the_name_it_stands_under() -> None:
    password = "Vexing" + "88!"
    call = {"type": "tool_use", "id": "t1", "name": "Login", "input": {"user": "ada", "password": password}}
    line = record("assistant", message={"id": "m", "model": "x", "content": [call]})
    assert FORMAT.reader is not None
    trace = next(FORMAT.reader.read(io.BytesIO(json.dumps(line).encode() + b"\n"), Place(), lambda _: None))
    clean = Redact(Level.SECRETS, KEY).run(trace, lambda _: None)
    (event,) = clean.events
    mark = f"[REDACTED:password:{tag(KEY, 'password', password)}]"
    assert event.body == ToolCall("Login", {"user": "ada", "password": mark})


def test_a_line_break_before_a_word_is_not_taken_for_a_value_that_was_masked() -> None:
    """JSON spells the break `\\n`, and the value that was masked begins with an n."""
    trace, _ = run(text_trace("password=n" + "Kestrel-41-Harbor", "next\n" + "Kestrel-41-Harbor"))
    redact = Redact("secrets", KEY)
    redact.run(text_trace("password=n" + "Kestrel-41-Harbor", "next\n" + "Kestrel-41-Harbor"), lambda _: None)
    assert texts(trace)[1] == "next\n" + "Kestrel-41-Harbor"
    assert [each(json.dumps(texts(trace)[1]).encode()) for each in redact.guards()] == [[], []]
    assert [each(json.dumps("x n" + "Kestrel-41-Harbor").encode()) for each in redact.guards()] != [[], []]


def test_the_strict_level_withholds_what_notes_repeat_of_a_tool() -> None:
    said = Event(uid="1", kind=Kind.MESSAGE, body=Text("Done."), origin=Derivation("t"), actor="model")
    call = Event(uid="2", kind=Kind.TOOL_CALL, body=ToolCall("Bash"), origin=Derivation("t"), actor="model")
    notes = [
        Note(author="agent:x", target="1", key="output", value="Done."),
        Note(author="agent:x", target="2", key="output", value="the garden gate is open"),
        Note(author="agent:x", target="2", key="observation", value="the gate was shut"),
        Note(author="agent:x", key="agent_config", value={"cwd": "/srv/garden"}),
        Note(author="agent:x", target="2", key="eval", value=-1),
    ]
    trace = Trace(header=Header(), events=(said, call), notes=tuple(notes))
    masked = Redact("strict", KEY).run(trace, lambda _: None)
    values = [note.value for note in masked.notes[:5]]
    assert [values[0], values[4]] == ["Done.", -1]
    assert [type(value) is str and value.split(":")[1] for value in values[1:4]] == ["tool_output"] * 2 + ["config"]


def spoken(*bodies: Text | ToolResult) -> Trace:
    """A trace of these, one after the other."""
    assert FORMAT.reader is not None
    (read,) = FORMAT.reader.read(io.BytesIO(session()), Place(), lambda _: None)
    first = replace(read.events[0], raw=UNSET, residue=UNSET)
    kinds = {Text: Kind.MESSAGE, ToolResult: Kind.TOOL_RESULT}
    events = (replace(first, uid=f"e{n}", kind=kinds[type(body)], body=body) for n, body in enumerate(bodies))
    return replace(read, events=tuple(events), notes=())


def test_what_only_a_withheld_text_tells_is_masked_everywhere_at_the_strict_level() -> None:
    """The tool's output is gone at this level; what it told of a value is not."""
    value = "goodspec" + fake(12)
    said = Text(text=f"it says {value}, or {value.encode().hex()}")
    trace = spoken(ToolResult(content=f"DB_PASSWORD={value}\n"), said)
    for level in ("secrets", "pii", "strict"):
        after = str(Redact(level, KEY).run(trace, lambda _: None).events)
        assert value not in after
        assert value.encode().hex() not in after


def varied(size: int) -> str:
    return "".join(hashlib.sha256(str(number).encode()).hexdigest() for number in range(size // 64 + 1))[:size]


def coded(size: int) -> str:
    return base64.urlsafe_b64encode(json.dumps({"sub": varied(size * 3 // 4)}).encode()).decode().rstrip("=")


def pem(size: int) -> str:
    body = varied(size)
    wrapped = (body[at : at + 64] for at in range(0, size, 64))
    return "\n".join([PEM[0], *wrapped, PEM[-1]])


LENGTHY = {
    "name": lambda size: f"API_TOKEN={varied(size)}",
    "header": lambda size: f"Authorization: Bearer {varied(size)}",
    "address": lambda size: f"postgres://a:{varied(size)}@db.acme.dev/x",
    "json": lambda size: json.dumps({"password": varied(size)}),
    "flag": lambda size: f"deploy --token {varied(size)}",
    "jwt": lambda size: f"eyJhbGciOiJIUzI1NiJ9.{coded(size)}.{fake(43)}",
    "pem": pem,
}


@pytest.mark.parametrize(
    ("kind", "size"),
    [*itertools.product(LENGTHY, [40, 200, 2_100, 6_000, 100_000]), *([("name", 1_000_000)] if FULL else [])],
)
def test_a_secret_of_any_length_is_masked_whole_and_known_everywhere(kind: str, size: int) -> None:
    text = LENGTHY[kind](size)
    part = coded(size) if kind == "jwt" else varied(size)
    if kind == "pem":
        part = part[:64]
    echo = text if size < 300 else text[50:-20] if kind in ("jwt", "pem") else part
    trace = spoken(
        Text(text=f"{text}\n"), Text(text=f"\nagain: {echo.encode().hex() if size > 200 else echo}, {echo}.")
    )
    for level in ("secrets", "pii"):
        after = str(Redact(level, KEY).run(trace, lambda each: pytest.fail(str(each))).events)
        for at in range(0, len(part) - 8, max(1, len(part) // 50)):
            assert part[at : at + 32] not in after, (level, at)
            assert part[at : at + 32].encode().hex() not in after or size < 300, (level, at)

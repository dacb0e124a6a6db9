"""Redacting a log line by line is redacting its trace: what leaves is the same, whatever stands in it and wherever."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno import lines, pipeline, registry
from steno.contracts import Leak
from steno.detect import RULES, Level
from steno.detect.rule import crc32_base62, fake
from steno.detect.seeds import Machine
from steno.diagnostics import Place
from steno.lines.log import Log
from steno.passes.redact import Redact
from steno.redaction import Redaction
from steno.testing.fake import STILL
from tests.given import redacted as every_way
from tests.given.corpus import corpus
from tests.given.effort import examples, share
from tests.given.samples import samples

KEY = b"a key for tests"
BODY = fake(30)
GITHUB = "ghp_" + BODY + crc32_base62(BODY)
LINED = [each for each in registry.formats if each.lined is not None]
SECRETS = [text for rule in RULES for text in rule.positives]
MACHINE = Machine(users=("odalys",), home="/home/odalys", host="garden", environ={"DEPLOY_TOKEN": fake(24)})
LEVELS = ("secrets", "pii")


def clean(data: bytes, format: str, level: str = "secrets") -> bytes:
    return every_way.redacted(data, Redaction(level=level, key=KEY, machine=MACHINE), format)


def test_there_are_formats_to_try() -> None:
    assert {each.name for each in LINED} >= {"claude-code", "codex"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("format", LINED, ids=lambda format: format.name)
def test_every_sample_leaves_the_same(format: Any, level: str) -> None:
    for path in samples(format.name.split("-")[0] if format.name == "codex" else "claude_code"):
        assert every_way.values(clean(path.read_bytes(), format.name, level))


# What may stand in a record

ODD = [
    "a\n",
    '"',
    "\\",
    '"/home/odalys/x',
    "\\n",
    '\\"',
    "<system-reminder>x</system-reminder>",
    "\x1b[31m",
    "\u200b",
    "\u00e9",
    ":,",
    "{}",
]
SAID = st.one_of(
    st.integers(0, len(SECRETS) - 1).map(lambda number: SECRETS[number]),
    st.sampled_from([GITHUB, "/home/odalys/x", "odalys@acme.dev", "DEPLOY_TOKEN=" + MACHINE.environ["DEPLOY_TOKEN"]]),
    st.text(max_size=30),
    st.sampled_from(ODD),
)
TEXTS = st.lists(SAID, min_size=1, max_size=4).map("".join)
NAMES = st.one_of(st.sampled_from(["password", "api_key", "cwd", "text", "content", "x"]), TEXTS)
TREES = st.recursive(
    st.one_of(TEXTS, st.integers(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=6,
)


@st.composite
def records_of_claude_code(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["user", "assistant", "system", "progress", "summary", "odd"]))
    block = st.one_of(
        st.fixed_dictionaries({"type": st.just("text"), "text": TEXTS}),
        st.fixed_dictionaries({"type": st.just("thinking"), "thinking": TEXTS, "signature": TEXTS}),
        st.fixed_dictionaries({"type": st.just("tool_use"), "id": TEXTS, "name": TEXTS, "input": TREES}),
        st.fixed_dictionaries({"type": st.just("tool_result"), "tool_use_id": TEXTS, "content": TREES}),
    )
    content = draw(st.one_of(TEXTS, st.lists(block, max_size=3)))
    message = {"role": kind, "id": draw(st.sampled_from(["m1", "m2"])), "content": content}
    return {
        "type": kind, "uuid": draw(st.one_of(st.uuids().map(str), TEXTS)), "cwd": draw(TEXTS), "message": message,
        "toolUseResult": draw(TREES), "content": draw(TEXTS),
    }  # fmt: skip


PART = st.fixed_dictionaries({"type": st.sampled_from(["input_text", "output_text"]), "text": TEXTS})
PARTS = st.lists(PART, max_size=3)


def payload(*kinds: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.sampled_from(kinds), **fields})


PAYLOADS = st.one_of(
    payload("message", role=st.sampled_from(["user", "assistant"]), content=PARTS),
    payload("reasoning", summary=PARTS, encrypted_content=TEXTS),
    payload("function_call", name=TEXTS, arguments=TEXTS, call_id=TEXTS),
    payload("function_call_output", call_id=TEXTS, output=st.one_of(TEXTS, TREES)),
    payload("agent_message", "user_message", message=TEXTS),
    payload("odd", more=TREES),
)


@st.composite
def records_of_codex(draw: st.DrawFn) -> dict[str, Any]:
    item = draw(PAYLOADS)
    kind = "event_msg" if item["type"].endswith(("_message", "odd")) else "response_item"
    return {"timestamp": "2026-01-31T10:00:00.000Z", "type": kind, "payload": item}


RECORDS = {"claude-code": records_of_claude_code(), "codex": records_of_codex()}


NOT_RECORDS = [b"", b"not JSON " + GITHUB.encode(), b"[1]", b'{"a":"' + GITHUB.encode()]


@st.composite
def logs(draw: st.DrawFn) -> tuple[str, bytes]:
    """A log of one of the formats; some of its lines are spelled otherwise, and some are none."""
    format = draw(st.sampled_from(sorted(RECORDS)))
    records = draw(st.lists(RECORDS[format], min_size=1, max_size=5))
    found = [json.dumps(each, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass") for each in records]
    every = draw(st.booleans())
    found = [line if not every and draw(st.booleans()) else _compact(line) for line in found]
    odd = draw(
        st.lists(
            st.sampled_from([b"", b"not JSON " + GITHUB.encode(), b"[1]", b'{"a":"' + GITHUB.encode()]), max_size=1
        )
    )
    for each in odd:
        found.insert(draw(st.integers(0, len(found))), each)
    return format, b"\n".join(found) + draw(st.sampled_from([b"\n", b"", b"\n\n"]))


def _compact(line: bytes) -> bytes:
    return json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


@given(logs(), st.sampled_from(LEVELS))
@settings(max_examples=examples(200), deadline=None)
def test_any_log_leaves_the_same(log: tuple[str, bytes], level: str) -> None:
    format, data = log
    if not data.strip():
        return
    assert GITHUB.encode() not in clean(data, format, level)


@given(logs(), st.sampled_from(LEVELS), st.integers(1, 3000))
@settings(max_examples=examples(150), deadline=None)
def test_any_log_leaves_the_same_however_its_lines_are_taken_together(
    log: tuple[str, bytes], level: str, size: int
) -> None:
    format, data = log
    if not data.strip():
        return
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("steno.lines.rows.BLOCK", size)
        assert GITHUB.encode() not in clean(data * 2, format, level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_real_sessions_leave_the_same_with_secrets_planted_in_them(agent: str, level: str) -> None:
    for path in share(sorted((corpus() / agent).glob("*/*.jsonl")), level):
        if path.stat().st_size < 2_000_000:
            for data in (path.read_bytes(), b"\n".join(_planted(path)) + b"\n"):
                lines = every_way.values(clean(data, agent, level))
                assert len(lines) == len(every_way.values(data))


def _planted(path: Path) -> Iterator[bytes]:
    """The lines of a log, some with a secret of some kind behind one of their texts."""
    chance = random.Random(path.name)  # noqa: S311  the same each time
    for line in path.read_bytes().splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if isinstance(record, dict) and chance.random() < 0.02:
            holders = [each for each in _holders(record) if any(isinstance(value, str) for value in each.values())]
            holder = chance.choice(holders or [record])
            name = chance.choice(sorted(key for key, value in holder.items() if isinstance(value, str)) or ["x"])
            holder[name] = f"{holder.get(name, '')} {chance.choice(SECRETS)}"
            line = json.dumps(record).encode("utf-8", "surrogatepass")
        yield line


def _holders(tree: Any) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        yield tree
    for each in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _holders(each)


# What is not read


def lined(data: bytes, level: str = "secrets") -> tuple[bytes, lines.Done]:
    redact = Redact(level, KEY, formats=registry.formats.get)
    done = lines.redacted(data, Place("x"), lambda _: None, redact, registry.formats["claude-code"], STILL)
    return b"".join(done.pieces), done


def user(text: str, **more: Any) -> bytes:
    return (
        json.dumps({"type": "user", "uuid": "a", "message": {"role": "user", "content": text}, **more}).encode() + b"\n"
    )


def test_a_line_without_a_finding_leaves_byte_for_byte() -> None:
    odd = b'{"type" : "user", "message":{"role":"user","content":"\\u0041 \\/ b"},  "uuid":"a"}\n'
    assert lined(odd)[0] == odd
    found, _ = lined(odd + user(f"use {GITHUB}"))
    assert found.startswith(odd) and GITHUB.encode() not in found


def test_a_clean_log_is_not_even_copied() -> None:
    data = user("hello") * 3
    (piece,) = lined(data)[1].pieces
    assert isinstance(piece, memoryview) and piece.obj is data


def test_a_value_that_was_found_in_one_line_is_masked_in_all() -> None:
    secret = fake(20)
    data = user(f"password: {secret}") + user("x", tool={secret: 1}) + user(f"again {secret}!")
    assert secret.encode() not in clean(data, "claude-code")
    assert lined(data)[1].places == 3


def plain(text: str, **more: Any) -> bytes:
    """The same as agents spell it, which is as Steno would."""
    return _compact(user(text, **more)) + b"\n"


@pytest.mark.parametrize("secret", ['Vexing"88!ü', 'Kestrel"41\\Harbor', "Kestrel-41-Hafen-ü", fake(40)])
@pytest.mark.parametrize("around", ["{}", '"{}', "{}\\", "\\{}\n", "ü{}\u2028", "\x1b[31m{}\x7f"])
@pytest.mark.parametrize("size", [1, 500, 1 << 20])
def test_what_the_last_line_tells_is_masked_in_the_lines_before(
    secret: str, around: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steno.lines.rows.BLOCK", size)
    told = plain("x", tool={"password": secret})
    found = clean(plain(around.format(secret)) + plain("y", note=[around.format(secret)]) + told, "claude-code")
    assert all(secret not in text for line in every_way.values(found) for text in _strings(line))


def _strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, list | tuple):
        for each in tree:
            yield from _strings(each)


def test_a_line_is_not_read_again_where_all_that_is_known_stands_in_what_is_masked_anyway(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[int] = []
    again = Log._read_again

    def counted(log: Log, numbers: list[int], names: set[str]) -> None:
        read.extend(numbers)
        again(log, numbers, names)

    monkeypatch.setattr(Log, "_read_again", counted)
    data = plain("in /home/odalysmontes/a") + plain("by odalysmontes") + plain("cd /home/odalysmontes/b")
    masked = lined(data, "pii")[0]
    assert b"odalysmontes" not in masked and read == [2]


def test_a_text_is_not_taken_for_the_end_of_one_that_has_a_quote_before_it() -> None:
    path = "/home/odalys/x"
    data = plain(path, said=f'he said "{path}') + plain(f'"{path}', said=[path, f'\\"{path}"'])
    found = clean(data, "claude-code", "pii")
    assert b"odalys" not in found and found.count(b"[REDACTED:person:") == 5


def test_a_text_is_masked_in_every_line_though_others_have_it_as_a_key() -> None:
    """Lines that are spelled alike are looked at together; of these, one is left to the pass."""
    path = "/home/odalys/x"
    data = plain("a", cwd=path) + plain("b", tool={path: 1}) + plain(path, cwd=path, said=[path, {"x": path}])
    found = clean(data * 3, "claude-code", "pii")
    assert b"odalys" not in found and found.count(b"[REDACTED:person:") == 18


def test_a_very_long_line_is_masked_where_it_holds_something() -> None:
    long = "lorem ipsum /home/odalys/x " * 200_000
    found, done = lined(plain(f"use {GITHUB}", more=long), "pii")
    assert GITHUB.encode() not in found and b"odalys" not in found and done.places == 200_001


def test_what_is_masked_in_a_line_does_not_copy_the_rest_of_it() -> None:
    data = plain("a" * 10_000, cwd="/home/odalys/x")
    done = lined(data, "pii")[1]
    assert sum(len(piece) for piece in done.pieces if isinstance(piece, bytes)) < 100


def test_a_secret_under_a_repeated_key_does_not_leave() -> None:
    data = (
        b'{"type":"user","uuid":"a","x":"' + GITHUB.encode() + b'","x":"b","message":{"role":"user","content":"c"}}\n'
    )
    assert GITHUB.encode() not in clean(data, "claude-code")


@pytest.mark.parametrize("level", LEVELS)
def test_texts_that_belong_together_are_found_in_lines_that_hold_more_than_one_record(level: str) -> None:
    first, second = (
        plain(half).replace(b'"user"', b'"assistant"').rstrip() for half in (GITHUB[:20], GITHUB[20:] + " is it")
    )
    twice = second.replace(b'{"type"', b'{"x":1,"x":2,"type"')
    for data in (first + second, first + b"\n" + twice, first + b"\n" + second):
        assert GITHUB[20:].encode() not in clean(data + b"\n", "claude-code", level)


def test_the_folders_of_a_session_are_no_lines_of_one_text() -> None:
    key = f"export ANTHROPIC_API_KEY=sk-ant-api03-{fake(93)}AA"
    hook = f"https://chat.googleapis.com/v1/spaces/AAAA{fake(7)}/messages?key={fake(39)}&token={fake(43)}"
    found = clean(plain("a", cwd=key) + plain("b", cwd=f"{key}+HOOK={hook}\n-HOOK=\n"), "claude-code")
    assert fake(93).encode() not in found and b"-HOOK=" in found


def test_texts_that_belong_together_are_left_to_who_reads_the_whole_log() -> None:
    def said(text: str) -> bytes:
        block = {"type": "text", "text": text}
        message = {"role": "assistant", "id": "m", "content": [block]}
        return json.dumps({"type": "assistant", "uuid": "a", "message": message}).encode() + b"\n"

    data = said(f"the token {GITHUB[:13]}") + said(f"{GITHUB[13:]} works")
    with pytest.raises(lines.WholeLog):
        lined(data)
    assert GITHUB[13:].encode() not in clean(data, "claude-code")


def test_what_a_policy_allows_is_left_to_who_counts_it() -> None:
    from steno.detect.policy import Allowance, Policy

    policy = Policy(allow=(Allowance(reason="a test", text=GITHUB),))
    assert not Redact(Level.SECRETS, KEY, policy=policy).is_plain
    assert GITHUB.encode() in every_way.redacted(user(GITHUB), Redaction(key=KEY, policy=policy), "claude-code")


def test_the_last_look_stops_what_was_not_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steno.detect.marks.Marks.text", lambda self, text: text)
    with pytest.raises(Leak):
        lined(user(f"use {GITHUB}"))


@pytest.mark.parametrize("level", ["none", "strict", "structure"])
def test_other_levels_are_not_a_matter_of_lines(level: str) -> None:
    data = user(f"use {GITHUB}")
    redaction = Redaction(level=level, key=KEY)
    whole, listed = (
        pipeline.redacted(io.BytesIO(data), Place("x"), lambda _: None, redaction, STILL, "claude-code", listed=each)
        for each in (False, True)
    )
    assert whole.data == listed.data

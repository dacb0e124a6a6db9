"""Forsy's placeholders come from the same ledger: numbered as they appear, and never masked again."""

from __future__ import annotations

import io
import json
from pathlib import Path

from msgspec.structs import replace

from steno import pipeline, registry
from steno.detect.rule import fake
from steno.detect.style import Forsy, stated
from steno.diagnostics import Place
from steno.model import Text, Trace
from steno.model.ledger import Style
from steno.passes.redact import Redact
from steno.testing.fake import STILL
from tests.given.machine import dialogue, lines, steno

KEY = b"k" * 32
TOKEN = "AKIA" + fake(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def trace(*texts: str) -> Trace:
    records = [each for text in texts for each in dialogue("aaaaaaaa", prompt=text)[:1]]
    (found,) = pipeline.read(io.BytesIO(lines(records)), Place(), lambda _: None)
    return found


def run(before: Trace, level: str = "pii", style: Style = Style.FORSY) -> tuple[list[str], Redact, Trace]:
    redact = Redact(level, KEY, style=style)
    after = redact.run(before, lambda _: None)
    return [event.body.text for event in after.events if isinstance(event.body, Text)], redact, after


MAILS = ("a ann@steno-mail.dev", f"key {TOKEN} and bob@steno-mail.dev", "again ann@steno-mail.dev")


def test_values_are_named_by_kind_and_numbered_as_they_appear() -> None:
    texts, _, _ = run(trace(*MAILS))
    assert texts == ["a [EMAIL_1]", "key [CREDENTIAL] and [EMAIL_2]", "again [EMAIL_1]"]


def test_both_styles_have_one_ledger() -> None:
    _, forsy, _ = run(trace(*MAILS))
    _, plain, _ = run(trace(*MAILS), style=Style.OPEN_TOKEN)
    assert forsy.ledger == plain.ledger
    assert [(each.type, each.rule) for each in forsy.ledger] == [
        ("email", "SEC501"), ("api_key", "SEC013"), ("email", "SEC501"), ("email", "SEC501"),
    ]  # fmt: skip


def test_a_second_run_changes_nothing_and_a_new_value_gets_the_next_number() -> None:
    for level in ("secrets", "pii", "strict"):
        _, _, once = run(trace(*MAILS, "/home/quillfeather/x, password=[CREDENTIAL] [PERSON_7] [INTERNAL_URL]"), level)
        assert run(once, level)[2] == once
    _, _, once = run(trace(*MAILS))
    more = replace(once, events=(*once.events, *trace("new: cat@steno-mail.dev").events))
    assert run(more)[0][-1] == "new: [EMAIL_3]"


def test_what_was_redacted_in_the_other_style_is_spelled_anew() -> None:
    _, _, plain = run(trace(*MAILS), style=Style.OPEN_TOKEN)
    assert run(plain)[0] == run(trace(*MAILS))[0]


def test_hosts_are_internal_urls() -> None:
    marks = ["[REDACTED:identifier:00ab00ab]", "[REDACTED:identifier:00ab00ac]", "[REDACTED:person:00ab00ad]"]
    spelling = Forsy(marks, {marks[0]: "SEC536"})
    assert spelling.text(" ".join(marks)) == "[INTERNAL_URL] [CUSTOMER_ID] [PERSON_1]"


def test_every_word_of_the_style_survives_the_detour() -> None:
    text = (
        "[CREDENTIAL] [INTERNAL_URL] [CUSTOMER_ID] [CONFIG] [TOOL_OUTPUT] [UNSCANNED] [PERSON_12] [ADDRESS_3] [OTHER]"
    )
    there = stated(text)
    assert there.count("[REDACTED:") == 8
    marks = [f"[REDACTED:{part.split(']')[0]}]" for part in there.split("[REDACTED:")[1:]]
    assert Forsy(marks, {}).text(there) == text


def test_a_format_says_which_style_it_wants() -> None:
    forsy = replace(registry.formats["claude-code"], placeholders=Style.FORSY)
    stream = io.BytesIO()
    pem = "-----BEGIN PRIVATE " + "KEY-----\\n" + fake(64) + "\\n-----END PRIVATE " + "KEY-----"
    pipeline.convert([trace(pem.replace("\\n", "\n"))], forsy, (), stream, lambda _: None, STILL)
    (record,) = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert record["message"]["content"] == "[CREDENTIAL]"


def test_redact_spells_placeholders_as_the_format_of_the_file_does(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    said, out = trace(f"~/.pgpass has db.acme.dev:5432:app:svc:{TOKEN} and some prose"), io.BytesIO()
    pipeline.convert([said], registry.formats["forsy"], ["redact=none"], out, lambda _: None, STILL)
    path.write_bytes(out.getvalue())
    assert TOKEN in path.read_text()
    for level in ("secrets", "pii", "strict"):
        ended = steno("redact", str(path), "--level", level, "--no-seeds", home=tmp_path)
        assert ended.code in (0, 4), ended.err
        assert TOKEN not in ended.out
        assert "[REDACTED:" not in ended.out
        path.write_text(ended.out)
        again = steno("redact", str(path), "--level", level, "--no-seeds", home=tmp_path)
        assert again.out == ended.out
        assert steno("scan", str(path), "--level", level, home=tmp_path).code == 0

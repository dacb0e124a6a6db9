"""No message quotes a secret: not a diagnostic of any rule, in any form of output, nor a line on stderr."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from steno import pipeline, registry
from steno.api.said import LONGEST, Said, said, sentence
from steno.contracts import Format, Rule, Strictness
from steno.detect.masked import masked, masked_json
from steno.detect.rule import crc32_base62, fake
from steno.diagnostics import Diagnostic, Place, Severity
from steno.render import findings
from steno.render.terminal import Paint
from tests.given.effort import share
from tests.given.machine import claude, steno

PAINT = Paint(colour=False)


def token(number: int = 0) -> str:
    body = fake(24) + f"{number:06}"
    return "ghp_" + body + crc32_base62(body)


def strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, each in value.items():
                yield key
                yield from strings(each)
        case list():
            for each in value:
                yield from strings(each)


def planted(value: Any, change: dict[str, str], *, keys: bool) -> Any:
    match value:
        case str():
            return change.get(value, value)
        case dict():
            return {
                change.get(key, key) if keys else key: planted(each, change, keys=keys) for key, each in value.items()
            }
        case list():
            return [planted(each, change, keys=keys) for each in value]
        case _:
            return value


def documents(text: str) -> Iterator[list[Any]]:
    """The JSON of a document, whole or by lines; none where it is not JSON."""
    try:
        yield [json.loads(text)]
    except ValueError:
        try:
            yield [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError:
            return


def variants(text: str, secret: str, done: set[str]) -> Iterator[bytes]:
    """The document with the secret in all its strings, in place of all, and of each of a share that is not `done`."""
    yield re.sub(r'"(?!\s*:)([^"\\]{1,60})"(?!\s*:)', lambda m: f'"{m[1]} {secret}"', text).encode("utf-8", "replace")
    for parts in documents(text):
        known = sorted({each for part in parts for each in strings(part)})
        changes = [{each: f"{each} {secret}" for each in known}, dict.fromkeys(known, secret)]
        changes += [{each: secret} for each in share([each for each in known if each not in done], secret)]
        done.update(known)
        for change in changes:
            for keys in (False, True):
                yield "\n".join(json.dumps(planted(part, change, keys=keys)) for part in parts).encode()


def forms(found: list[Diagnostic]) -> Iterator[str]:
    """Everything that leaves, in every form."""
    safe = said(found)
    codes = registry.codes()
    yield from (findings.text(each, PAINT) for each in safe)
    yield from (findings.github(each) for each in safe)
    yield from (json.dumps(findings.record(each)) for each in safe)
    yield json.dumps(findings.sarif(safe, codes, [], "0"))
    yield from findings.counted(safe, codes)
    yield from map(str, safe)


@pytest.mark.parametrize("format", [each for each in registry.formats if each.rules], ids=lambda each: each.name)
def test_no_rule_of_a_format_quotes_a_secret(format: Format) -> None:
    spoke: set[str] = set()
    quoted, done = 0, set[str]()
    for number, rule in enumerate(format.rules):
        secret = token(number)
        found = list(_found(format, rule, secret, done))
        spoke |= {each.code for each in found}
        quoted += sum(secret in str(each) for each in found)
        for line in forms(list(dict.fromkeys(found))):
            assert secret not in line, f"{rule.code}: {line}"
    assert quoted > 0  # the law is at work, and not the rules' silence
    assert len(spoke) > len(format.rules) // 2


def _found(format: Format, rule: Rule, secret: str, done: set[str]) -> Iterator[Diagnostic]:
    for data in variants(rule.bad, secret, done):
        found: list[Diagnostic] = []
        place = Place(f"traces/{secret}.json")
        pipeline.check(io.BytesIO(data), place, found.append, format.name, Strictness.ALL)
        yield from found


@pytest.mark.parametrize("style", ["text", "json", "sarif", "github"])
def test_check_prints_no_secret_in_any_form(tmp_path: Path, style: str) -> None:
    secret = token()
    format = registry.formats["open-token"]
    for number, rule in enumerate(format.rules[:12]):
        path = tmp_path / f"{number}-{secret}.json"
        path.write_bytes(re.sub(r'"([^"\\]{1,60})"(?!\s*:)', lambda m: f'"{m[1]}{secret}"', rule.bad).encode())
        for more in ((), ("-f", "open-token")):
            ended = steno("check", str(path), "--format", style, *more, home=tmp_path)
            assert secret not in ended.out + ended.err


def test_a_list_of_losses_names_no_secret(tmp_path: Path) -> None:
    secret = token()
    source = claude(tmp_path, "a" * 8)
    path = tmp_path / f"{secret}.jsonl"
    path.write_bytes(source.read_bytes())
    losses = tmp_path / "losses.jsonl"
    for format in ("forsy", "opentraces", "awf"):
        ended = steno("convert", str(path), "-t", format, "--losses", str(losses), "--no-seeds", home=tmp_path)
        assert ended.code == 0
        assert losses.read_bytes()
        assert secret not in losses.read_text() + ended.err


@pytest.mark.parametrize(
    "args",
    [
        ("check",),
        ("show",),
        ("export",),
        ("info",),
        ("convert", "-t", "forsy"),
        ("scan",),
        ("redact",),
        ("tree",),
        ("outline",),
        ("files",),
    ],
)
@pytest.mark.parametrize("content", [None, b"", b"no trace", b"\0\1", b"{}"])
def test_no_error_names_a_secret(tmp_path: Path, args: tuple[str, ...], content: bytes | None) -> None:
    secret = token()
    path = tmp_path / f"{secret}.json"
    if content is not None:
        path.write_bytes(content)
    name, *options = args
    ended = steno(name, str(path), *options, home=tmp_path)
    assert secret not in ended.err
    assert secret not in steno(name, str(path), *options, "--json", home=tmp_path).err


def test_a_value_is_masked_by_the_name_of_its_field() -> None:
    places = [Place("a.json", pointer=f"/env/{name}") for name in ("DB_PASSWORD", "COLOUR")]
    found = said(
        Diagnostic("XYZ001", Severity.ERROR, "is 'Kestrel-41-Harbor', expected a number", each) for each in places
    )
    assert [each.message for each in found] == [
        "is '[REDACTED:password]', expected a number",
        "is 'Kestrel-41-Harbor', expected a number",
    ]


def test_a_long_quotation_says_how_much_is_left_out() -> None:
    message = f"is '{'rose ' * 500}', expected a number"
    (found,) = said([Diagnostic("XYZ001", Severity.ERROR, message, Place(pointer="/a" * 1000))])
    assert len(found.message) < LONGEST + 60
    assert found.message.startswith("is 'rose rose")
    assert found.message.endswith("rose ', expected a number")
    assert f"({len(message) - 560:,} characters left out)" in found.message
    assert len(found.place.pointer) < LONGEST + 60


def test_a_secret_is_masked_before_a_message_is_cut() -> None:
    for at in range(380, 430, 7):
        message = "a" * at + " " + token() + " " + "b " * 300
        (found,) = said([Diagnostic("XYZ001", Severity.ERROR, message)])
        assert token()[:12] not in found.message


def test_nothing_is_loaded_where_there_is_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steno.detect.finders.finder", None)
    assert said([]) == []
    assert masked([]) == {"": ""}
    for line in ("2 files checked: 0 errors, 1 warning", "cannot write /tmp/x.json: is a directory", "open-token, awf"):
        assert sentence(line) == line


def test_texts_are_looked_at_together_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from steno.detect import Level, finders

    looking, seen = finders.finder(Level.SECRETS), []

    class Counting:
        def find(self, text: str) -> Any:
            seen.append(len(text))
            return looking.find(text)

    monkeypatch.setattr(finders, "finder", lambda level: Counting())
    texts = [f"the id {number} is twice" for number in range(10_000)]
    assert masked([*texts, *texts, token()])[token()] == "[REDACTED:auth_token]"
    assert len(seen) == 2  # what was masked is looked at again
    assert sum(seen) < 2 * sum(map(len, texts))


def test_a_text_that_cannot_be_scanned_is_withheld_and_the_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from steno.detect import Unscannable, finders

    class Failing:
        def find(self, text: str) -> Any:
            if "thorn" in text:
                raise Unscannable("too hard")
            return []

    monkeypatch.setattr(finders, "finder", lambda level: Failing())
    assert masked(["a rose", "a thorn"]) == {
        "": "", "a rose": "a rose", "a thorn": "[withheld: it could not be scanned]",
    }  # fmt: skip


def test_only_what_was_looked_at_is_a_said() -> None:
    (found,) = said([Diagnostic("XYZ001", Severity.ERROR, f"{token()} is no id", Place(f"{token()}.json", 3))])
    assert found == Said(
        "XYZ001", Severity.ERROR, "[REDACTED:auth_token] is no id", Place("[REDACTED:auth_token].json", 3)
    )


def test_fields_whose_names_are_masked_are_all_there() -> None:
    tokens = [f"AKIA{letter * 4}QRSTUVWXYZ23" for letter in "BCD"]
    value = {token: number for number, token in enumerate(tokens)}
    safe = masked_json({"seen": value})
    assert list(safe["seen"].values()) == [0, 1, 2]
    assert not any(token in str(safe) for token in tokens)

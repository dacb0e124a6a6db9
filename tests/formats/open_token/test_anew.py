"""An export of an Open-Token document is a new document, which follows the specification; `document=keep` is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steno.base.exact import JSON
from steno.diagnostics import Severity
from steno.formats.open_token import FORMAT
from steno.formats.open_token.integrity import events_hash
from steno.formats.open_token.wire import THOUGHT
from steno.testing.laws import unexplained
from tests.given.open_token import FIXTURES, errors, read, written
from tests.given.open_token_documents import MODEL, answer, call, document, event, lines, result, text

THIN = lines(event(1), answer(2), header={"type": "header", "open_token_version": "0.1"})
TIME = "2026-01-31T00:00:00Z"


def whole(*events: Any, **top: Any) -> dict[str, Any]:
    return dict(json.loads(document(*(events or (event(1), answer(2))), **top)))


def without(value: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: each for key, each in value.items() if key not in keys}


FLAWS: dict[str, dict[str, Any]] = {
    "nothing": whole(),
    "provider unknown": whole(conversation={"provider": "unknown", "source_runtime": "unknown"}),
    "another provider": whole(conversation={"provider": "mistral", "source_runtime": "fridge"}),
    "no version": without(whole(), "open_token_version"),
    "another version": whole(open_token_version="0.2"),
    "another key": whole(comment="by hand"),
    "null": whole(integrity=None),
    "no id": whole(conversation={"id": ""}),
    "no conversation": without(whole(), "conversation"),
    "a conversation that is none": whole() | {"conversation": []},
    "no participants": without(whole(), "participants"),
    "participants that are none": whole(participants="all"),
    "participants twice": whole(participants=[*whole()["participants"], whole()["participants"][0]]),
    "a participant of no kind": whole(participants=[each | {"kind": "person"} for each in whole()["participants"]]),
    "numbers as title": whole(conversation={"title": 5, "provider": 5, "timezone": None}),
    "a time that is none": whole(exported_at="yesterday", conversation={"started_at": "yesterday"}),
    "a time elsewhere": whole(exported_at="2026-01-31T01:00:00+01:00"),
    "no availability": whole(conversation={"internal_availability": "partly"}),
    "a wrong hash": whole(integrity={"hash_alg": "sha256", "canonicalization": "x", "events_hash": "0"}),
    "gaps": whole(event(3), answer(7)),
    "ids of its own": whole(event(1, id="first"), answer(2, id="second")),
    "actors of its own": whole(
        event(1, actor_id="me"),
        answer(2, actor_id="you"),
        participants=[{"actor_id": "me", "kind": "human", "name": "Me"}],
    ),
    "no actor": whole(without(event(1), "actor_id"), answer(2)),
}


@pytest.mark.parametrize("mode", ["json", "ndjson"])
@pytest.mark.parametrize("flawed", FLAWS.values(), ids=FLAWS)
def test_an_export_of_a_flawed_document_follows_the_specification(flawed: dict[str, Any], mode: str) -> None:
    before, _ = read(json.dumps(flawed))
    data, losses = written(before, f"mode={mode}")
    assert errors(data) == []
    assert not unexplained(before, read(data)[0], losses)
    again, further = written(read(data)[0], f"mode={mode}")
    assert (again, [each for each in further if each.severity is Severity.LOSS]) == (data, [])


@pytest.mark.parametrize("flawed", FLAWS.values(), ids=FLAWS)
def test_document_keep_writes_it_back_as_it_was(flawed: dict[str, Any]) -> None:
    data, losses = written(read(json.dumps(flawed))[0], *FORMAT.lossless)
    assert json.loads(data) == flawed
    assert [each for each in losses if each.severity is Severity.LOSS] == []


def test_an_export_has_the_hash_of_its_events() -> None:
    before = json.loads((FIXTURES / "minimal.json").read_bytes())
    assert "integrity" not in before
    after = json.loads(written(read(json.dumps(before))[0])[0])
    assert after["integrity"]["events_hash"] == events_hash(before["events"])
    assert after["events"] == before["events"]
    assert list(after)[-1] == "integrity"


def test_a_word_for_not_knowing_is_left_out_and_another_one_is_other() -> None:
    def conversation(**fields: JSON) -> JSON:
        return json.loads(written(read(document(conversation=fields))[0])[0])["conversation"]

    assert "provider" not in conversation(provider="unknown")
    assert conversation(provider="mistral")["provider"] == "other"
    assert conversation(provider="google")["provider"] == "google"


@pytest.mark.parametrize("mode", ["json", "ndjson"])
def test_a_thin_header_line_gets_an_id_and_participants(mode: str) -> None:
    data, _ = written(read(THIN)[0], f"mode={mode}")
    top = json.loads(data if mode == "json" else data.splitlines()[0])
    assert top["conversation"]["id"].startswith("conv_")
    assert [(each["actor_id"], each["kind"]) for each in top["participants"]] == [
        (event(1)["actor_id"], "human"),
        (MODEL, "model"),
    ]
    assert top["exported_at"] == TIME
    assert errors(data) == []


# Thoughts

_THOUGHT = event(2, actor_id=MODEL, role=THOUGHT, visibility="internal", content=text("The den is by the bridge."))
THOUGHTFUL = document(event(1), _THOUGHT, answer(3), conversation={"internal_availability": "available"})


def thoughts(*words: str) -> list[JSON]:
    after = json.loads(written(read(THOUGHTFUL)[0], *words)[0])
    return [each["content"] for each in after["events"] if each["role"] == THOUGHT]


def test_an_export_keeps_the_thoughts_that_it_shows() -> None:
    _, losses = written(read(THOUGHTFUL)[0])
    assert thoughts() == [_THOUGHT["content"]]
    assert losses == []


def test_who_asks_for_less_gets_less_and_is_told() -> None:
    assert thoughts("include=visible-only") == []
    assert thoughts("include=include-internal") == [{"mime": "application/json", "data": {"redacted": True}}]
    assert thoughts("include=include-internal", "internal=full", "permit_internal=true") == [_THOUGHT["content"]]
    _, losses = written(read(THOUGHTFUL)[0], "include=visible-only")
    assert "CNV103" in {each.code for each in losses}


def test_a_call_that_nothing_answers_is_answered_in_the_export() -> None:
    data, _ = written(read(document(event(1), call(2), result(3)))[0])
    assert errors(data) == []

"""The whole way: a hook, `@current`, an Open-Token document that keeps its rules; the same bytes every time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.given import garden
from tests.given.machine import claude, steno

FIXTURES = Path(__file__).parents[1] / "fixtures"


def hook(path: Path, id: str) -> bytes:
    said = {"session_id": id, "transcript_path": str(path), "cwd": "/srv/garden", "hook_event_name": "SessionEnd"}
    return json.dumps(said).encode()


@pytest.mark.parametrize(
    "words", [(), ("mode=ndjson",), ("redact=pii", "include=include-internal", "internal=summary")]
)
def test_a_hook_exports_its_own_conversation_the_same_every_time(words: tuple[str, ...], tmp_path: Path) -> None:
    mine = claude(tmp_path, garden.SESSION, garden.session(" for mara@gartenfreunde.de"), age=9_000)
    claude(tmp_path, "ffffffff-0000-4000-8000-000000000000")  # newer, and not mine
    key = tmp_path / "key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    documents = []
    for number in range(2):
        file = tmp_path / f"{number}.json"
        ended = steno(
            "export", "@current", "-t", "open-token", *words, "--redaction-key", str(key), "-o", str(file),
            home=tmp_path, stdin=hook(mine, garden.SESSION), SOURCE_DATE_EPOCH="1767323045",
        )  # fmt: skip
        assert ended.code == 0, ended
        assert steno("check", str(file), home=tmp_path).code == 0
        documents.append(file.read_bytes())
    assert documents[0] == documents[1]
    assert garden.SESSION.encode() in documents[0]
    assert b"The beans have had enough." in documents[0]
    assert (b"mara@gartenfreunde.de" in documents[0]) == ("redact=pii" not in words)


def test_an_agents_fixture_goes_the_whole_way(tmp_path: Path) -> None:
    source = FIXTURES / "claude_code" / "every_record.jsonl"
    records = [json.loads(line) for line in source.read_bytes().splitlines()[:1] if line.startswith(b"{")]
    id = str(records[0].get("sessionId", "5e550001-0000-4000-8000-00000000000f"))
    path = tmp_path / ".claude" / "projects" / "-srv-garden" / f"{id}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(source.read_bytes())
    ended = steno("export", "@current", "-t", "open-token", home=tmp_path, stdin=hook(path, id))
    assert ended.code == 0, ended
    file = tmp_path / "out.json"
    file.write_text(ended.out)
    assert steno("check", str(file), home=tmp_path).code == 0

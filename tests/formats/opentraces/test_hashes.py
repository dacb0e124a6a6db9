"""Hashes and ids are those that the schema's own package and its programs compute."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from opentraces_schema import SCHEMA_VERSION, TraceRecord

from steno.base.exact import decode
from steno.formats.opentraces import hashes
from steno.formats.opentraces.wire import Unfit, filled
from steno.vcs.git import Repository
from tests.given.effort import examples
from tests.given.gitrepo import Repo
from tests.given.opentraces import SEED, line, package, records

MANY = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
SMALL: dict[str, Any] = {"trace_id": "any", "session_id": "s1", "agent": {"name": "claude-code"}}


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (
            SMALL | {"schema_version": "0.7.0"},
            "8070df3fa0923b809c64fddafeccf86fc31c788c29b60fa39926028c8b041355",
        ),
        (SMALL, "3965a3ccdff9a816a64cb5962842bd64095b72eb5d102267225d71de88957cb0"),
        (
            SMALL | {"schema_version": "0.9.0"},
            "3965a3ccdff9a816a64cb5962842bd64095b72eb5d102267225d71de88957cb0",
        ),
        (SEED, "0914aab051c884317f7f6038f42e55aaf34a6e4490a7f2a3a0e7b2f6f69adcb2"),
    ],
    ids=["0.7.0", "no version: the latest", "0.9.0", "the specification's example"],
)
def test_the_content_hash_is_that_of_the_package_of_the_records_version(record: Any, expected: str) -> None:
    assert hashes.content_hash(record) == expected


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (SMALL | {"schema_version": "0.7.0"}, "63c2dba5f8b819183238065fafe260197ec47b9527e65dfc713fc6f06e27f57a"),
        (SEED, "9ec5eb097471f8fb93ae1e2236a322029f3ee34010af2ea3a3068388d20a90d6"),
    ],
)
def test_a_later_package_hashes_the_same_record_with_its_own_fields(record: Any, expected: str) -> None:
    assert hashes.content_hash_of_filled(filled(record, 9)) == expected


def test_what_is_hashed_has_spaces_and_every_default() -> None:
    whole = {key: value for key, value in filled(SMALL, 7).items() if key not in ("content_hash", "trace_id")}
    assert len(json.dumps(whole, sort_keys=True)) == 1223


@MANY
@given(records())
def test_the_content_hash_of_any_record_is_the_packages(record: Any) -> None:
    data = line(record)
    assert hashes.content_hash(decode(data).value) == package(data).compute_content_hash()


@pytest.mark.parametrize(
    "record",
    [
        SMALL | {"steps": [{"step_index": "3", "role": "user", "token_usage": {"input_tokens": 4.0}}]},
        SMALL | {"metrics": {"total_duration_s": 5, "cache_hit_rate": 1}},
        SMALL | {"metadata": {"a": 1e20, "b": -0.0, "c": 1e-7, "d": "é\U0001f680", "e": 2**70}},
        SMALL | {"vendor": 1, "security": {"tier": 2}},
    ],
    ids=["numbers as other types", "whole numbers as floats", "odd numbers", "unknown fields"],
)
def test_what_the_package_makes_of_odd_values_is_hashed(record: Any) -> None:
    whole = record | {"schema_version": SCHEMA_VERSION}
    assert hashes.content_hash(whole) == TraceRecord.model_validate(whole).compute_content_hash()


def test_a_record_that_the_package_rejects_has_no_hash() -> None:
    with pytest.raises(Unfit):
        hashes.content_hash(SMALL | {"steps": [{"step_index": 0, "role": "assistant"}]})


def test_the_stable_hash_is_the_same_for_every_version_and_for_every_random_id() -> None:
    found = {
        hashes.stable_hash(SEED | {"schema_version": version, "trace_id": id, "content_hash": None})
        for version in ("0.6.0", "0.7.0", "0.9.0")
        for id in ("1", "2")
    }
    assert found == {"sha256:a4c4fb127b5b902300ffa8ac86e7f9d115d35a294f7ff68a72e2ec9d3c92ba1f"}


def test_the_stable_hash_changes_with_what_is_said() -> None:
    assert hashes.stable_hash(SEED) != hashes.stable_hash(SEED | {"steps": SEED["steps"][:1]})


@pytest.mark.parametrize("odd", [0.0, 1e-7, 12.0, 1e21, 0.25])
def test_steps_that_are_spelled_quickly_give_the_same_hash_whatever_number_stands_beside_them(odd: float) -> None:
    record = filled(
        SEED | {"metrics": {"estimated_cost_usd": odd}, "metadata": {"a": {"\U0001f600": odd, "\ufb00": 1}}}, 9
    )
    layers = [hashes.layer(step) for step in record["steps"]]
    assert hashes.stable_hash_of_filled(record, layers, plain=True) == hashes.stable_hash(record)


SPOKEN = "\n\n\n".join(
    f'def {name}(name: str) -> str:\n    return f"{word}, {{name}}"'
    for name, word in (("greet", "hello"), ("farewell", "goodbye"))
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "murmur3:00000000000000000000000000000000"),
        ("hello", "murmur3:5b1e906a48ae1d19cbd8a7b341bd9b02"),
        ("naïve 路径 🚀\n", "murmur3:6a1e41a026a4ccfd52296393dc4ffafe"),
        (SPOKEN, "murmur3:65ee44094c8c01e3b2062f422ca3f83e"),
    ],
    ids=["nothing", "a word", "other letters", "two functions"],
)
def test_lines_are_hashed_and_printed_as_the_reference_prints_them(text: str, expected: str) -> None:
    assert hashes.range_hash(text) == expected


BEFORE = "8945b68428f93c02995e61105bfd3c5bf3adcc988c660fea2a334a3de0f1301e"
AFTER = "b31e2dfb37a69ac3f86b1cd35f2fc2677757009ba6117fc5071af2fbc433b850"
EMPTY_BLOB = {"algo": "sha1", "hex": "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"}


@pytest.mark.parametrize(
    ("step", "path", "hunk", "expected"),
    [
        (2, "src/app.py", 0, "7f288f781c6753fe3b670a36fd2cdbe4009b7f9d1677b8e0da4ba32a84b192bc"),
        (2, "src/app.py", 1, "f5a251874de4a964a909c03d68a9563cf60eb9c5d7c73c8b5acd2490ccba50fe"),
        (7, "src/naïve.py", 0, "2bf00448c830bfefbbd842da520d7b3c7ad1c4d37e79b5bf902b09a41c3f112a"),
    ],
)
def test_a_patch_id_is_an_address_of_a_hunk(step: int, path: str, hunk: int, expected: str) -> None:
    found = hashes.patch_id(
        "t1", 1, step, snapshots=(BEFORE, AFTER), path=path, hunk=hunk, lines=(3, 6), added="x = 1",
        blobs=(None, EMPTY_BLOB),
    )  # fmt: skip
    assert found == expected


def test_git_patch_ids_are_those_that_git_prints(tmp_path: Path) -> None:
    repo, commits = Repo(tmp_path / "repo"), []
    for text in ("a\nb\nc\n", "a\nB\nc\n"):
        repo.put("f.py", text)
        commits.append(repo.commit())
    with Repository(repo.path, os.environ) as repository:
        found = repository.patch_ids(commits)
    assert [found[commit] for commit in commits] == [
        "95045d84ee76786fe4e3ca8ef0528d3e58eed18d",
        "2bc7398a868c0bf75ae5fef238c7637a93e634ff",
    ]


def test_a_system_prompt_is_named_by_the_first_digits_of_its_hash() -> None:
    assert hashes.system_prompt_hash("You are Claude Code...") == "17dacb0315be49ab"


def test_a_trace_id_is_the_same_every_time_and_another_for_another_agent() -> None:
    assert hashes.trace_id("claude-code", "s1") == "892aeac1-6e55-512d-9f1e-7a5e507564f3"
    assert hashes.trace_id("codex", "s1") != hashes.trace_id("claude-code", "s1")

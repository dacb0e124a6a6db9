"""The published schema package beside our rules: what they call clean, it accepts."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import types
import typing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from steno.base.exact import encode, pointer
from steno.diagnostics import Severity
from steno.formats.opentraces import package
from steno.formats.opentraces.shapes import RECORD, SHAPES
from steno.formats.shapes import Field
from tests.given.effort import examples
from tests.given.machine import steno
from tests.given.opentraces import MINOR
from tests.given.opentraces_documents import COMMIT, METRICS, act, anchor, attributed, patched, record, user
from tests.given.opentraces_rules import findings

schema = pytest.importorskip("opentraces_schema", reason="the schema package is not installed")
pydantic = pytest.importorskip("pydantic")

MODELS = {
    RECORD: "TraceRecord", "task": "Task", "agent": "Agent", "environment": "Environment", "vcs": "VCS",
    "step": "Step", "tool_call": "ToolCall", "observation": "Observation", "snippet": "Snippet",
    "token_usage": "TokenUsage", "outcome": "Outcome", "metrics": "Metrics", "security": "SecurityMetadata",
    "attribution": "Attribution", "attribution_file": "AttributionFile", "conversation": "AttributionConversation",
    "range": "AttributionRange", "patch": "Patch", "anchor": "GitAnchor", "git_link": "GitLink",
} | ({"pin": "PinRecord", "interpreter": "Interpreter"} if MINOR >= 8 else {})  # fmt: skip
OURS = {name: shape for shape, name in MODELS.items()}
SIMPLE = {str: "text", int: "integer", float: "number", bool: "truth", Any: "any", str | list[str]: "texts"}


def kind_of(field: Any) -> Field:
    """The kind of a field, read off the package's own model."""
    hint, null, array, map, words = field.annotation, False, False, False, ()
    if typing.get_origin(hint) in (typing.Union, types.UnionType) and type(None) in typing.get_args(hint):
        null = True
        rest = [each for each in typing.get_args(hint) if each is not type(None)]
        hint = rest[0] if len(rest) == 1 else typing.Union[tuple(rest)]  # noqa: UP007
    if typing.get_origin(hint) is list:
        array, hint = True, typing.get_args(hint)[0]
    if typing.get_origin(hint) is dict:
        map, hint = True, typing.get_args(hint)[1]
    if typing.get_origin(hint) is typing.Literal:
        words, hint = typing.get_args(hint), str
    name = OURS[hint.__name__] if isinstance(hint, type) and hint.__name__ in OURS else SIMPLE[hint]
    bounds: dict[str, float] = {}
    for each in field.metadata:
        for key in ("ge", "le"):
            if hasattr(each, key):
                bounds[key] = getattr(each, key)
    limits = (bounds.get("ge", float("-inf")), bounds.get("le", float("inf")))
    return Field((name,), null, array, map, field.is_required(), tuple(words), limits)


@pytest.mark.parametrize("shape", MODELS)
def test_our_table_of_fields_is_that_of_the_package(shape: str) -> None:
    theirs = {name: kind_of(each) for name, each in getattr(schema, MODELS[shape]).model_fields.items()}
    known = {name: kind for name, kind in SHAPES[shape].items() if kind.since <= MINOR <= kind.until}
    ours = {name: kind._replace(since=1, until=Field(("any",)).until) for name, kind in known.items()}
    assert ours == theirs


# By chance

WHOLE: dict[str, Any] = {
    **json.loads(record(user(1), act(2, snippets=[{"file_path": "a", "start_line": 1, "source_step": 2}]))),
    "task": {"description": "Fix it.", "repository": "acme/webapp"},
    "environment": {"os": "linux", "vcs": {"type": "git", "branch": "main"}, "language_ecosystem": ["python"]},
    "tool_definitions": [{"name": "Edit"}],
    "outcome": {"success": True, "committed": True, "commit_sha": COMMIT, "reward": 0.5, "reward_source": "judge"},
    "metrics": METRICS | {"total_steps": 2, "cache_hit_rate": 0.5, "total_duration_s": 3.5},
    "patches": json.loads(patched(anchor()))["patches"],
    "attribution": json.loads(attributed(original={"start_line": 1}, contributor={"type": "ai"}))["attribution"],
    "git_links": [{"revision": COMMIT, "tier": "tool_emitted", "commit_reachable": True}],
    "context_tree_summary": {"node_count": 3},
    "metadata": {"legacy": {}},
    "dependencies": ["requests"],
    "lifecycle": "final",
    "generation_index": 0,
}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(each for key, part in inner for each in places(part, (*path, key)))]


ODD: st.SearchStrategy[Any] = st.sampled_from(
    [
        None, True, False, 0, 1, -1, 2, 3.0, 3.5, -0.0, 1e300, 10**30, 10**400, "", "3", "-3", "3.5", " 3", "1_0",
        "nan", "true", "yes", "main", "git", "none", "final", "é", "\ud800", "\udc00x", [], ["a"], [1], [None], [[]],
        [{}], {}, {"a": "b"}, {"a": 1}, {"a": ["b"]}, {"\ud800": 1}, {"name": "x"},
    ]
)  # fmt: skip


def changed(edits: list[tuple[int, Any, bool]]) -> Any:
    value = copy.deepcopy(WHOLE)
    for number, new, gone in edits:
        known = [path for path in places(value) if path]
        if not known:
            break
        *above, last = known[number % len(known)]
        parent = value
        for key in above:
            parent = parent[key]
        if gone:
            del parent[last]
        else:
            parent[last] = copy.deepcopy(new)
    return value


def accepted(data: bytes) -> bool:
    try:
        schema.TraceRecord.model_validate_json(data)
    except pydantic.ValidationError:
        return False
    return True


@settings(max_examples=examples(400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 400), ODD, st.booleans()), max_size=3))
@example([])
def test_a_record_without_an_error_is_accepted_by_the_package(edits: list[tuple[int, Any, bool]]) -> None:
    data = encode(changed(edits))
    errors = [each for each in findings(data, "strict") if each.severity is Severity.ERROR]
    ours = [each for each in errors if each.code[3] == "0"]
    assert bool(ours) or accepted(data)
    assert (not accepted(data)) == ("OTR901" in {each.code for each in errors})


def test_every_single_odd_value_anywhere_is_judged_as_the_package_judges_it() -> None:
    """Also the other way round, but for spellings of numbers of which we say that the package may reject them."""
    lenient = {"3.5", " 3", "1_0", "nan", "yes"}
    for number, path in enumerate(path for path in places(WHOLE) if path):
        for odd in (None, True, 0, -1, 3.0, 3.5, "", "3", "zz", [], [1], {}, {"a": 1}):
            data = encode(changed([(number, odd, False)]))
            clean = not any(each.code[:4] == "OTR0" for each in findings(data, "schema"))
            assert clean == accepted(data) or odd in lenient, (pointer(*path), odd)


@pytest.mark.parametrize("depth", [150, 195, 196, 197, 198, 199, 200, 205])
def test_the_depth_that_the_parser_can_read_is_the_one_that_we_allow(depth: int) -> None:
    inner: Any = 1
    for _ in range(depth):
        inner = [inner]
    data = encode({**WHOLE, "metadata": {"x": inner}})
    assert accepted(data) == (not any(each.code == "OTR006" for each in findings(data)))


# What it says


def test_check_runs_the_rules_and_the_package(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(record() + record(lifecycle="done"))
    ended = steno("check", str(path), "--format", "json", home=tmp_path)
    found = [(each["code"], each["line"], each["pointer"]) for each in ended.json()[0]["diagnostics"]]
    assert (ended.code, found) == (1, [("OTR004", 2, "/lifecycle"), ("OTR901", 2, "/lifecycle")])


def test_a_rejection_is_the_packages_sentence_and_the_place() -> None:
    found = package.rejections(encode({**WHOLE, "lifecycle": "done"}), {**WHOLE, "lifecycle": "done"})
    assert list(found) == [(("lifecycle",), "input should be 'provisional' or 'final'")]
    assert list(package.rejections(encode(WHOLE), WHOLE)) == []


def test_a_path_ends_where_the_record_does() -> None:
    odd = copy.deepcopy(WHOLE)
    odd["attribution"]["files"][0]["conversations"][0]["ids"] = {"x": 3}
    del odd["agent"]["name"]
    paths = [each.path for each in package.rejections(encode(odd), odd)]
    ids = ("attribution", "files", 0, "conversations", 0, "ids", "x")
    assert paths == [("agent",), ids, ids]


def test_without_the_package_everything_works_and_nothing_is_said_of_it() -> None:
    code = (
        "import sys; sys.modules['opentraces_schema'] = None\n"
        "from tests.given.opentraces_rules import findings\n"
        "from tests.given.opentraces_documents import record\n"
        "print([each.code for each in findings(record(lifecycle='done'))])"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "['OTR004']\n"


def test_the_package_is_imported_only_when_a_record_is_checked() -> None:
    code = "import sys, steno.formats.opentraces.rules; print([n for n in ('pydantic', 'yaml') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

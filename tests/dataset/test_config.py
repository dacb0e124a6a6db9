"""`dataset.toml` says exactly what it means: every mistake is one sentence with the line, and nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.api import dataset
from steno.dataset import config
from steno.dataset.build import validated
from steno.dataset.strict import BadDataset
from steno.errors import UsageError
from tests.given.datasets import built, given

LEAST = 'name = "garden"\n\n[[sources]]\npaths = ["s/"]\n'


def load(folder: Path, text: str) -> config.Dataset:
    path = folder / "dataset.toml"
    path.write_text(text)
    return config.load(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LEAST + "[workflow]\nprojektion = 'sft'\n", ":6: no key named 'workflow.projektion'; did you mean 'proj"),
        (LEAST + "[[sources]]\npath = ['x']\n", ":6: no key named 'sources.path'; did you mean 'paths'?"),
        ("nam = 'x'\n" + LEAST, ":1: no key named 'nam'; did you mean 'name'?"),
        (LEAST + "[security]\nrequired_tools = ['regexp']\n", ":6: security.required_tools: invalid enum value"),
        (LEAST + "[security]\noverrides = [{ toll = 'regex' }]\n", ":6: no key named 'security.overrides.toll'; did"),
        (LEAST + "[splits]\nshares = { train = 0.5 }\n", ": splits.shares add up to 0.5, expected 1"),
        (LEAST + "[splits]\nshares = { Train = 1.0 }\n", ":6: splits.shares: expected `str` matching regex"),
        (LEAST + "[output]\nfile_megabytes = 0\n", ":6: output.file_megabytes: expected `int` >= 1"),
        (LEAST + "[output]\nformats = ['csv']\n", ":6: output.formats: invalid enum value 'csv'"),
        (LEAST + "[identity]\nmode = 'fields'\n", ": identity.fields is empty"),
        (LEAST + "[filters]\nevents = [9, 1]\n", ": filters: at least 9 and at most 1 leaves nothing"),
        ("name = 'a b'\n" + LEAST.partition("\n")[2], ":1: name: expected `str` matching regex"),
        ("name = 'x'\n", ": no [[sources]]"),
        ("name = 'x'\n[[sources]]\nlicence = 'MIT'\n", ": source 1 names neither paths"),
        (LEAST + "[card\n", ": not TOML: "),
        ("a = [" * 2000, ": not TOML: "),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadDataset) as error:
        load(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'dataset.toml'}{said}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[workflow]\nprojection = 'sfd'", "no projection named 'sfd'; did you mean 'sft'?"),
        ("[workflow]\npasses = ['enritch']", "'enrich'"),
        ("[workflow]\noptions = { thoughts = 'all' }", "thoughts cannot be 'all'; known: omit, keep"),
        ("[identity]\nmode = 'fields'\nfields = ['colour']", "identity.fields: no column named 'colour'"),
    ],
)
def test_what_names_nothing_is_said_before_a_session_is_opened(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        validated(load(tmp_path, LEAST + text))
    assert said in str(error.value)


def test_what_init_writes_can_be_built(tmp_path: Path) -> None:
    given(tmp_path, count=2)
    (tmp_path / "dataset.toml").unlink()
    dataset.init(tmp_path, "roses", "tool-calls", ["sessions"])
    done = built(tmp_path)
    assert (done.manifest.name, done.manifest.projection, done.manifest.level) == ("roses", "tool-calls", "pii")
    with pytest.raises(UsageError, match="already exists"):
        dataset.init(tmp_path, "roses", "chat", [])


def test_the_manifest_of_an_opentraces_dataset_is_written_and_taken_over(tmp_path: Path) -> None:
    pytest.importorskip("yaml", reason="PyYAML is not installed")
    security = 'optional_tools = ["entropy"]\ndisallowed_tools = ["llm_pii"]'
    card = '[card]\nlicence = "cc-by-4.0"\npretty_name = "no: \\"Garden\\" # 1"\ntags = ["yes", "1.0"]'
    built(given(tmp_path / "one", security=security, more=card))
    manifest = tmp_path / "one" / "build" / "dataset.yaml"
    (tmp_path / "two").mkdir()
    dataset.init(tmp_path / "two", "", "", ["../one/sessions"], manifest=manifest)
    made = config.load(tmp_path / "two" / "dataset.toml")
    assert (made.name, made.workflow.projection) == ("garden", "chat")
    assert (made.security.optional_tools, made.security.disallowed_tools) == (("entropy",), ("llm_pii",))
    assert (made.card.licence, made.card.pretty_name, made.card.tags) == (
        "cc-by-4.0",
        'no: "Garden" # 1',
        ("yes", "1.0"),
    )
    built(tmp_path / "two")


def test_opentraces_itself_takes_the_manifest(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    pytest.importorskip("opentraces_schema", reason="opentraces-schema is not installed")
    from opentraces_schema import DatasetManifest

    built(given(tmp_path))
    found = DatasetManifest.model_validate(yaml.safe_load((tmp_path / "build" / "dataset.yaml").read_text()))
    assert (found.name, list(found.security.enabled_tools)) == ("garden", ["regex", "path_anonymizer"])

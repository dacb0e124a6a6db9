"""What is published: others' programs read it, and it says what it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from steno.dataset.arrow import schema
from steno.dataset.projections import projection
from steno.dataset.yaml import document
from tests.given.datasets import built, given, rows

LOADING = """
import json, sys
from datasets import load_dataset
found = load_dataset(sys.argv[1])
print(json.dumps({name: split.to_list() for name, split in found.items()}))
"""


@pytest.mark.parametrize(
    ("projection", "formats"), [("chat", '["parquet"]'), ("sft", '["jsonl"]'), ("opentraces", '["parquet", "jsonl"]')]
)
def test_datasets_loads_the_folder_offline(tmp_path: Path, projection: str, formats: str) -> None:
    pytest.importorskip("datasets", reason="datasets is not installed")
    folder = given(tmp_path, projection, formats=formats, shares="{ train = 0.5, test = 0.5 }")
    done = built(folder)
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-c", LOADING, str(folder / "build")]
    ended = subprocess.run(command, env={**os.environ, **offline}, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    found = json.loads(ended.stdout.splitlines()[-1])
    assert {name: len(split) for name, split in found.items()} == {
        name: split.rows for name, split in done.manifest.splits.items()
    }
    if "jsonl" in formats:
        assert [row["id"] for row in found["train"]] == [row["id"] for row in rows(folder)]
    if projection != "opentraces":
        assert found["train"][0]["messages"][0]["role"] == "user"


def test_a_parquet_file_has_the_documented_types_and_groups_to_stream(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    built(given(tmp_path, count=0, output="group_megabytes = 1") and _large(tmp_path))
    (path,) = (tmp_path / "build" / "data").glob("*.parquet")
    file = parquet.ParquetFile(path)
    assert file.schema_arrow.equals(schema(projection("chat").columns))
    assert file.metadata.num_row_groups == 3
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def _large(folder: Path) -> Path:
    from tests.given.machine import dialogue, lines

    (folder / "sessions").mkdir()
    for number in range(3):
        said = dialogue(f"s{number}", f"{number} " + "roses and lilies, " * 70_000)
        (folder / "sessions" / f"s{number}.jsonl").write_bytes(lines(said))
    return folder


def test_the_card_says_what_it_holds_and_how_it_was_made(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    more = '[card]\nlicence = "cc-by-4.0"\npretty_name = "Garden"\nlanguage = ["en"]\nlimitations = "Roses only."'
    done = built(given(tmp_path, shares="{ train = 0.5, test = 0.5 }", more=more))
    page = (tmp_path / "build" / "README.md").read_text()
    head: dict[str, Any] = yaml.safe_load(page.split("---\n")[1])
    assert head["license"] == "cc-by-4.0"
    assert head["size_categories"] == ["n<1K"]
    assert head["configs"] == [{
        "config_name": "default",
        "data_files": [{"split": name, "path": f"data/{name}-*.parquet"} for name in ("train", "test")],
    }]  # fmt: skip
    for said in ("# Garden", "| train | 3 |", "`messages`", "Roses only.", "`regex`, `path_anonymizer`", "level `pii`"):
        assert said in page
    for path in [line.partition("(")[2].rstrip(")") for line in page.splitlines() if line.startswith("![")]:
        drawn = (tmp_path / "build" / path).read_text()
        assert drawn.startswith("<svg ")
        assert "<script" not in drawn
    assert {each.path for each in done.manifest.files} <= {
        str(path.relative_to(tmp_path / "build")) for path in (tmp_path / "build").rglob("*")
    }


def test_croissant_names_every_file_with_its_hash(tmp_path: Path) -> None:
    done = built(given(tmp_path))
    found = json.loads((tmp_path / "build" / "croissant.json").read_text())
    assert found["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert {each["contentUrl"]: each["sha256"] for each in found["distribution"]} == {
        each.path: each.sha256 for each in done.manifest.files
    }
    (records,) = found["recordSet"]
    assert records["@id"] == "train-00000-of-00001"
    ids = {each["@id"] for each in found["distribution"]}
    assert {field["source"]["fileObject"]["@id"] for field in records["field"]} <= ids
    names = [field["name"] for field in records["field"]]
    assert names[:2] == ["id", "tools"]


def test_mlcroissant_takes_the_metadata(tmp_path: Path) -> None:
    croissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
    built(given(tmp_path))
    found = croissant.Dataset(jsonld=str(tmp_path / "build" / "croissant.json"))
    assert found.metadata.name == "garden"


@pytest.mark.parametrize(
    "value",
    [
        {"a": "no", "on": "yes", "b": ["1.0", "null", "~", "x: y", "# c", "- d", ""], "c": {}, "d": [], "e": None},
        {"a b": 'quo"te\\ \n\t\x7f\x85\u2028 é 🌹', "1": 1, "f": 1.5, "g": True, "h": [{"i": [{"j": "k"}]}]},
        {"": {"x": []}},
    ],
)
def test_yaml_is_read_as_what_was_written(value: Any) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    assert yaml.safe_load(document(value)) == value

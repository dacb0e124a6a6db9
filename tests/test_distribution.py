"""The wheel and the source distribution, built and used as a stranger's machine uses them, without an index."""

from __future__ import annotations

import email
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import steno

pytest.importorskip("hatchling", reason="the build backend hatchling is not installed: pip install hatchling")

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
UNPUBLISHED = {".gitignore"}
"""What git knows and a source distribution may lack."""


def ran(*command: str | Path, cwd: Path, **environment: str) -> str:
    ended = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, f"{command}:\n{ended.stdout}{ended.stderr}"
    return ended.stdout


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, built and unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    ran(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    assert archive.name == f"steno_trace-{steno.__version__}.tar.gz"
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution: a package index does it so."""
    folder = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=unpacked)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel and what the wheel says it needs, and with nothing else."""
    folder = tmp_path_factory.mktemp("clean")
    ran(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin" / "python"
    ran(
        *(sys.executable, "-m", "pip", "--python", python),
        *("install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", wheel),
        cwd=folder,
    )
    packages = Path(ran(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    for name in needed(wheel):
        for entry in installed(name):
            (packages / entry.name).symlink_to(entry)
    return folder


def metadata(wheel: Path) -> email.message.Message:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (each for each in packed.namelist() if each.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(packed.read(name))


def needed(wheel: Path) -> list[str]:
    """The distributions that the wheel needs without any extra."""
    wanted = [each for each in metadata(wheel).get_all("Requires-Dist", []) if "extra ==" not in each]
    return [re.match(r"[\w.-]+", each)[0] for each in wanted]  # type: ignore[index]


def installed(name: str) -> set[Path]:
    """The files and folders of a distribution, as they lie in the site-packages of this environment."""
    found = importlib.metadata.distribution(name)
    tops = {each.parts[0] for each in found.files or [] if each.parts[0] != ".."}
    return {Path(str(found.locate_file(top))).resolve() for top in tops}


def test_the_wheel_is_named_steno_trace_and_has_the_version_of_the_package(wheel: Path) -> None:
    told = metadata(wheel)
    assert (told["Name"], told["Version"]) == ("steno-trace", steno.__version__)
    assert (told["License-Expression"], told["License-File"]) == ("Apache-2.0", "LICENSE")


def test_the_wheel_holds_the_package_its_type_mark_and_its_licence_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    about = f"steno_trace-{steno.__version__}.dist-info"
    assert "steno/py.typed" in names
    assert f"{about}/licenses/LICENSE" in names
    assert {name.partition("/")[0] for name in names} == {"steno", about}
    skills = {f"steno/_skills/{path.parent.name}/SKILL.md" for path in (ROOT / "skills").glob("*/SKILL.md")}
    assert skills == {name for name in names if "_skills/" in name}
    assert not [name for name in names if "test_" in name or name.endswith(".pyc")]


def test_the_source_distribution_holds_what_git_knows(unpacked: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: there is no list of files to compare with")
    tracked = set(ran("git", "ls-files", cwd=ROOT).splitlines())
    held = {str(each.relative_to(unpacked)) for each in unpacked.rglob("*") if each.is_file()}
    present = {name for name in tracked if (ROOT / name).is_file()}
    assert sorted(present - held - UNPUBLISHED) == []


def test_tests_run_from_the_source_distribution(unpacked: Path) -> None:
    told = ran(
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"),
        *("tests/base/test_time.py", "tests/test_skill.py"),
        cwd=unpacked,
        PYTHONPATH=str(unpacked / "src"),
    )
    assert re.search(r"\d+ passed", told)


def test_an_installed_steno_knows_its_version_and_its_formats(environment: Path, tmp_path: Path) -> None:
    command = environment / "bin" / "steno"
    clean = {"PYTHONPATH": "", "HOME": str(tmp_path)}
    assert ran(command, "--version", cwd=tmp_path, **clean) == f"steno {steno.__version__}\n"
    assert "open-token" in ran(command, "formats", cwd=tmp_path, **clean)


def test_an_installed_steno_brings_its_skills(environment: Path, tmp_path: Path) -> None:
    clean = {"PYTHONPATH": "", "HOME": str(tmp_path)}
    ran(environment / "bin" / "steno", "skill", "install", "./skills", cwd=tmp_path, **clean)
    put = {path.parent.name: path.read_bytes() for path in (tmp_path / "skills").glob("*/SKILL.md")}
    assert put == {path.parent.name: path.read_bytes() for path in (ROOT / "skills").glob("*/SKILL.md")}


def test_an_installed_steno_exports_the_example_with_nothing_but_what_it_asks_for(
    environment: Path, tmp_path: Path
) -> None:
    clean = {"PYTHONPATH": "", "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    exported = json.loads(ran(environment / "bin" / "steno", "export", EXAMPLE, cwd=tmp_path, **clean))
    assert len(exported["events"]) > 10

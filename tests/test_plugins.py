"""Detectors of installed packages are used, or the run does not begin."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from steno.base.entries import _distributes, entries, offered
from steno.detect import plugins
from steno.detect.plugins import BadPlugin
from tests.given.machine import steno

RULES = """
    from steno.detect.rule import Level, detector

    def make(code, name, anchor, more=()):
        return detector(
            code, name, "A key of ACME.", type="api_key", anchors=(anchor,), pattern=anchor + "[a-z0-9]{20}",
            source="ACME",
            positives=tuple(before + anchor + "a1b2c3d4e5f6g7h8i9j0" for before in ("", "k=", "x ")),
            negatives=(anchor + "short", anchor + "x" * 20, anchor + "A" * 20, *more),
        )

    RULES = [make("ACME001", "acme-key", "acme_")]
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a package with entry points where Python finds it, as an installer does."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))

    def install(code: str, name: str = "acme", entry: str = "RULES", group: str = "steno.detectors") -> None:
        (site / f"{name}_rules.py").write_text(textwrap.dedent(code))
        metadata = site / f"{name}_rules-1.2.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-rules\nVersion: 1.2\n")
        (metadata / "entry_points.txt").write_text(f"[{group}]\n{name} = {name}_rules:{entry}\n")
        monkeypatch.delitem(sys.modules, f"{name}_rules", raising=False)

    return install


def test_no_package_costs_no_import() -> None:
    code = "import sys\nfrom steno.base.entries import entries\nassert entries('no.such.group') == []\n"
    code += "sys.exit('importlib.metadata' in sys.modules)"
    subprocess.run([sys.executable, "-S", "-c", code], env={"PYTHONPATH": "src"}, cwd=ROOT, check=True)


ROOT = Path(__file__).parent.parent


def test_entry_points_are_found_where_they_are_offered(install: Install) -> None:
    install("A = 1", group="steno.some", entry="A")
    assert offered("steno.some", sys.path)
    # A library that another test imported may have a way of its own to find packages, of which folders say nothing.
    assert offered("steno.other", sys.path) is any(map(_distributes, sys.meta_path))
    assert [entry.value for entry in entries("steno.some")] == ["acme_rules:A"]


def test_an_archive_on_the_path_is_looked_into_the_slow_way(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"")
    assert offered("steno.detectors", [str(tmp_path / "a.zip")])


def test_a_package_brings_detectors(install: Install, tmp_path: Path) -> None:
    install(RULES)
    (tmp_path / "a.txt").write_text("k=acme_z1b2c3d4e5f6g7h8i9j0\n")
    ended = steno("scan", str(tmp_path / "a.txt"), home=tmp_path)
    assert ended == (
        1,
        f"{tmp_path}/a.txt:1:3: ACME001 acme key (api_key)\n",
        "policy: 1 detector from acme-rules 1.2\n1 file scanned: 1 finding\n",
    )
    assert "A key of ACME." in steno("rule", "acme001", home=tmp_path).out


def test_a_package_brings_a_finder(install: Install, tmp_path: Path) -> None:
    install(
        """
        class Rose:
            def find(self, text):
                at = text.find("rose")
                return [] if at < 0 else [(at, at + 4, "secret", "ROSE001")]
        FINDER = Rose()
        """,
        entry="FINDER",
    )
    (found,) = plugins.load().finders
    assert [tuple(span) for span in found.find("a rose")] == [(2, 6, "secret", "ROSE001")]
    ended = steno("scan", "-", home=tmp_path, stdin=b"a rose\n")
    assert (ended.code, ended.out) == (1, "-:1:3: ROSE001 secret (secret)\n")


def test_a_recognizer_is_asked_only_where_it_is_named(install: Install, tmp_path: Path) -> None:
    install(
        """
        class Names:
            def mentions(self, text):
                at = text.find("Nora")
                return [] if at < 0 else [(at, at + 4, "person")]
        NAMES = Names()
        """,
        entry="NAMES",
    )
    assert steno("scan", "-", home=tmp_path, stdin=b"Hi Nora\n").code == 0
    config = tmp_path / "steno.toml"
    config.write_text('[redaction]\nrecognizers = ["acme"]\n')
    ended = steno("scan", "-", "--config", str(config), home=tmp_path, stdin=b"Hi Nora\n")
    assert (ended.code, ended.out) == (1, "-:1:4: SEC560 person (person)\n")
    config.write_text('[redaction]\nrecognizers = ["other"]\n')
    ended = steno("scan", "-", "--config", str(config), home=tmp_path, stdin=b"Hi Nora\n")
    assert (ended.code, ended.err) == (2, "steno: no recognizer is called 'other'; known: acme\n")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("RULSE = []", "AttributeError: module 'acme_rules' has no attribute 'RULES'"),
        ("RULES = [", "SyntaxError: "),
        ("RULES = 7", "gives int, expected a list of detectors, a finder or a recognizer"),
        ("RULES = ['x']", "gives list, expected a list of detectors, a finder or a recognizer"),
        (RULES + "\n    RULES *= 2", "ACME001 is taken"),
        (
            RULES.replace("ACME001", "SEC010"),
            "SEC010.code: 'SEC010': three-letter codes such as SEC010 are Steno's own",
        ),
        (RULES.replace("more=()", "more=('acme_a1b2c3d4e5f6g7h8i9j0',)"), "ACME001.negatives[3]: a finding, expected"),
        (RULES.replace('source="ACME"', 'source=""'), "ValueError: ACME001 acme-key names no source"),
    ],
)
def test_a_package_that_does_not_load_stops_the_run(install: Install, tmp_path: Path, code: str, message: str) -> None:
    install(code)
    with pytest.raises(BadPlugin) as raised:
        plugins.load()
    assert str(raised.value).startswith("acme-rules 1.2: entry point acme = acme_rules:RULES: ")
    assert message in str(raised.value)
    sys.modules.pop("acme_rules", None)
    assert steno("scan", "-", home=tmp_path, stdin=b"nothing").code == 2


def test_two_packages_cannot_share_a_code(install: Install) -> None:
    install(RULES)
    install(RULES, name="bcme")
    with pytest.raises(BadPlugin, match=r"^bcme-rules 1\.2: .* ACME001 is taken"):
        plugins.load()

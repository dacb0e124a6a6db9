"""The files of the page: typed, small, and without a way for text to become markup."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "steno" / "web" / "page"
SCRIPTS = sorted(PAGE.rglob("*.js"))
STYLES = sorted(PAGE.rglob("*.css"))
SINKS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|createContextualFragment"
    r"|setHTMLUnsafe|parseFromString|\.setAttribute\(\"style|set(?:Timeout|Interval)\(\s*[\"'`]"
)
TSC = ROOT / ".bench" / "typescript" / "node_modules" / ".bin" / "tsc"


def test_no_script_makes_markup_of_text() -> None:
    found = {
        f"{path.name}: {match[0]}" for path in SCRIPTS for match in SINKS.finditer(path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_the_document_has_no_code_or_style_of_its_own() -> None:
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]* src=)|<style|style=|\son\w+=", text)
    linked = set(re.findall(r'href="(/css/[^"]+)"', text))
    assert linked == {f"/css/{path.name}" for path in STYLES}


def test_nothing_names_another_host() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in [*SCRIPTS, *STYLES, PAGE / "index.html"]}
    found = {name for path, text in texts.items() for name in re.findall(r"https?://[\w.]+", text)}
    assert found <= {"http://www.w3.org"}  # the name of SVG, which nobody loads


def test_colours_stand_in_one_file() -> None:
    found = [
        f"{path.name}: {match[0]}"
        for path in STYLES
        if path.name != "tokens.css"
        for match in re.finditer(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*\})", path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_page_weighs_little_in_a_wheel() -> None:
    """A wheel is a compressed archive; nothing is compressed further, so that everybody can read what is served."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in PAGE.rglob("*"):
            wheel.write(path, path.relative_to(PAGE))
    assert len(packed.getvalue()) < 400_000
    assert sum(path.stat().st_size for path in PAGE.rglob("*") if path.is_file()) < 500_000


def test_what_the_first_screen_loads_is_small() -> None:
    """A screen is loaded when it is opened: what stands in its folder does not count before.  Nor does what only a page
    without a server has."""
    later = ("embedded", "graph", "compare", "redaction", "review", "code", "stats", "doctor")
    first = [path for path in SCRIPTS if path.parent.name not in later and path.name != "types.js"]  # which has no code
    assert sum(path.stat().st_size for path in (*first, *STYLES, PAGE / "index.html")) < 320_000


def test_a_module_has_one_noun() -> None:
    long = {path.name: count for path in SCRIPTS if (count := len(path.read_text(encoding="utf-8").splitlines())) > 400}
    assert long == {}


def test_types_hold() -> None:
    program = str(TSC) if TSC.exists() else shutil.which("tsc")
    if program is None:
        pytest.skip("tsc is not installed: `make formatters` fetches it")
    done = subprocess.run(
        [program, "-p", str(ROOT / "tools" / "tsconfig.json")], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
    assert done.returncode == 0

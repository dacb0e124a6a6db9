"""The modules of the page in one script: the forms that they use, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steno.web.bundled import Bundle, Unbundled
from steno.web.files import bundle as bundle_of_the_server
from steno.web.single import INSTEAD

PAGE = Path(__file__).parents[2] / "src" / "steno" / "web" / "page"


def bundle(tmp_path: Path, instead: dict[str, str] | None = None, **modules: str) -> str:
    for name, text in modules.items():
        (tmp_path / f"{name}.js").write_text(text)
    return Bundle(tmp_path, instead or {}).script("main.js")


def test_each_module_has_a_scope_and_stands_before_who_needs_it(tmp_path: Path) -> None:
    made = bundle(
        tmp_path,
        main='import { a, b as c } from "./x.js";\nimport * as x from "./x.js";\nconst d = a + c + x.a;\n',
        x="const d = 1;\nexport const a = d;\nexport function b() {}\nexport class E {}\n",
    )
    assert made == (
        '"use strict";\n'
        "const m0 = (() => {\nconst d = 1;\nconst a = d;\nfunction b() {}\nclass E {}\n\nreturn { a, b, E };\n})();\n"
        "const m1 = (() => {\nconst { a, b: c } = m0;\nconst x = m0;\nconst d = a + c + x.a;\n\nreturn {  };\n})();"
    )


def test_a_screen_that_is_loaded_later_is_there(tmp_path: Path) -> None:
    made = bundle(tmp_path, main='/** @type {import("./no.js").T} */\nconst f = () => import("./x.js");\n', x="")
    assert "const f = () => Promise.resolve(m0);" in made


def test_a_module_takes_the_place_of_another_for_all_but_itself(tmp_path: Path) -> None:
    made = bundle(
        tmp_path,
        {"x.js": "y.js"},
        main='import { a } from "./x.js";\n',
        x="export const a = 1;\n",
        y='import * as x from "./x.js";\nexport const a = x.a + 1;\n',
    )
    assert "const x = m0;\nconst a = x.a + 1;" in made
    assert "const { a } = m1;" in made


def test_what_would_end_the_script_is_spelled_otherwise(tmp_path: Path) -> None:
    made = bundle(tmp_path, main='const a = "</script>", b = /<!--/, c = "<SCRIPT";\n')
    assert r'const a = "\x3c/script>", b = /\x3c!--/, c = "\x3cSCRIPT";' in made


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;\n", "export let a = 1;\n", 'import a from "./x.js";\n', 'import "./x.js";\n',
        'export * from "./x.js";\n', 'import { nothing } from "./x.js";\n', 'import { a } from "./main.js";\n',
    ],
)  # fmt: skip
def test_other_forms_are_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unbundled):
        bundle(tmp_path, main=text, x="export const a = 1;\n")


def test_the_page_without_a_server_has_every_function_that_its_modules_ask_for() -> None:
    """Names behind `source.` and `router.` in the modules of a session, and what the substitutes export."""
    for name, other in INSTEAD.items():
        word = Path(name).stem
        given = set(
            re.findall(r"^export (?:async )?(?:function\*?|const|class) (\w+)", (PAGE / other).read_text(), re.M)
        )
        asked = {
            use
            for path in [*(PAGE / "js").glob("session/*.js"), *(PAGE / "js").glob("*.js")]
            if f"import * as {word} from" in (text := path.read_text())
            for use in re.findall(rf"\b{word}\.(\w+)", re.sub(r"/\*.*?\*/", "", text, flags=re.S))
            if use != "js"
        }
        assert asked <= given, name


def test_the_modules_of_the_live_page_are_one_script() -> None:
    assert b'name: "sessions"' in bundle_of_the_server()
    assert '<script type="module" src="/js/page.js"></script>' in (PAGE / "index.html").read_text()

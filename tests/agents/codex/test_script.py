"""The calls in the text of a script are read, never run, and hostile text costs no more than its length."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from steno.agents.codex.script import Called, read
from tests.given.timing import linear

ONE = Called("exec_command", {"cmd": "rake leaves"}, True)


@pytest.mark.parametrize(
    "text",
    [
        'const r = await tools.exec_command({"cmd":"rake leaves"}); text(r.output);',
        "text(await tools.exec_command({cmd: 'rake leaves',}))",
        'await tools["exec_command"]({cmd: `rake leaves`});',
        'const cmd = "rake leaves";\nawait tools.exec_command({cmd});',
        "const line = `rake leaves`\nawait tools.exec_command({cmd: line})",
        "const [r] = await Promise.all([tools.exec_command({cmd: String.raw`rake leaves`})]);",
        '// tools.apply_patch("no")\n/* tools.apply_patch("no") */ await tools.exec_command({cmd:"rake leaves"});',
        'text("tools.apply_patch(1)".replace(/["`]/g, "")); await tools.exec_command({cmd:"rake leaves"});',
        'if (dry) { text("dry") } await tools.exec_command({cmd:"rake leaves"});',
    ],
)
def test_a_call_with_literal_arguments_is_read_however_it_is_spelled(text: str) -> None:
    assert read(text).calls == (ONE,)


@pytest.mark.parametrize(
    "argument",
    ["path", "{cmd: a + b}", "{cmd: `rake ${what}`}", "{...more}", '"a" + "b"', '["a"].join("")', "", "{f() {}}"],
)
def test_arguments_that_are_computed_are_not_stated(argument: str) -> None:
    assert read(f"await tools.exec_command({argument});").calls == (Called("exec_command", UNSET, True),)


@pytest.mark.parametrize(
    "text",
    [
        'if (wet) await tools.exec_command({cmd:"rake leaves"});',
        'for (const bed of beds) { await tools.exec_command({cmd:"rake leaves"}); }',
        'const all = beds.map(bed => tools.exec_command({cmd:"rake leaves"}));',
        'const rake = async () => tools.exec_command({cmd:"rake leaves"});',
        'wet && await tools.exec_command({cmd:"rake leaves"});',
        'try { await tools.exec_command({cmd:"rake leaves"}); } catch {}',
        'if (wet) { exit(); }\nawait tools.exec_command({cmd:"rake leaves"});',
    ],
)
def test_a_call_that_need_not_be_reached_is_not_certain(text: str) -> None:
    assert read(text).calls == (ONE._replace(certain=False),)


def test_escapes_are_those_of_the_language() -> None:
    text = r'tools.apply_patch("a\n\t\"\\\x41\u0042\u{1F33F}\
b");'
    assert read(text).calls[0].arguments == 'a\n\t"\\AB🌿b'


def test_what_a_script_catches_is_known() -> None:
    assert read("try { x() } catch (e) { text(e) }").swallows
    assert read("await Promise.allSettled([])").swallows
    assert not read('text("catch")').swallows


def test_a_text_that_never_ends_makes_nothing_certain() -> None:
    assert read('tools.a(1); text("').calls == (Called("a", 1, False),)


@pytest.mark.parametrize(
    "piece",
    ['"\\', "'\\'", "/*", "`${", "`", "tools.a({", "tools.a([1,", "(/[", "=/[\\", "/a", "tools.", "[", "const a='b';"],
)
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    assert linear(lambda size: lambda: read(piece * size), 1000)


def test_a_constant_cannot_make_a_short_script_long() -> None:
    script = 'const a = "' + "x" * 1000 + '";' + "tools.b(a);" * 1000
    stated = [each.arguments for each in read(script).calls if isinstance(each.arguments, str)]
    assert 0 < sum(map(len, stated)) <= 4 * len(script)


@given(st.text(alphabet="tools.ab(){}[]\"'`$\\/*;,:=>?&|\n 1-", max_size=60))
def test_no_text_stops_the_reader(text: str) -> None:
    read(text)
    assert read(text + "\n").swallows is False

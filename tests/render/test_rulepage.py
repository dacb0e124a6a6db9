"""The page of a rule shows what to change, and nothing that is the same."""

from __future__ import annotations

from steno import registry
from steno.contracts import Code, Rule
from steno.render.rulepage import difference, parts

RULES = [each for each in registry.codes().values() if isinstance(each, Rule)]


def rule(bad: str, good: str) -> Rule:
    return Rule("TST001", "a-rule", "A page.", check=lambda _: iter(()), examples=(good, bad))


def test_a_page_is_what_it_does_and_why_it_matters() -> None:
    assert parts(Code("TST001", "n", "What.\n\nWhy.\n\nMore.")) == ("What.", "Why.\n\nMore.")
    assert parts(Code("TST001", "n", "What.")) == ("What.", "")


def test_a_difference_is_shown_with_what_stands_around_it() -> None:
    assert difference(rule('{"a":1,"b":2,"c":3,"d":4,"e":5}', '{"a":1,"b":2,"c":3,"d":4,"e":6}')) == [
        '   "c": 3,',
        '   "d": 4,',
        '-  "e": 5',
        '+  "e": 6',
        " }",
    ]


def test_records_in_lines_are_compared_member_by_member() -> None:
    assert difference(rule('{"a":1}\n{"b":1}\n', '{"a":1}\n{"b":2}\n')) == [" }", " {", '-  "b": 1', '+  "b": 2', " }"]


def test_what_differs_only_in_its_spelling_is_compared_as_it_is_spelled() -> None:
    assert difference(rule('{"a":1}\r\n', '{"a":1}\n')) == ['-{"a":1}\\r', '+{"a":1}', " "]


def test_a_key_that_stands_twice_is_seen() -> None:
    assert '-  "a": 1,' in difference(rule('{"a":1,"a":1}', '{"a":1}'))


def test_a_long_line_keeps_its_ends_and_a_long_difference_says_how_much_more_there_is() -> None:
    (bad, good) = (
        line for line in difference(rule(f'{{"a":"{"x" * 500}1"}}', f'{{"a":"{"x" * 500}2"}}')) if "xx" in line
    )
    assert (len(bad), bad[:8], bad[-3:]) == (105, '-  "a": ', 'x1"')
    assert good.endswith('x2"')
    many = rule("[" + "1," * 99 + "1]", "[]")
    assert difference(many)[-1] == "... and 63 lines more"


def test_every_rules_page_shows_a_difference_of_its_own() -> None:
    shown = {each.code: difference(each) for each in RULES}
    assert [code for code, lines in shown.items() if not any(line.startswith(("-", "+")) for line in lines)] == []
    assert [code for code, lines in shown.items() if len(lines) > 41] == []

"""`steno.toml` is read strictly: what is wrong with it is said with its file, its line and its key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steno.base.files import nearest
from steno.detect import Engine, Level, Span
from steno.detect.policy import Allowance
from steno.detect.policy_file import LARGEST, BadPolicy, line_of, read
from tests.given.secrets import RULE


def written(folder: Path, text: str) -> Path:
    path = folder / "steno.toml"
    path.write_text(text)
    return path


def test_everything_a_file_may_say(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f"""
        [redaction]
        level = "pii"
        seeds = false
        key_file = "key"
        recognizers = ["names"]
        allow = [
            {{ sha256 = "{"0" * 64}", reason = "a" }},
            {{ placeholder = "[REDACTED:email:01234567]", reason = "b" }},
            {{ rule = "ACME007", path = "tests/**", reason = "c" }},
        ]
        {RULE}
        code = "ACME007"
        level = "strict"
        caseless = true
        source = "ACME, manual"
        """.replace("acme_A1B2C3D4E5F6G7H8I9J0", "acme A1B2C3D4E5F6G7H8I9J0"),
    )
    settings = read(path)
    policy = settings.policy
    (rule,) = policy.extra
    assert (settings.key_file, settings.recognizers) == (tmp_path / "key", ("names",))
    assert settings.said == f"{path}: 3 allowances, 1 rule, no seeds"
    assert (policy.level, policy.seeds, policy.root, policy.file) == (Level.PII, False, str(tmp_path), str(path))
    assert policy.allow == (
        Allowance("a", sha256="0" * 64),
        Allowance("b", placeholder="[REDACTED:email:01234567]"),
        Allowance("c", rule="ACME007", path="tests/**"),
    )
    assert (rule.code, rule.name, rule.type, rule.level) == ("ACME007", "acme-key", "api_key", Level.STRICT)
    assert (rule.caseless, rule.source, rule.anchors) == (True, "ACME, manual", ("acme_",))


def test_a_rule_without_a_code_gets_one_by_its_place(tmp_path: Path) -> None:
    second = RULE.replace("acme", "acmf")
    assert [rule.code for rule in read(written(tmp_path, RULE + second)).policy.extra] == ["X001", "X002"]


def test_a_rule_with_a_group_masks_the_group(tmp_path: Path) -> None:
    text = RULE.replace("'acme_[a-z0-9]{20,40}'", "'acme_([a-z0-9]{20,40})'")
    engine = Engine(Level.SECRETS, read(written(tmp_path, text)).policy.extra)
    assert engine.find("acme_a1b2c3d4e5f6g7h8i9j0") == [Span(5, 25, "api_key", "X001")]


ALLOW = "[[redaction.allow]]\nreason = 'r'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = ", "not TOML: Invalid value (at end of document)"),
        ("\n[redction]", ":2: redction: no key 'redction'; did you mean 'redaction'?"),
        ("redaction = 1", ":1: redaction: is a number, expected a table"),
        ("[redaction]\n\nlevl = 'pii'", ":3: redaction.levl: no key 'levl'; did you mean 'level'?"),
        ("[redaction]\nlevel = 'none'", ":2: redaction.level: no level 'none'; known: secrets, pii, strict"),
        ("[redaction]\nseeds = 'no'", ":2: redaction.seeds: is a string, expected true or false"),
        ("[redaction]\nallow = 'x'", ":2: redaction.allow: is a string, expected a list of tables"),
        ("[redaction]\nallow = ['x']", ":2: redaction.allow[0]: is a string, expected a table"),
        ("[redaction]\nrecognizers = 'x'", ":2: redaction.recognizers: is a string, expected a list of strings"),
        ("[[redaction.allow]]\ntext = 'x'", ":1: redaction.allow[0].reason: is missing: say why this is allowed"),
        ("[[redaction.allow]]\ntext = 'x'\nreason = ' '", ":3: redaction.allow[0].reason: is empty"),
        (ALLOW, ":1: redaction.allow[0]: allows everything: say what, by sha256, placeholder, text, pattern, rule"),
        (ALLOW + "text = ''", ":3: redaction.allow[0].text: is empty"),
        (ALLOW + "sha256 = 'AB'", ":3: redaction.allow[0].sha256: is not 64 hexadecimal digits in lower case"),
        (ALLOW + "placeholder = 'x'", ":3: redaction.allow[0].placeholder: is not of the form [REDACTED:<type>"),
        (ALLOW + "placeholder = '[REDACTED:email:01234567]'", "no key_file names its key"),
        (ALLOW + "pattern = '(?=a)'", ":3: redaction.allow[0].pattern: has a look-around"),
        (ALLOW + "pattern = '.*.*.*'", ":3: redaction.allow[0].pattern: can be tried in more than 100000 ways"),
        (ALLOW + "path = '*/*/*/*/*/*/*'", ":3: redaction.allow[0].path: has more than 6 stars"),
        (ALLOW + "rule = 'SEC0010'", ":3: redaction.allow[0].rule: no rule 'SEC0010'; did you mean 'SEC010'?"),
        (ALLOW + "rule = 'SEC039'", "SEC039 finds private keys, which can be allowed only by their sha256"),
        (ALLOW + "text = 'x'\n" + ALLOW + "ruel = 'x'", ":6: redaction.allow[1].ruel: no key 'ruel'; did you mean"),
        (
            RULE + "code = 'SEC010'",
            ":10: redaction.rules[0].code: 'SEC010': three-letter codes such as SEC010 are Steno's own",
        ),
        (RULE + "code = 'acme'", "redaction.rules[0]: 'acme' is not up to eight letters and three digits"),
        (RULE + RULE, ":12: redaction.rules[1].name: acme-key is taken"),
        (RULE + "code = 'A001'" + RULE.replace("acme-key", "b") + "code = 'A001'", "rules[1].code: A001 is taken"),
        (RULE.replace("acme-key", "github-token"), ":3: redaction.rules[0].name: github-token is taken"),
        (RULE.replace("acme-key", "Acme Key"), ":3: redaction.rules[0].name: 'Acme Key' must be words of a-z"),
        (RULE.replace('name = "acme-key"\n', ""), ":2: redaction.rules[0].name: is missing"),
        (RULE.replace("api_key", "apikey"), ":5: redaction.rules[0].type: no type 'apikey'; did you mean 'api_key'?"),
        (RULE.replace('["acme_"]', "[]"), "redaction.rules[0]: X001 acme-key has no anchor"),
        (RULE.replace("{20,40}", "+x"), ":7: redaction.rules[0].pattern: has an unbounded repeat before its end"),
        (RULE.replace("'acme_[a-z0-9]{20,40}'", "'(a)(b)'"), ":7: redaction.rules[0].pattern: has 2 groups"),
        (RULE.replace('"k=acme_z', '"k=acm_z'), ":8: redaction.rules[0].positives[1]: 0 findings, expected one"),
        (RULE.replace("acme_A1B2C3D4E5F6G7H8I9J0", "acme_b1b2c3d4e5f6g7h8i9j0"), ":9: redaction.rules[0].negatives[2]"),
        (RULE.replace(', "x acme_q1b2c3d4e5f6g7h8i9j0 y"', ""), "X001 acme-key has 2 positives, expected 3"),
    ],
)
def test_a_mistake_is_said_with_its_file_line_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadPolicy) as raised:
        read(path)
    assert str(raised.value).startswith(str(path))
    assert message in str(raised.value)


def test_what_cannot_be_read_is_no_policy(tmp_path: Path) -> None:
    with pytest.raises(BadPolicy, match="no such file"):
        read(tmp_path / "steno.toml")
    (tmp_path / "steno.toml").write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(BadPolicy, match="larger than"):
        read(tmp_path / "steno.toml")
    (tmp_path / "steno.toml").write_bytes(b"\xff")
    with pytest.raises(BadPolicy, match="not TOML"):
        read(tmp_path / "steno.toml")


def test_a_line_is_found_though_strings_look_like_keys() -> None:
    string = '"""\n[[redaction.rules]]\nname = 1\n"""'
    text = f'[redaction] # [[redaction.rules]]\nkey_file = {string}\n[[redaction.rules]]\nname = "a"\n'
    assert line_of(text, "redaction.rules[0].name") == 7
    assert line_of(text, "redaction.rules[0].positives[2]") == 6
    assert line_of(text, "elsewhere") == 1


def test_the_nearest_file_up_to_the_repository_or_home_is_used(tmp_path: Path) -> None:
    home = tmp_path / "home"
    deep = home / "repository" / "a" / "b"
    deep.mkdir(parents=True)
    assert nearest("steno.toml", deep, home) is None
    own = written(home, "")
    assert nearest("steno.toml", deep, home) == own
    (home / "repository" / ".git").mkdir()
    assert nearest("steno.toml", deep, home) is None
    nearer = written(home / "repository", "")
    assert nearest("steno.toml", deep, home) == nearer
    closest = written(deep, "")
    assert nearest("steno.toml", deep, home) == closest


def test_what_stands_above_home_or_in_nobodys_folder_does_not_count(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other" / "deep"
    home.mkdir()
    other.mkdir(parents=True)
    written(tmp_path, "")
    assert nearest("steno.toml", home, home) is None
    assert nearest("steno.toml", other, home) is None
    assert nearest("steno.toml", tmp_path, home) == tmp_path / "steno.toml"


def test_the_example_of_the_documentation_can_be_used(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "redaction.md").read_text()
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert read(written(tmp_path, example)).said.endswith(": 3 allowances, 1 rule, no seeds")

"""What a policy lets stand, and what it never does."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from steno.base.ids import sha256, tag
from steno.detect import Level, Span, Unscannable
from steno.detect.context.named import named
from steno.detect.extra import extra
from steno.detect.linear import Refused, shape
from steno.detect.policy import Allowance, Allowed, Policy, globbed
from steno.detect.rule import crc32_base62, fake
from steno.detect.spans import Finder
from tests.given.finders import engine
from tests.given.secrets import KEY

BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)
MAIL = "nora@steno-mail.dev"
ACME = extra(
    "ACME001", "acme-key", "A key of ACME.", type="api_key", level=Level.SECRETS, anchors=("acme_",),
    pattern="acme_[a-z0-9]{20}", caseless=False, source="ACME",
    positives=tuple(before + "acme_" + fake(20, "abc0123456789") for before in ("", "k=", "\n")),
    negatives=("acme_short", "acme_" + "x" * 20, "acme-" + fake(20)),
)  # fmt: skip


def allowed(*allow: Allowance, finder: Finder | None = None, key: bytes | None = None, root: str = "") -> Allowed:
    return Policy(allow, key=key, root=root).over(finder or engine(Level.PII), Level.PII)


@pytest.mark.parametrize(
    "allowance",
    [
        Allowance("r", sha256=sha256(TOKEN.encode())),
        Allowance("r", sha256=sha256(TOKEN.encode() + b"\n")),
        Allowance("r", text=TOKEN),
        Allowance("r", pattern="ghp_[A-Za-z0-9]+"),
        Allowance("r", rule="SEC010"),
        Allowance("r", rule="SEC010", pattern=".*"),
        Allowance("r", placeholder=f"[REDACTED:auth_token:{tag(b'k' * 16, 'auth_token', TOKEN)}]"),
    ],
)
def test_what_is_allowed_stands_and_is_counted_and_the_rest_is_found(allowance: Allowance) -> None:
    looking = allowed(allowance, key=b"k" * 16)
    text = f"{TOKEN} {MAIL}"
    assert looking.find(text) == [Span(41, 60, "email", "SEC501")]
    assert looking.suppressed == Counter({"SEC010": 1})


@pytest.mark.parametrize(
    "allowance",
    [
        Allowance("r", sha256=sha256(b"another")),
        Allowance("r", text=TOKEN[:-1]),
        Allowance("r", pattern="ghp_[a-z]+"),
        Allowance("r", pattern="ghp_"),
        Allowance("r", rule="SEC011"),
        Allowance("r", rule="SEC010", text="another"),
        Allowance("r", rule="SEC010", path="tests/**"),
        Allowance("r", placeholder="[REDACTED:auth_token:00000000]"),
        Allowance("r", placeholder=f"[REDACTED:auth_token:{tag(b'another key of it', 'auth_token', TOKEN)}]"),
    ],
)
def test_an_allowance_counts_only_where_all_of_it_holds(allowance: Allowance) -> None:
    looking = allowed(allowance, key=b"k" * 16)
    assert looking.find(TOKEN) == [Span(0, 40, "auth_token", "SEC010")]
    assert looking.suppressed == Counter()


@pytest.mark.parametrize(
    "allowance",
    [
        Allowance("r", pattern="(?:.|\\s)*"),
        Allowance("r", rule="SEC039"),
        Allowance("r", text=KEY),
        Allowance("r", path="**"),
    ],
)
def test_a_private_key_is_allowed_by_its_hash_and_by_nothing_else(allowance: Allowance, tmp_path: Path) -> None:
    spans = [Span(0, len(KEY), "private_key", "SEC039")]
    assert allowed(allowance, root=str(tmp_path)).at(tmp_path / "a").find(KEY) == spans
    assert allowed(Allowance("r", sha256=sha256(KEY.encode()))).find(KEY) == []


def test_a_hash_holds_where_json_spells_the_value() -> None:
    spelled = KEY.replace("\n", "\\n")
    assert allowed(Allowance("r", sha256=sha256(KEY.encode()))).find(f'{{"key":"{spelled}"}}') == []


def test_an_allowed_rule_does_not_cover_what_another_rule_finds_inside() -> None:
    class Named:
        """Knows a value by its name, all of it, and everything else by what it is."""

        def find(self, text: str) -> list[Span]:
            return (
                [Span(5, len(text), "secret", "SEC404")] if text.startswith("name=") else engine(Level.PII).find(text)
            )

    looking = allowed(Allowance("r", rule="SEC404"), finder=Named())
    assert looking.find("name=anything") == []
    assert looking.find(f"name=a;{TOKEN}") == [Span(5, 47, "secret", "SEC404")]


def test_a_path_counts_from_the_folder_of_the_policy_on(tmp_path: Path) -> None:
    looking = allowed(Allowance("r", path="tests/**", rule="SEC501"), root=str(tmp_path))
    found = [Span(0, 19, "email", "SEC501")]
    assert looking.at(tmp_path / "tests" / "deep" / "a.txt").find(MAIL) == []
    assert looking.at(tmp_path / "src" / "tests" / "a.txt").find(MAIL) == found
    assert looking.at(tmp_path.parent / "tests" / "a.txt").find(MAIL) == found
    assert looking.find(MAIL) == found
    assert looking.suppressed == Counter({"SEC501": 1})


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("*.md", "a.md", True),
        ("*.md", "docs/a.md", False),
        ("**/*.md", "a.md", True),
        ("**/*.md", "docs/b/a.md", True),
        ("docs/**", "docs/b/a.md", True),
        ("docs/?.md", "docs/a.md", True),
        ("docs/?.md", "docs/ab.md", False),
        ("a[1].md", "a[1].md", True),
        ("a[1].md", "a1.md", False),
    ],
)
def test_a_glob_knows_stars_and_question_marks(glob: str, path: str, fits: bool) -> None:
    assert (globbed(glob).fullmatch(path) is not None) is fits


def test_a_value_is_allowed_by_what_it_is_where_its_name_gave_it_away() -> None:
    judge = allowed(Allowance("r", text="Vexing88!"), Allowance("r", rule="SEC402")).judge(named)
    assert judge("password", "Vexing" + "88!") is None
    assert judge("password", "Another" + "99!") == "password"
    assert judge("token", "a8f5f167" + "f44f4964e6c998de") is None


def test_what_ended_before_is_not_counted_again() -> None:
    looking = allowed(Allowance("r", text=TOKEN))
    assert looking.find(f"{TOKEN} and {TOKEN}", 40) == []
    assert looking.suppressed == Counter({"SEC010": 1})


def test_an_added_rule_finds_beside_the_others_and_in_other_shapes() -> None:
    looking = Policy(extra=(ACME,)).over(engine(Level.PII), Level.SECRETS)
    key = ACME.positives[0]
    assert looking.find(f"{key} {TOKEN}") == [
        Span(0, 25, "api_key", "ACME001"),
        Span(26, 66, "auth_token", "SEC010"),
    ]
    (found,) = looking.find(key.encode().hex())
    assert (found.code, found.value) == ("ACME001", key)


def test_what_is_left_after_masking_has_no_further_finding() -> None:
    looking = Policy(extra=(ACME,)).over(engine(Level.PII), Level.SECRETS)
    text = f"{ACME.positives[0]}_{TOKEN}"
    found = looking.find(text)
    masked = text
    for span in reversed(found):
        masked = f"{masked[: span.start]}[REDACTED:{span.type}:00000000]{masked[span.end :]}"
    assert looking.find(masked) == []


def test_a_guard_finds_what_was_added_and_lets_stand_what_is_allowed() -> None:
    guard = Policy((Allowance("r", text=TOKEN),), extra=(ACME,)).guard(engine(Level.PII), Level.SECRETS)
    assert guard.find(f"{TOKEN} {ACME.positives[0]}") == [Span(41, 66, "api_key", "ACME001")]


@pytest.mark.parametrize(
    ("span", "message"),
    [
        (Span(0, 99, "email", "ACME002"), "a plug-in found 'email' from 0 to 99 of 4 characters"),
        (Span(0, 4, "thing", "ACME002"), "a plug-in found 'thing' from 0 to 4 of 4 characters"),
    ],
)
def test_an_answer_of_a_plug_in_that_cannot_be_withholds_the_text(span: Span, message: str) -> None:
    class Wrong:
        def find(self, text: str) -> list[Span]:
            return [span]

    with pytest.raises(Unscannable, match=message):
        Policy(finders=(Wrong(),)).over(engine(Level.PII), Level.SECRETS).find("text")


def test_a_plug_in_leaves_placeholders_alone_or_its_answer_is_none() -> None:
    class Greedy:
        def find(self, text: str) -> list[Span]:
            return [Span(0, len(text), "email", "ACME002")]

    with pytest.raises(Unscannable, match="in a placeholder"):
        Policy(finders=(Greedy(),)).over(engine(Level.PII), Level.SECRETS).find("[REDACTED:email:01234567]")


# Patterns


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(?=a)b", "a look-around"),
        ("(?<!a)b", "a look-around"),
        ("(?i)b", "a look-around, a flag"),
        (r"(a)\1", "a back-reference"),
        ("a+b", "an unbounded repeat before its end"),
        ("(a+)", "an unbounded repeat before its end"),
        ("(?:a?){1,40}b", "in more than 10000 ways"),
        ("(?:a|b){1,40}c", "in more than 10000 ways"),
        ("a{1,200}a{1,200}b", "in more than 10000 ways"),
        ("(a", "is not a valid pattern"),
        ("[[a]b", "is not a valid pattern"),
        ("a" * 1001, "1001 characters long"),
        ("(?:" * 20 + "a" + ")" * 20, "more than 16 nested groups"),
    ],
)
def test_a_pattern_that_may_take_long_is_refused(pattern: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        shape(pattern)


@pytest.mark.parametrize(
    ("pattern", "within", "ways", "groups"),
    [
        ("acme_[a-z0-9]{20,}", None, 1, 0),
        ("acme_[a-z]{2,5}-(?:[0-9]{4}){2}x", None, 4, 0),
        ("k=([a-z]{1,10})", None, 10, 1),
        ("(?P<v>a|b)[]x]{3}\\.", None, 2, 1),
        ("a|bc?|d", None, 3, 0),
        (".*a.*", 256, 257 * 257, 0),
    ],
)
def test_in_how_many_ways_a_pattern_is_tried_is_known(pattern: str, within: int | None, ways: int, groups: int) -> None:
    assert shape(pattern, within) == (ways, groups)

"""Values are told from what stands for them, and checksums are those that the formats' own documents print."""

from __future__ import annotations

import pytest

from steno.detect.checksum import base58check, crc16, is_bech32, unbase58check
from steno.detect.judge import decoded, drawn
from steno.detect.placeholder import placeholder


@pytest.mark.parametrize(
    "value",
    [
        "", "xxx", "changeme", "change-me", "password", "<token>", "<your token>", "${VAR}", "$VAR", "$(cat file)",
        "{{ var }}", "process.env.TOKEN", "os.environ['TOKEN']", "YOUR_API_KEY", "AKIAIOSFODNN7EXAMPLE",
        "my-secret-token", "userPassword", "getPassword()", "config.password", "%PASS%", "%s", "%(password)s",
        "{password}", "...", "********", "sk-...abcd", "0123456789abcdef", "12345678", "[password]",
        "test-token-123", "REPLACE_ME", "#{secret}", "vault:secret/data/x", "__TOKEN__", "!Ref Password",
        "secrets.TOKEN",
    ],
)  # fmt: skip
def test_what_stands_for_a_secret_is_none(value: str) -> None:
    assert placeholder(value)


@pytest.mark.parametrize(
    "value",
    [
        "Tr0ub4dor&3", "correct-horse-battery", "kJ8$mQ2#vL", "pa$$w0rd", "$ecret99!x", "Summer2024!", "letmein",
        "admin123", "9f8e7d6c5b4a3f2e", "Zx9{k}w", "password1",
    ],
)  # fmt: skip
def test_a_bad_password_is_a_password_all_the_same(value: str) -> None:
    assert not placeholder(value)


def test_a_very_long_value_is_judged_by_its_beginning() -> None:
    assert not placeholder("Kq7wZx" * 300_000)


def test_base58check_gives_back_what_it_was_given_and_refuses_a_wrong_digit() -> None:
    payload = bytes([0, 0, *range(1, 33)])
    text = base58check(payload)
    assert unbase58check(text) == payload
    assert unbase58check(text[:-1] + ("2" if text[-1] != "2" else "3")) is None
    assert unbase58check("0OIl") is None


def test_bech32_agrees_with_the_examples_of_its_document() -> None:
    assert [is_bech32(text) for text in ("a12uel5l", "a12uel5m", "b1o")] == [True, False, False]


def test_the_check_value_of_crc16_is_that_of_xmodem() -> None:
    assert crc16(b"123456789") == 0x31C3


def test_base64_of_either_alphabet_is_read_padded_or_not() -> None:
    assert [decoded(text) for text in ("YTpi", "-_8=", "+/8", "a", "!!!!")] == [
        b"a:b",
        b"\xfb\xff",
        b"\xfb\xff",
        None,
        None,
    ]


def test_names_with_a_number_at_the_end_do_not_look_drawn() -> None:
    assert [drawn(text) for text in ("ROCKET_LAUNCHER_0001", "q7Wx29LmZp04VtRk", "short1a")] == [False, True, False]

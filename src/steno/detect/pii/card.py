"""Numbers of payment cards."""

from __future__ import annotations

from steno.detect.declare import identifier
from steno.detect.pii.checksum import digits, luhn
from steno.detect.pii.context import DIGITS, FOURS, alone, whole

_RANGES = (
    (r"4", (13, 16, 19)),
    (("51", "52", "53", "54", "55"), (16,)),
    (tuple(str(n) for n in range(2221, 2721)), (16,)),
    (("34", "37"), (15,)),
    (("6011", "65", *(str(n) for n in range(644, 650))), (16, 19)),
    (("62",), (16, 17, 18, 19)),
    (tuple(str(n) for n in range(3528, 3590)), (16,)),
    (("36", "38", "39", *(str(n) for n in range(300, 306))), (14, 16)),
    (("5018", "5020", "5038", "5893", "6304", "6759", "6761", "6762", "6763"), (13, 14, 15, 16, 17, 18, 19)),
)
"""Visa, Mastercard twice, American Express, Discover, UnionPay, JCB, Diners Club, Maestro: first digits and lengths."""

_TESTS = frozenset(
    {
        "4242424242424242", "4111111111111111", "4012888888881881", "4000056655665556", "5555555555554444",
        "5200828282828210", "5105105105105100", "2223003122003222", "378282246310005", "371449635398431",
        "6011111111111117", "6011000990139424", "6011981111111113", "3056930009020004", "36227206271667",
        "6555900000604105", "3566002020360505", "3530111333300000", "6200000000000005", "6205500000000000004",
        "30569309025904", "38520000023237", "4222222222222", "4005519200000004", "4009348888881881",
        "4012000033330026", "4012000077777777", "4500600000000061", "5424000000000015", "4007000000027",
        "4988438843884305", "5431111111111111", "4917610000000000", "4532015112830366", "5425233430109903",
        "2222420000001113", "374245455400126", "4263982640269299", "4001919257537193", "4917484589897107",
        "6250941006528599", "378734493671000",
    }
)  # fmt: skip
"""Numbers that payment providers publish for tests: nobody's card."""


def _card(text: str) -> bool:
    number = digits(text)
    if not luhn(number) or number in _TESTS or number.startswith("400000"):
        return False
    known = any(number.startswith(first) and len(number) in lengths for first, lengths in _RANGES)
    return known and len(set(number)) > 4


RULE = identifier(
    "SEC507 payment-card-number: The number of a payment card: a known issuer range, the right length, a"
    " correct Luhn digit, in one piece or in groups. Numbers that payment providers publish for tests"
    " are not masked.",
    r"[2-6](?:[0-9]{12,18}|[0-9]{3}[ -](?:[0-9]{4}[ -]){2}[0-9]{1,4}(?:[ -]?[0-9]{3})?"
    r"|[0-9]{3}[ -][0-9]{6}[ -][0-9]{4,5})",
    gates=(
        DIGITS,
        FOURS,
        "3[4-9][0-9]{2}[ -][0-9]{6}[ -][0-9]{4}",
    ),
    before=alone,
    extent=whole(_card),
    source="ISO/IEC 7812; the card schemes' published issuer ranges; payment providers' lists of test numbers",
    positives=("card 49295821<>33706140", "PAN: 5312 8804<> 1973 2646 exp 04/29", '{"number": "3712940<>65831620"}'),
    negatives=(
        "pay with 4242 4242 4242 4242",
        "card 49295821<>33706141",
        "0.4929582<>133706140",
        "1763190000123",
        "id 9929 5821 3370 6140",
    ),
)

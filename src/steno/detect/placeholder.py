"""Tells values that stand for a secret from secrets: blanks, names, variables and code.  Knows values, not places."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred

_SAYS_SO = deferred(
    r"example|placeholder|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|this|with)|insert[-_ ]|redacted|censored|"
    r"omitted|dummy|your[-_ ]|[-_ ]here\b|fixme|\btodo|not[-_ ]?(?:a[-_ ])?real|xxxx|\*{3}|\.{3}|…|•{2}|●{2}",
    re.ASCII | re.IGNORECASE,
)
_STANDS_FOR = deferred(
    r"(?:<|&lt;|&#x3[cC];)[^<>]*>?|\$[A-Za-z_]\w*(?:[/.:-].*)?|\$[{(\[].*|.*\$\{.*|.*\$\([A-Za-z].*|.*\{\{.*|.*\}\}|\{[A-Za-z_][\w.:!\[\]'\"-]*\}?|"
    r"%[A-Za-z_]\w*%|%\(\w+\)?s?|%[sdvqr@]|%\{.*|\[[A-Za-z _-]*\]?|@@?[A-Za-z_]+@@?|__[A-Za-z_]+__|#\{.*|`.*|"
    r"!(?:Ref|Sub|GetAtt|ImportValue|vault|secret|env|var)\b.*|(?:env|file|vault|secret|ssm|op|ref|arn|var)://?.*|(?:vault|ENC|arn):.*",
    re.ASCII | re.DOTALL,
)
"""Something that a shell, a template, a formatter or a deployment puts the value in for."""

_CODE = deferred(
    r"&?\*?[A-Za-z_$][\w$]*(?:(?:\?\.|->|::|\.)[A-Za-z_$][\w$]*)*[(\[].*|"
    r"(?:process\.env|import\.meta|os\.environ|ENV|env|secrets?|config|settings|self|this|cls|args|opts|options|params|"
    r"var|local|data|module|ctx|context|request|req|cfg|conf|app|user|creds|credentials|state|props|inputs|github|steps)"
    r"(?:\??\.|->|::|\[)[A-Za-z_\"'].*",
    re.ASCII | re.DOTALL,
)
"""An expression that yields the value when it runs."""

_NAMES = """
a abc access accesstoken account admin an and api apikey app application auth authorization authtoken aws azure bar
base64 baz bearer blank bot client cookie credential credentials customer data database db dbpassword default demo
dev empty encoded encrypted fake false field file foo foobar foobared for fully generated guest hash header hidden
host hostname hostport id in input int internal invalid is issuer it jwt key keys label local localhost login long
mandatory masked me missing mock my mykey mypassword mysecret mysql mytoken n na name new nil no none not notasecret
null number oauth of old on opaque optional or our param parameter pass passphrase passwd password passwords
pgpassword phrase plain plaintext port postgres private prompt pw pwd random read redis refresh removed repo
required root rootpassword salt same sample scheme scott secret secretkey secrets secure sekrit server service session
shared signature signing some something spec ssh stored str string strong stuff sub super supersecret temp test text
that the their this tiger to token tokens topsecret totp true type undefined unknown unset uri url us use user
username userpassword usr value values var variable via webhook with write x xx xxx xyz you your
"""

_WORDS = frozenset(_NAMES.split())
"""Words that name a value instead of being one, and the words that go with them."""

_PIECE = deferred(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\x00-\x7f]+", re.ASCII)

_RUN = 4
"""From this many characters on, `1234` and `abcd` are counting."""


def placeholder(value: str, *, counting: bool = True) -> bool:
    """Whether a value only stands for a secret: `changeme`, `xxxx`, `<token>`, `${VAR}`, `process.env.X`, `my_key`.

    `counting` says that one which counts upwards does too, as `0123456789abcdef`.
    """
    value = value.strip().strip("\"'\\,;")
    if len(set(value)) <= (2 if len(value) < 12 else 4):
        return True
    head = value[:400]
    if _SAYS_SO().search(head) or _STANDS_FOR().fullmatch(head) or _CODE().fullmatch(head) or _named(head):
        return True
    return counting and _counts(head)


def _named(value: str) -> bool:
    """Whether nothing but such words makes it up: `my-secret-token`, `DB_PASSWORD`, `userPassword`, `test-token-1`."""
    pieces = [piece.lower() for piece in _PIECE().findall(value)]
    names = sum(piece in _WORDS for piece in pieces)
    counters = sum("1234567890".startswith(piece) for piece in pieces) if names > 1 else 0
    return bool(pieces) and len(pieces) <= 8 and names + counters == len(pieces)


def _counts(value: str) -> bool:
    """Whether most of it counts upwards, as `0123456789abcdef` does."""
    covered, run = 0, 1
    for before, after in zip(value, value[1:] + "\0", strict=True):
        if ord(after) - ord(before) == 1 or (before, after) in {("9", "0"), ("9", "a"), ("9", "A")}:
            run += 1
            continue
        covered += run if run >= _RUN else 0
        run = 1
    return covered * 5 >= len(value) * 3

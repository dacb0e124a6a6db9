"""A name tells a secret wherever syntax puts a value beside it, and the value alone is found."""

from __future__ import annotations

import re
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.detect import Engine, Level
from steno.detect.context import flags, tables
from steno.detect.context.extent import Place, words_before
from steno.detect.context.names import Family, Name, Promise, judged
from steno.detect.context.values import odd, secret
from steno.detect.every import CONTEXT
from steno.detect.rule import HEX, fake
from tests.given.effort import examples
from tests.given.timing import linear

ENGINE = Engine(Level.SECRETS, CONTEXT)
COLUMNS = Engine(Level.SECRETS, [tables.RULE])
KEY = fake(32)
PASSWORD = "Vexing" + "88!"
WORDY = "vexing" + "88x"
UUID = "7b41c2de-90a3-4f6e-8d15-2c0f9be6a374"


@given(st.text(alphabet="aZ9 \\nü_-", max_size=60), st.integers(0, 60))
@settings(max_examples=examples(2000), deadline=None)
def test_the_words_before_a_name_are_those_that_a_search_finds(text: str, start: int) -> None:
    start = min(start, len(text))
    known = re.compile(r"(?:[A-Za-z][A-Za-z0-9]{0,15} ){1,3}\Z").search(text, max(0, start - 40), start)
    words = known[0] if known else ""
    if known and known.start() and text[known.start() - 1] == "\\" and words[0] in "nrt":
        words = words[1:]
    assert words_before(text, start) == words


SET = st.lists(
    st.sampled_from(
        ["config", "configure", "secret", "s", " set", " ", "ENV", "setx", "env", "\n", ";", "x" * 30, "--a"]
    ),
    max_size=9,
).map("".join)


@given(SET)
@settings(max_examples=examples(1000), deadline=None)
def test_what_sets_a_name_is_not_overlooked(text: str) -> None:
    end = len(text)
    sets = flags._SETS().search(text, max(0, end - 80), end) or flags._INSTRUCTION().search(text, max(0, end - 32), end)
    assert flags._is_set(text, end) == (sets is not None)


CELLS = st.lists(
    st.sampled_from(
        ["password", "user", "token x", "|", ",", ";",
         "\t", "\\t", "\n", "\r\n", "\\n", "\\\\n", '"', '\\"', "}", ")", "]",
         "|---|---|", ":", "=", "ü", " ", PASSWORD, KEY, "admin"]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@given(CELLS)
@settings(max_examples=examples(3000), deadline=None)
def test_what_stands_in_no_heading_ends_the_look_at_a_table_and_changes_nothing(text: str) -> None:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(tables, "_HEADINGS_ONLY", lambda: re.compile("(?s).*"))
        known = COLUMNS.find(text)
    assert COLUMNS.find(text) == known


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in ENGINE.find(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("export API_KEY={}\n", KEY),
        ("API_KEY='{}'", KEY),
        ("+ API_KEY={}", KEY),
        ("  12\tdb_password: {}\n", WORDY),
        ("docker run -e POSTGRES_PASSWORD={} postgres", WORDY),
        ("ENV SECRET_KEY {}", KEY),
        ("ARG NPM_TOKEN={}", UUID),
        ("spring.datasource.password={}\n", WORDY),
        ("password = {}\n", WORDY),
        ("    GITHUB_TOKEN: {}\n", KEY),
        ("password: |\n  {}\n", PASSWORD),
        ("- name: DB_PASSWORD\n  value: {}\n", PASSWORD),
        ("data:\n  password: {}\n", "dmV4aW5n" + "ODgh"),
        ('{{"apiKey":"{}"}}', KEY),
        ('{{\\"client_secret\\":\\"{}\\"}}', KEY),
        ('{{\\\\\\"client_secret\\\\\\":\\\\\\"{}\\\\\\"}}', KEY),
        ('{{"Name": "API_TOKEN", "Value": "{}"}}', KEY),
        ("'password' => '{}',", PASSWORD),
        ('$config["db_password"] = "{}";', PASSWORD),
        ('const apiKey: string = "{}"', KEY),
        ('let token: &str = "{}";', KEY),
        ('password: str | None = "{}"', PASSWORD),
        ('apiKey := "{}"', KEY),
        ('process.env.SECRET_KEY || "{}"', KEY),
        ('os.getenv("DB_PASSWORD", "{}")', PASSWORD),
        ('.field("password", "{}")', PASSWORD),
        ('.password("{}")', PASSWORD),
        ('api_key =\n    "{}"', KEY),
        ("<password>{}</password>", WORDY),
        ("<Password><![CDATA[{}]]></Password>", PASSWORD),
        ('<add key="SmtpPassword" value="{}" />', PASSWORD),
        ("tool --api-key {} --verbose", KEY),
        ("tool --password={}", WORDY),
        ("X-Auth-Token: {}\r\n", KEY),
        ("https://api.test/a?access_token={}&b=1", KEY),
        ("user=x&password={}", WORDY),
        ("ALTER ROLE app WITH PASSWORD '{}';", PASSWORD),
        ("CREATE USER app IDENTIFIED BY '{}'", PASSWORD),
        ("My Mistral API key is `{}`.", KEY),
        ("**Password:** {}", PASSWORD),
        ("password: **{}**", PASSWORD),
        ("Set SMTP_PASS to {}", WORDY),
        ('passphrase = "{}"', "lantern walnut orbit meadow"),
        ('"password":"{}"', 'a\\"b' + "77!c"),
    ],
)
def test_the_value_beside_a_name_is_found_in_every_syntax(text: str, value: str) -> None:
    assert found(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "def login(password: Optional[str] = None)",
        "password = get_password()",
        "token = lexer.next_token()",
        "api_key: process.env.API_KEY",
        "API_KEY=${API_KEY}",
        "API_KEY=$(cat key)",
        "password: {{ vault_password }}",
        "--token <token>",
        "const [password, setPassword] = useState('')",
        "password: z.string().min(8)",
        '"password": "Passwort"',
        '<input type="password" name="password" autocomplete="new-password">',
        "Password must be at least 8 characters",
        "token_count=4096",
        f"idempotency_key: {UUID}",
        f"did:key:z6Mk{fake(44)}",
        "TOKEN_FILE=/run/secrets/token",
        "token_url=https://auth.test/token2",
        'api_key = "sk-...abcd"',
        "key = 'user:123:profile'",
        "key=lambda x: x[1]",
        '"token": "claude-3-5-sonnet-20241022"',
        "--- PASS: TestResume/keeps_args=2_when_empty (0.00s)",
        "Pass capture_output=True to read it",
        'name_pat = r"[a-zA-Z](?:[a-zA-Z0-9-]*)"',
        "from keys import Ed25519PrivateKey as Ed25519PrivateKey",
        'fields = ["password", "address1", "city"]',
        "token: toolu_01AbCdEfGhJk",
        "password=[REDACTED:password:0123abcd]",
    ],
)
def test_code_references_words_and_ids_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_value_within_a_rejected_value_is_found() -> None:
    assert found(f'"secret": "run with TOKEN={KEY} please"') == [KEY]


def test_a_long_value_is_found_to_its_end() -> None:
    assert found('{"session_token": "' + fake(3000) + '", "x": 1}') == [fake(3000)]


def test_what_is_left_of_a_value_beside_a_placeholder_is_no_value() -> None:
    assert found(f"password={WORDY}[REDACTED:api_key:0123abcd]") == []


@pytest.mark.parametrize(
    ("name", "judgement"),
    [
        ("DB_PASSWORD", Name(Family.PASSWORD, Promise.FIRM, loud=True)),
        ("userPassword2", Name(Family.PASSWORD, Promise.FIRM)),
        ("passphrase", Name(Family.PASSWORD, Promise.FIRM, phrase=True)),
        ("pass", Name(Family.PASSWORD, Promise.LIKELY)),
        ("githubToken", Name(Family.TOKEN, Promise.FIRM)),
        ("token", Name(Family.TOKEN, Promise.LIKELY)),
        ("x-api-key", Name(Family.KEY, Promise.FIRM)),
        ("AWS_SECRET_ACCESS_KEY", Name(Family.KEY, Promise.FIRM, loud=True)),
        ("API_KEY_PROD", Name(Family.KEY, Promise.FIRM, loud=True)),
        ("DATADOG_KEY", Name(Family.KEY, Promise.FIRM, loud=True)),
        ("walrus_key", Name(Family.KEY, Promise.LIKELY)),
        ("key", Name(Family.KEY, Promise.VAGUE)),
        ("webhook_secret", Name(Family.SECRET, Promise.FIRM)),
        ("tokenizer", None),
        ("max_tokens", None),
        ("nextPageToken", None),
        ("public_key", None),
        ("STRIPE_PUBLIC_KEY", None),
        ("key_id", None),
        ("secretName", None),
        ("password_hash", None),
        ("hashed_password", None),
        ("monkey", None),
    ],
)
def test_a_name_says_what_it_holds_and_how_surely(name: str, judgement: Name | None) -> None:
    assert judged(name) == judgement


def test_the_words_before_a_name_say_whose_it_is() -> None:
    assert judged("key", "my API ") == Name(Family.KEY, Promise.FIRM)
    assert judged("key", "the public ") is None


@pytest.mark.parametrize("value", [fake(20), fake(32, HEX), "xkqzjwpvbn", "Zt2pL9qW"])
def test_chance_is_odd(value: str) -> None:
    assert odd(value)


@pytest.mark.parametrize("value", ["user_profile_cache", "x86_64-linux-gnu", "PasswordResetForm", "gpt-4o-2024-08-06"])
def test_words_are_not_odd(value: str) -> None:
    assert not odd(value)


def test_the_less_a_name_says_the_more_the_value_must_say() -> None:
    digest = fake(40, HEX)
    promises = [Name(Family.KEY, promise) for promise in (Promise.VAGUE, Promise.LIKELY, Promise.FIRM)]
    assert [secret(digest, name, Place.VALUE) for name in promises] == [False, False, True]
    assert [secret(UUID, name, Place.VALUE) for name in promises] == [False, False, True]


def test_an_identifier_is_a_password_only_where_no_code_can_stand() -> None:
    name = Name(Family.PASSWORD, Promise.FIRM)
    assert [secret("harbor41", name, place) for place in (Place.VALUE, Place.CODE)] == [True, False]


@pytest.mark.parametrize("unit", ["token=", "password: ", "secret=a@", "pass=aB3$", '"key","', "<password>", "key "])
def test_a_run_of_names_takes_linear_time(unit: str) -> None:
    assert linear(lambda size: partial(ENGINE.find, unit * (size // len(unit))), 20_000)


@pytest.mark.parametrize(
    "before",
    ["use password ", "enter the password, use password ", "log in with the passphrase ", "and password "],
)
@pytest.mark.parametrize("after", ["", ", then click File > Save", " and press >", " then run: make", "' >> notes.txt"])
def test_a_told_password_is_found_whatever_the_sentence_goes_on_with(before: str, after: str) -> None:
    secret = "Falcon" + "9152FkzEC"
    assert found(f"{before}{secret}{after}") == [secret]


def test_a_name_without_a_value_hides_no_other() -> None:
    secret = "Kestrel" + "41xQ"
    assert found(f"the password and the passphrase {secret} are set: fine") == [secret]


BESIDE = (
    "{name} -> {value}", "{name} => {value}", '{name} <- "{value}"', "{name} \u2192 {value}", "{name} - {value}",
    "| {name} | {value} |", "| {name} | `{value}` |", "{name}\t{value}", "{name};{value}", "{name},{value}",
    "[{name}] {value}", "{name} [{value}]", "{name} ({value})", "{name}: <{value}>", "{name}:\n  {value}",
    "{name}\n{value}", "  - name: {name}\n    value: {value}", '<string name="{name}">{value}</string>',
    '<entry key="{name}">{value}</entry>', "gh secret set {name} --body '{value}'",
    "aws ssm put-parameter --type SecureString --name {name} --value {value}", "{name} TEXT DEFAULT '{value}'",
    "{name} = \"\"\"{value}\"\"\"", "{name} = '''{value}'''", "The {name} you need is {value}.",
    "loaded {name} {value}", "Use {name} {value} to log in.", "set {name} {value}",
)  # fmt: skip


@pytest.mark.parametrize("name", ["API_KEY", "client_secret", "accessToken", "DB_PASSWORD"])
@pytest.mark.parametrize("syntax", BESIDE)
def test_what_looks_like_chance_is_found_beside_a_name_in_any_syntax(syntax: str, name: str) -> None:
    value = "Cobalt" + "41!xQ7z" if name == "DB_PASSWORD" else KEY
    text = f"before it\n{syntax.format(name=name, value=value)}\nafter it\n"
    assert found(text) == [value]


@pytest.mark.parametrize("value", ["string", "required", "precision=2", "see below", "user_table"])
@pytest.mark.parametrize("syntax", [each for each in BESIDE if "--" not in each])
def test_words_and_code_beside_a_name_are_no_secrets(syntax: str, value: str) -> None:
    assert found(f"before it\n{syntax.format(name='api_key', value=value)}\nafter it\n") == []


@pytest.mark.parametrize(
    "text", ["private_key | Ed448PrivateKey", "api_key, Ed25519PublicKey", "a token -> AccessToken2Secret"]
)
def test_a_name_of_a_type_beside_a_name_is_no_secret(text: str) -> None:
    assert found(text) == []

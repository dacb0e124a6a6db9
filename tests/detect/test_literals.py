"""A name or a place that says it decides, also for weak values; what is no literal stays."""

from __future__ import annotations

import random
from functools import partial

import pytest

from steno.detect import Level
from steno.detect.rule import HEX
from tests.given.finders import engine
from tests.given.timing import linear

WEAK = ("good" + "spec", "zebra" + "fish", "Tiger" + "5114x")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
URL = LETTERS + "0123456789-_"


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in engine(Level.SECRETS).find(text)]


def covered(text: str, value: str) -> bool:
    start = text.index(value)
    return any(span.start <= start and start + len(value) <= span.end for span in engine(Level.SECRETS).find(text))


HEADERS = (
    "Authorization: Bearer {}",
    "curl -H 'Authorization: Bearer {}' https://api.acme.dev",
    "Proxy-Authorization: Bearer {}",
    '{{"Authorization": "Bearer {}"}}',
    "authorization: token {}",
    "Authorization: ApiKey {}",
    "Authorization: Api-Token {}",
    "Authorization: Basic {}",
    "Authorization: SSWS {}",
    "X-Api-Key: {}",
    "X-Auth-Token: {}",
    "headers={{'X-API-Key': '{}'}}",
)


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("alphabet", [LETTERS, URL, HEX], ids=["letters", "url", "hex"])
def test_a_header_is_evidence_enough(header: str, alphabet: str) -> None:
    chance = random.Random(header)  # noqa: S311
    values = ["".join(chance.choices(alphabet, k=32)) for _ in range(200)]
    text = "\n".join(header.format(value) for value in values)
    masked = [(span.start, span.end) for span in engine(Level.SECRETS).find(text)]
    places = [text.index(value) for value in values]
    assert [text[at : at + 32] for at in places if not any(a <= at and at + 32 <= b for a, b in masked)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer <token>", "Authorization: Bearer $TOKEN", "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer YOUR_TOKEN", "Authorization: Bearer token", "Authorization: Bearer {token}",
        "Authorization: Bearer authentication is required", "Bearer authentication",
        "Authorization: Bearer accessToken",
        "headers.Authorization = `Bearer ${token}`", "Authorization: Bearer ********", "X-Api-Key: ${API_KEY}",
        'Authorization: Bearer os.getenv("TOKEN")', "Authorization: Bearer GITHUB_TOKEN", "X-Auth-Token: <token>",
    ],
)  # fmt: skip
def test_a_header_without_a_literal_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("value", WEAK)
@pytest.mark.parametrize(
    "text",
    [
        "DB_PASSWORD={}", "export DB_PASSWORD={}\n", "DEBUG=1\nDB_PASSWORD={}\nPORT=80", '$password = "{}";',
        "$password = '{}';", "password: {}\n", "password: |-\n  {}\n", "[db]\nuser = a\npassword = {}\n",
        "spring.datasource.password={}", '"password": "{}"', "<password>{}</password>", 'const password = "{}";',
        'private static final String PASSWORD = "{}";', 'password := "{}"', "'password' => '{}',",
        "define('DB_PASSWORD', '{}');", 'variable "db_password" {{\n  type    = string\n  default = "{}"\n}}',
        "sshpass -p {} ssh a@b", "psexec \\\\srv -u bob -p {} cmd", "echo {} | sudo -S ls", "sudo -S ls <<< '{}'",
        "docker login -u a -p {}", "mysql -u root -p{} db", "redis-cli -a {}", "PGPASSWORD={} psql",
        "net use Z: \\\\srv\\s /user:bob {}", "htpasswd -b f bob {}", "keytool -storepass {}", "zip -P {} a.zip b",
        "openssl rsa -passin pass:{}", "kubectl create secret generic db --from-literal=password={}",
        "7z a -p{} x.7z y", "tool --password {}", "tool --password={}", "ENV DB_PASSWORD {}",
        "| user | password |\n|---|---|\n| admin | {} |", "user,password\nadmin,{}\n",
    ],
)  # fmt: skip
def test_a_weak_password_is_found_where_only_a_literal_can_stand(text: str, value: str) -> None:
    assert found(text.format(value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "password: str", "password: String", "password: Optional[str]", "password: SecretStr", "password: required",
        "password = get_password()", "password = pw", "password=os.environ['PW']", "password: ${{ secrets.PW }}",
        "DB_PASSWORD=$PASS", "DB_PASSWORD=${PASS}", "DB_PASSWORD=", "DB_PASSWORD=true", "DB_PASSWORD=None",
        "DB_PASSWORD=****", "Enter password:", "Password: ", '"password": "Passwort"', '"password": "password"',
        'password: "Enter your password"', "password: incorrect", "token: string", "secret: Secret",
        "    password=password,\n", 'variable "db_password" {\n  type = string\n}', "echo hello | sudo tee file",
        "| option | password |\n|---|---|\n| type | string |", "--password string   the password of the user",
        "  password: hashedPassword\n", "PASSWORD = settings", "token = lexer", "user, password\nhost, portname\n",
    ],
)  # fmt: skip
def test_types_references_prompts_masks_and_labels_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "MY_API_TOKEN={}", "x_token = {}\n", 'x_token = "{}"', "jwt_secret: |-\n  {}\n", "snyk config set api={}",
        'variable "api_token" {{\n  default = "{}"\n}}', "algoliasearch('K4P2X9QWERT', '{}')", "2FA secret: {}",
        "aws configure set aws_secret_access_key {}", "//npm.acme.dev/:_authToken={}", "SLACK_SIGNING_SECRET={}",
    ],
)  # fmt: skip
def test_tokens_made_afresh_are_found_beside_their_names(text: str) -> None:
    chance = random.Random(text)  # noqa: S311
    values = ["".join(chance.choices(URL, k=24)).strip("-_").ljust(20, "7") for _ in range(100)]
    assert [value for value in values if not covered(text.format(value), value)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Das Passwort lautet {}", "Passwort: {}", "Kennwort ist {}", "le mot de passe est {}", "mot de passe : {}",
        "la contraseña es {}", "contraseña: {}", "La clave es {}", "a senha é {}", "Senha do banco: {}",
        "la password è {}", "La password del server è {}", "пароль: {}", "Пароль от базы: {}", "密码是{}", "密码：{}",
        "数据库的密码为{}，请保密", "パスワードは {} です", "パスワード：{}", "管理者のパスワードは「{}」です",
        "wachtwoord is {}", "creds: admin / {}", "log in with admin/{}", "use {} as the password",
        "ok so log in as admin with password {} and look",
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", ["Maple7703" + "xgNN92", "0aowHrqY" + "wzhR5LdD", "Xlr1uaEr" + "!ofKGSR"])
def test_a_sentence_gives_a_password_away_in_any_of_these_languages(text: str, value: str) -> None:
    assert found(text.format(value)) == [value]


def test_every_row_of_a_column_is_found_alone() -> None:
    rows = "| user | password | note |\n|---|:---:|---|\n| a | goodspec | x |\n| b | `zebrafish` | y |\n| c | - | z |\n"
    assert found(rows + "\nMore.") == ["goodspec", "zebrafish"]
    assert found("id,password,mail\n1,goodspec,a\n2,zebrafish,b\n") == ["goodspec", "zebrafish"]


@pytest.mark.parametrize(
    "unit",
    [
        "a|password\n",
        "password|",
        "user,password\n",
        "echo x | ",
        "<<< ",
        "creds: a / ",
        "passwort ",
        "密码",
        "Bearer ",
    ],
)
def test_near_misses_in_a_row_take_linear_time(unit: str) -> None:
    assert linear(lambda size: partial(engine(Level.SECRETS).find, unit * (size // len(unit))), 20_000)

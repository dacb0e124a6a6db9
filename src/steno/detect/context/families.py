"""The detectors of secrets that their name tells, one for each kind of name."""

from steno.detect.context.beside import BACK, PATTERN, beside
from steno.detect.context.names import Family
from steno.detect.declare import api_key, auth_token, password, secret

_PLACES = (
    " Found in assignments, fields of JSON, YAML, TOML or XML, command-line options, headers, queries, arguments of "
    "calls, and sentences; behind arrows, in the next cell of a row, in brackets and on the next line only what looks "
    "like chance. Only the value is masked. References, placeholders, words, paths and code are not."
)
_SOURCE = "The Twelve-Factor App, config; OWASP, Secrets Management Cheat Sheet"

_NEXT = "[0-9V_, \"':=>?*(-]"
"""What follows a name or begins its last words: not the plural, of which agents count many in every record."""

RULES = (
    password(
        "SEC401 named-password: "
        "A password next to a name that says so (`password`, `DB_PASS`, `passphrase`, `pwd`)." + _PLACES + " A plain"
        " word is masked only where nothing but a literal can be: in shell assignments, command-line options, quotes "
        "and lines of YAML. In a sentence it is not.",
        PATTERN,
        anchors="passw|passphrase|passcode|pwd|pass\\\"|pass\\'|pass\\\\|_pass |-pass |_pw |-pw |pass\t|pass\n",
        gates=("pass[0-9_\"'=:>`*,;-]", "pass [=:]", "pw[=:\"']"),
        lead_in=BACK,
        caseless=True,
        inside_words=True,
        extent=beside(Family.PASSWORD),
        source=_SOURCE,
        positives=(
            "DB_PASSWORD=" + "Kestrel" + "-41-Harbor",
            "mysql --password " + "Vexing" + "88!",
            '{"passwd": "' + "q7R" + 'w_2x9"}',
            "<smtpPassword>" + "Vexing" + "88</smtpPassword>",
            "The password for the staging host is " + "Vexing" + "88!",
            '{\\"pwd\\":\\"' + "Vexing" + '88!\\"}',
        ),
        negatives=(
            "password: str",
            "password=os.environ['DB_PASSWORD']",
            "password: required",
            '"password": "********"',
            'label: { password: "Enter your password" }',
            "PWD=/srv/www2",
        ),
    ),
    auth_token(
        "SEC402 named-token: "
        "A token next to a name that says so (`access_token`, `SNYK_TOKEN`, `GITHUB_PAT`)." + _PLACES,
        PATTERN,
        anchors="token`|token\\|token]|token\t|token\n|token;|token[",
        gates=("token" + _NEXT, "_pat[ \"':=]"),
        lead_in=BACK,
        caseless=True,
        inside_words=True,
        extent=beside(Family.TOKEN),
        source=_SOURCE,
        positives=(
            "CIRCLE_TOKEN=<40 hex>",
            '{"access_token": "<44>"}',
            "deploy --token <24>",
            "GET /me?access_token=<32>&page=2",
            "SNYK_TOKEN: 7b41c2de-90a3-4f6e-8d15-2c0f9be6a374",
        ),
        negatives=(
            '"max_tokens": 4096',
            'token = "identifier"',
            '"next_page_token": "<40>"',
            "token: ${{ secrets.GITHUB_TOKEN }}",
            '"LockToken": "7b41c2de-90a3-4f6e-8d15-2c0f9be6a374"',
        ),
    ),
    api_key(
        "SEC403 named-key: A key next to a name that says so: `api_key`, `x-api-key`, `AWS_SECRET_ACCESS_KEY`, any "
        "vendor's own." + _PLACES + " Keys of tables, caches and keyboards, and public keys, are not masked.",
        PATTERN,
        anchors="key`|key\\|key]|key\t|key\n|key;|key[",
        gates=("key" + _NEXT,),
        lead_in=BACK,
        caseless=True,
        inside_words=True,
        extent=beside(Family.KEY),
        source=_SOURCE,
        positives=(
            "MISTRAL_API_KEY=<32>",
            '{"apiKey": "<32 hex>"}',
            "X-API-Key: <32>",
            '<add key="SearchAdminKey" value="<32>" />',
            "AWS Secret Access Key [None]: <40>",
        ),
        negatives=(
            '"public_key": "<44>"',
            'key = "user_profile"',
            '"cache_key": "<64 hex>"',
            "api_key=settings.OPENAI_API_KEY",
        ),
    ),
    secret(
        "SEC404 named-secret: "
        "A secret next to a name that says so (`client_secret`, `JWT_SECRET`, `credentials`, `AUTH_SALT`)." + _PLACES,
        PATTERN,
        anchors="secret|credential|salt|pepper",
        lead_in=BACK,
        caseless=True,
        inside_words=True,
        extent=beside(Family.SECRET),
        source=_SOURCE,
        positives=(
            "CLIENT_SECRET=<32>",
            "webhook_secret: <40 hex>",
            '{"secret": "<24>"}',
            "- name: SESSION_SECRET\n  value: <32>",
        ),
        negatives=(
            "secretName: db-credentials",
            'secret = "my-app-secret"',
            "secretKeyRef:\n  name: db\n  key: url",
            "client_secret: vault:kv/data/app#secret",
        ),
    ),
)

"""The detectors of secrets that their name tells, one for each kind of name."""

from steno.detect.context.beside import BACK, PATTERN, beside
from steno.detect.context.names import Family
from steno.detect.rule import HEX, detector, fake

_PLACES = (
    " An assignment, a field of JSON, YAML, TOML or XML, an option of a command line, a header, a query, the arguments"
    " of a call, a sentence. The value alone is masked. References, placeholders, words, paths and code stay."
)
_SOURCE = "The Twelve-Factor App, config; OWASP, Secrets Management Cheat Sheet"

_NEXT = "[0-9V_, \"':=>?*(-]"
"""What follows a name or begins its last words: not the plural, of which agents count many in every record."""

_UUID = "7b41c2de-90a3-4f6e-8d15-2c0f9be6a374"

RULES = (
    detector(
        "SEC401",
        "named-password",
        "A password beside a name that says so (`password`, `DB_PASS`, `passphrase`, `pwd`)." + _PLACES + " A single"
        " word of the language counts where only a literal can stand: what the shell assigns, an option takes, quotes"
        " or a line of YAML hold. In a sentence it stays.",
        type="password",
        anchors=(
            "passw",
            "passphrase",
            "passcode",
            "pwd",
            'pass\\"',
            "pass\\'",
            "pass\\\\",
            "_pass ",
            "-pass ",
            "_pw ",
            "-pw ",
        ),
        gates=("pass[0-9_\"'=:-]", "pass [=:]", "pw[=:\"']"),
        back=BACK,
        onward=True,
        pattern=PATTERN,
        extent=beside(Family.PASSWORD),
        caseless=True,
        glued=True,
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
    detector(
        "SEC402",
        "named-token",
        "A token beside a name that says so (`access_token`, `SNYK_TOKEN`, `GITHUB_PAT`)." + _PLACES,
        type="auth_token",
        anchors=("token`", "token\\", "token]"),
        gates=("token" + _NEXT, "_pat[ \"':=]"),
        back=BACK,
        onward=True,
        pattern=PATTERN,
        extent=beside(Family.TOKEN),
        caseless=True,
        glued=True,
        source=_SOURCE,
        positives=(
            "CIRCLE_TOKEN=" + fake(40, HEX),
            '{"access_token": "' + fake(44) + '"}',
            "deploy --token " + fake(24),
            "GET /me?access_token=" + fake(32) + "&page=2",
            "SNYK_TOKEN: " + _UUID,
        ),
        negatives=(
            '"max_tokens": 4096',
            'token = "identifier"',
            '"next_page_token": "' + fake(40) + '"',
            "token: ${{ secrets.GITHUB_TOKEN }}",
            '"LockToken": "' + _UUID + '"',
        ),
    ),
    detector(
        "SEC403",
        "named-key",
        "A key beside a name that says so: `api_key`, `x-api-key`, `AWS_SECRET_ACCESS_KEY`, any vendor's own."
        + _PLACES
        + " Keys of tables, caches and keyboards and the public halves of pairs stay.",
        type="api_key",
        anchors=("key`", "key\\", "key]"),
        gates=("key" + _NEXT,),
        back=BACK,
        onward=True,
        pattern=PATTERN,
        extent=beside(Family.KEY),
        caseless=True,
        glued=True,
        source=_SOURCE,
        positives=(
            "MISTRAL_API_KEY=" + fake(32),
            '{"apiKey": "' + fake(32, HEX) + '"}',
            "X-API-Key: " + fake(32),
            '<add key="SearchAdminKey" value="' + fake(32) + '" />',
            "AWS Secret Access Key [None]: " + fake(40),
        ),
        negatives=(
            '"public_key": "' + fake(44) + '"',
            'key = "user_profile"',
            '"cache_key": "' + fake(64, HEX) + '"',
            "api_key=settings.OPENAI_API_KEY",
        ),
    ),
    detector(
        "SEC404",
        "named-secret",
        "A secret beside a name that says so (`client_secret`, `JWT_SECRET`, `credentials`, `AUTH_SALT`)." + _PLACES,
        type="secret",
        anchors=("secret", "credential", "salt", "pepper"),
        back=BACK,
        onward=True,
        pattern=PATTERN,
        extent=beside(Family.SECRET),
        caseless=True,
        glued=True,
        source=_SOURCE,
        positives=(
            "CLIENT_SECRET=" + fake(32),
            "webhook_secret: " + fake(40, HEX),
            '{"secret": "' + fake(24) + '"}',
            "- name: SESSION_SECRET\n  value: " + fake(32),
        ),
        negatives=(
            "secretName: db-credentials",
            'secret = "my-app-secret"',
            "secretKeyRef:\n  name: db\n  key: url",
            "client_secret: vault:kv/data/app#secret",
        ),
    ),
)

"""Credentials in the files that tools keep them in: netrc, pgpass, npmrc, Docker, htpasswd, frameworks' settings."""

import re

from steno.detect.declare import SEP, auth_token, opaque, password, secret, value
from steno.detect.judge import decoded
from steno.detect.patterns import ready
from steno.detect.placeholder import placeholder

_STARTS = ready(r"(?:\A|[\s:\"']|\\n)\Z")


def _setting(match: re.Match[str]) -> tuple[int, int] | None:
    """The value of a setting of npm: its name begins a line or follows a registry and a colon."""
    start = match.start()
    if not _STARTS.search(match.string, max(0, start - 2), start):
        return None
    if match["kind"] == "authToken":
        return opaque(match)
    said = decoded(match["v"])
    return value(match) if said and said.isascii() and said.decode().isprintable() else None


def _pair(match: re.Match[str]) -> tuple[int, int] | None:
    """Base64 of a name, a colon and a password."""
    said = decoded(match["v"])
    try:
        name, colon, password = (said or b"").decode().partition(":")
    except UnicodeDecodeError:
        return None
    return match.span("v") if colon and (name + password).isprintable() and not placeholder(password) else None


def _hash(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if len(set(match[0][-22:])) > 6 else None


RULES = (
    password(
        "SEC330 netrc-password: The password of a machine in a netrc file.",
        r"(?:machine\s{1,8}\S{1,200}|default)\s{1,20}(?:login|user)\s{1,8}\S{1,200}\s{1,20}"
        r"(?:account\s{1,8}\S{1,200}\s{1,20})?password\s{1,8}(?P<v>[^\s\"'\\<>]{1,200})",
        anchors="machine |default login ",
        extent=value,
        source="GNU inetutils, manual, the .netrc file",
        positives=(
            "machine api.acme.dev login nobody password <14>",
            "machine git.acme.dev\n  login svc\n  password <14>\n",
            "default login anonymous password <14>",
        ),
        negatives=(
            "machine api.acme.dev login nobody password <password>",
            "machine api.acme.dev login nobody",
            "machine api.acme.dev login user password ${PW}",
        ),
    ),
    password(
        "SEC331 pgpass-password: The last field of a line of a PostgreSQL password file.",
        r":(?:5432|5433|6432|6543|26257):(?:\*|[A-Za-z0-9_.-]{1,64}):(?:\*|[A-Za-z0-9_.@-]{1,64}):"
        r"(?P<v>[^\s:\"'<>]{3,128})",
        inside_words=True,
        extent=value,
        source="PostgreSQL, documentation, the password file",
        positives=("db.acme.dev:5432:app:svc:<14>", "*:5432:*:postgres:<14>\n", "10.0.0.5:6432:app:pooler:<14>"),
        negatives=(
            "db.acme.dev:5432:app:svc:password",
            "127.0.0.1:5432:5432",
            "localhost:5432:app:svc:$PGPASSWORD",
        ),
    ),
    auth_token(
        "SEC332 npmrc-credential: The token or the encoded password of a registry in an npmrc file.",
        r"_(?P<kind>authToken|auth|password)\s{0,3}=\s{0,3}[\"']?(?P<v>[A-Za-z0-9+/=_.-]{8,1000})",
        anchors="_authToken|_auth|_password",
        extent=_setting,
        source="npm, documentation, npmrc",
        positives=(
            "//npm.acme.dev/:_authToken=<36>",
            "_auth = bm9ib2R5OjNBSE9WZG<>tyeTVES1JZZm51MThG",
            "//npm.acme.dev/:_password=M0FIT<>1Zka3J5NURLUlk=",
        ),
        negatives=(
            "//npm.acme.dev/:_authToken=${NPM_TOKEN}",
            "basic_auth=<20>",
            "//npm.acme.dev/:_authToken=YOUR_TOKEN",
        ),
    ),
    password(
        "SEC333 docker-config-auth: The name and password of a registry, encoded, in Docker's configuration.",
        r"\"?auth\\{0,7}\"\s{0,4}:\s{0,4}\\{0,7}\"(?P<v>[A-Za-z0-9+/=]{8,})",
        anchors='"auth"|auth\\"|auth\\\\',
        extent=_pair,
        source="Docker, documentation, docker login credential storage",
        positives=(
            '{"auths": {"https://index.docker.io/v1/": {"auth": "bm9ib2R5OjNBSE9WZG<>tyeTVES1JZZm51MThG"}}}',
            '{\\"auths\\":{\\"quay.io\\":{\\"auth\\":\\"bm9ib2R5OjNBSE9WZG<>tyeTVES1JZZm51MThG\\"}}}',
            '"ghcr.io": {\n  "auth": "bm9ib2R5OjNBSE9WZG<>tyeTVES1JZZm51MThG"\n}',
        ),
        negatives=('{"auth": "dXNlcjpwYX<>Nzd29yZA=="}', '{"auth": "required"}', '{"auth": "<base64>"}'),
    ),
    password(
        "SEC334 password-hash: The hash of a password as htpasswd, shadow files and frameworks keep it: salted,"
        " and open to guessing.",
        r"(?:\$apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}|"
        r"\$1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|\$5\$(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43}|"
        r"\$6\$(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{86}|"
        r"\$y\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|"
        r"\$argon2(?:id|i|d)\$(?:v=[0-9]{1,3}\$)?[a-z0-9=,]{1,60}\$[A-Za-z0-9+/]{8,88}\$[A-Za-z0-9+/]{16,88}|"
        r"\{SHA\}[A-Za-z0-9+/]{27}=|\{SSHA(?:512)?\}[A-Za-z0-9+/]{32,128}={0,2}|"
        r"pbkdf2_sha(?:256|1)\$[0-9]{3,8}\$[A-Za-z0-9./]{1,64}\$[A-Za-z0-9+/=]{24,88}|"
        r"pbkdf2:sha256:[0-9]{3,8}\$[A-Za-z0-9]{1,32}\$[0-9a-f]{64}|"
        r"scrypt:32768:[0-9]{1,2}:[0-9]{1,2}\$[A-Za-z0-9]{1,32}\$[0-9a-f]{128})",
        anchors=(
            "$apr1$|$2a$|$2b$|$2y$|$1$|$5$|$6$|$y$|$argon2|{SHA}|{SSHA}|{SSHA512}|pbkdf2_sha256$|"
            "pbkdf2_sha1$|pbkdf2:sha256:|scrypt:32768:"
        ),
        extent=_hash,
        source="Apache, password formats; crypt(5); OWASP, password storage; Django and Werkzeug documentation",
        positives=(
            "nobody:$apr1$<8>$<22>",
            "svc:$2y$10$<53>",
            "nobody:{SHA}<27>=",
            "root:$6$<16>$<86>:19000:0:99999:7:::",
            "pbkdf2_sha256$600000$<22>$<43>=",
        ),
        negatives=("echo $1$2", "$2b$12$", "{SHA}...", "$2y$10$" + "." * 53),
    ),
    auth_token(
        "SEC335 kubernetes-bootstrap-token: A bootstrap token with which a machine joins a Kubernetes cluster.",
        r"(?:--token[ =]|token: |bootstrap-token-)[\"'\\]{0,4}(?P<v>[a-z0-9]{6}\.[a-z0-9]{16})",
        anchors="--token |--token=|token: |bootstrap-token-",
        extent=opaque,
        source="Kubernetes, documentation, bootstrap tokens",
        positives=(
            "kubeadm join 10.0.0.1:6443 --token " + "q7w2er." + "t5y8u1i3o9p4a6s0",
            "bootstrapTokens:\n- token: " + "x4c7vb." + "n2m9l5k8j1h3g6f0",
            "kubeadm token delete --token=" + "z1x8cv." + "b4n7m2q5w9e3r6t0",
        ),
        negatives=("kubeadm join --token <token>", "--token abcdef.0123456789abcdef", "token: <6>"),
    ),
    secret(
        "SEC336 rails-secret: The key that a Rails application signs sessions with, or the one its credentials are"
        " encrypted under.",
        r"(?:(?:secret_key_base|rails_master_key)"
        + SEP
        + r"|master\.key[\"']?\s{0,4}(?:[:\n]|\\{1,8}n)?\s{0,4})(?P<v>[0-9a-f]{32,128})",
        anchors="secret_key_base|rails_master_key|master.key",
        caseless=True,
        extent=value,
        source="Ruby on Rails, guides, securing Rails applications, custom credentials",
        positives=("secret_key_base: <128 hex>", "RAILS_MASTER_KEY=<32 hex>", "$ cat config/master.key\n<32 hex>"),
        negatives=(
            'secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>',
            "RAILS_MASTER_KEY=" + "0" * 32,
            "cat config/master.key",
        ),
    ),
    secret(
        "SEC337 laravel-key: The key that a Laravel application encrypts with.",
        r"base64:(?P<v>[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{22}==)",
        extent=opaque,
        source="Laravel, documentation, encryption",
        positives=("APP_KEY=base64:<43>=", "'key' => 'base64:<43>=',", "APP_KEY: base64:<22>=="),
        negatives=("APP_KEY=base64:", "base64:<43 A>=", "data:image/png;base64:<12>"),
    ),
    secret(
        "SEC338 wordpress-secret: A key, a salt or a database password in the configuration of WordPress.",
        r"define\(\s{0,3}\\{0,3}['\"](?:DB_PASSWORD|FTP_PASS|(?:SECURE_AUTH|AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT))"
        r"\\{0,3}['\"]\s{0,3},\s{1,20}(?:'(?P<v>[^'\n]{4,200})'|\\{0,3}\"(?P<w>[^\"\n]{4,200})\")",
        extent=lambda match: None if placeholder(match[match.lastgroup or "v"]) else match.span(match.lastgroup or "v"),
        source="WordPress, documentation, editing wp-config.php",
        positives=(
            "define('DB_PASSWORD', '<14>');",
            "define( 'AUTH_KEY',         '<30>|;<<>><30>' );",
            'define("NONCE_SALT", "<64>");',
        ),
        negatives=(
            "define( 'AUTH_KEY', 'put your unique phrase here' );",
            "define('DB_PASSWORD', 'password_here');",
            "define('DB_PASSWORD', getenv('DB_PASSWORD'));",
        ),
    ),
    password(
        "SEC339 vnc-password: The password of a VNC server or viewer, in a call, a variable or a connection file.",
        r"(?:x11)?vnc(?:server|viewer|passwd)?(?:[^\n|;=]{0,100}?\s-(?:passwd|password|storepasswd)\s{1,3}|"
        r"[_ .-]?(?:pass(?:word|wd)?|pw)" + SEP + r")(?P<v>[^\s\"'`\\<>-][^\s\"'`\\<>]{2,127})",
        anchors="vnc|x11vnc",
        caseless=True,
        extent=value,
        source="LibVNC, x11vnc documentation; TigerVNC, manual",
        positives=("VNC_PASSWORD=<14>", "x11vnc -storepasswd <14> ~/.vnc/passwd", 'vnc_passwd: "<14>"'),
        negatives=("VNC_PASSWORD=${VNC_PASSWORD}", "x11vnc -passwd password", "vncpasswd ~/.vnc/passwd"),
    ),
    password(
        "SEC340 wifi-passphrase: The passphrase or the key of a wireless network, in the settings of"
        " wpa_supplicant or NetworkManager.",
        r"(?:psk=|wifi-sec\.psk\s{1,3}|wpa_passphrase=|wpa_passphrase\s{1,3}\S{1,64}\s{1,3})"
        r"[\"'\\]{0,10}(?P<v>[^\s\"'\\<>]{8,64})",
        anchors="psk=|wifi-sec.psk |wpa_passphrase |wpa_passphrase=",
        extent=value,
        source="wpa_supplicant.conf(5); NetworkManager, nm-settings",
        positives=(
            'network={\n  ssid="acme"\n  psk="<14>"\n}',
            "[wifi-security]\npsk=<64 hex>",
            "nmcli c modify acme wifi-sec.psk <14>",
        ),
        negatives=('psk="your_password"', "psk=$PSK", "key_mgmt=WPA-PSK"),
    ),
)

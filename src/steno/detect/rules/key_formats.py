"""Private keys outside PEM armour: PuTTY, DER, JSON Web Keys, XML, WireGuard, minisign, OpenVPN, ASP.NET."""

import base64
import re

from steno.detect.declare import SEP, around, private_key, secret, value
from steno.detect.examples import built
from steno.detect.judge import decoded, drawn
from steno.detect.patterns import ready
from steno.detect.placeholder import placeholder

_LINE = ready(r"(?:\\r|\\n|\s)*([A-Za-z0-9+/=]+)")
_BASE64 = ready(r"(?:(?:\\r|\\n|[\r\n])+[ \t]*)?([A-Za-z0-9+/]+={0,2})")
_SHORTEST = 16
"""A line of a key that goes on after it has this many characters at least; what has fewer is other text."""


def _putty(match: re.Match[str]) -> tuple[int, int] | None:
    """As many lines as the header says."""
    start = at = match.start("v")
    for _ in range(int(match["lines"])):
        line = _LINE.match(match.string, at, match.end())
        if not line:
            break
        at = line.end()
    return (start, at) if at - start >= 40 else None


def _wrapped(match: re.Match[str]) -> tuple[int, int] | None:
    """Base64 of an armoured private key, and not of a certificate."""
    said = decoded(match[0][:120])
    return match.span() if said and b"PRIVATE KEY" in said else None


def _der(match: re.Match[str]) -> tuple[int, int] | None:
    """As many characters as the length in its first bytes asks for, over line breaks."""
    head = decoded(match[0][:8]) or b""
    size = 4 + int.from_bytes(head[2:4]) if head[1] == 0x82 else 3 + head[2] if head[1] == 0x81 else 2 + head[1]
    wanted, at = (size + 2) // 3 * 4, match.start()
    while wanted > 0 and (line := _BASE64.match(match.string, at, match.end())):
        wanted -= len(line[1])
        if wanted > 0 and len(line[1]) < _SHORTEST:
            break
        at = line.end()
    body = match.string[match.start() : at]
    return (match.start(), at) if len(body) >= 60 and len(set(body[-32:])) > 8 else None


_KTY = ready(r"[\"']kty\\{0,7}[\"']")
_REACH = 4000


def _jwk(match: re.Match[str]) -> tuple[int, int] | None:
    """The private number, where the members of a key stand around it."""
    start, end = match.span("v")
    near = _KTY.search(match.string, max(0, start - _REACH), min(len(match.string), end + _REACH))
    return (start, end) if near and drawn(match["v"]) else None


def _hexadecimal(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span("v") if len(set(match["v"])) > 6 else None


def _pem(place: str, kind: str) -> str:
    """For examples: an armoured block in base64."""
    block = built(f"-----BEGIN {kind}-----\n<64>\n<64>\n-----END {kind}-----\n")
    return place.format(base64.b64encode(block.encode()).decode())


_PPK = "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\n<64>\n"
_RSA = "<RSAKeyValue><Modulus><172></Modulus><Exponent>AQAB</Exponent>"
_PRIVATE = _RSA + "<P><88></P><Q><88></Q><D><172></D></RSAKeyValue>"
_STATIC = "-----BEGIN OpenVPN <>Static key V1-----"


def _lines(size: int) -> str:
    """For examples: an RSA key in lines of this size."""
    key = built("MIIEowIBAAKC<>AQEA<1572>")
    return "\n".join((key[:64], key[64:size], key[size:], "", "after it"))


RULES = (
    private_key(
        "SEC267 putty-private-key: The private lines of a PuTTY key file.",
        r"Private-Lines: (?P<lines>[0-9]{1,3})(?:\\{1,8}[rn]|\s){1,4}"
        r"(?P<v>[A-Za-z0-9+/][A-Za-z0-9+/=\\\r\n]{39,})",
        extent=_putty,
        source="PuTTY, manual, appendix C, PPK file format",
        positives=(
            _PPK + "Private-Lines: 1\n<48>\nPrivate-MAC: <64 hex>",
            "Private-Lines: 2\\r\\n<64>\\r\\n<40>\\r\\nPrivate-MAC: <64 hex>",
            "Private-Lines: 3\n<64>\n<64>\n<24>==",
        ),
        negatives=(_PPK, "Private-Lines: 1\nPrivate-MAC: 00", "the Private-Lines: 14 header"),
    ),
    private_key(
        "SEC268 encoded-private-key: An armoured private key in base64, as in `client-key-data` of a kubeconfig.",
        r"LS0tLS1CRUdJTiB[A-Za-z0-9+/=]{60,}",
        extent=_wrapped,
        source="IETF, RFC 7468; Kubernetes, documentation, kubeconfig (v1)",
        positives=lambda: (
            _pem("    client-key-data: {}", "RSA PRIVATE " + "KEY"),
            _pem("tls.key: {}", "PRIVATE " + "KEY"),
            _pem('KEY="{}"', "EC PRIVATE " + "KEY"),
        ),
        negatives=lambda: (
            _pem("certificate-authority-data: {}", "CERTIFICATE"),
            _pem("tls.pub: {}", "PUBLIC KEY"),
            "LS0tLS1CRUdJTiB",
        ),
    ),
    private_key(
        "SEC269 der-private-key: A private key in base64 without armour: the bytes say RSA, elliptic curve or"
        " Ed25519, and how many they are.",
        r"M[A-Za-z0-9+/]{8}[A-Za-z0-9+/=\\\s]{50,}",
        anchors=(
            "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC|MIIEvgIBADANBgkqhkiG9w0BAQEFAASC|"
            "MIIEvAIBADANBgkqhkiG9w0BAQEFAASC|MIIJQgIBADANBgkqhkiG9w0BAQEFAASC|"
            "MIIJQwIBADANBgkqhkiG9w0BAQEFAASC|MIIJQQIBADANBgkqhkiG9w0BAQEFAASC|"
            "MIICdgIBADANBgkqhkiG9w0BAQEFAASC|MIICdwIBADANBgkqhkiG9w0BAQEFAASC|MIIEowIBAAKCAQEA|"
            "MIIEpAIBAAKCAQEA|MIIEpQIBAAKCAQEA|MIIEogIBAAKCAQEA|MIIJKAIBAAKCAgEA|MIIJKQIBAAKCAgEA|"
            "MIICXAIBAAKBgQ|MIICXQIBAAKBgQ|MHcCAQEEI|MIGHAgEAMBMGByqGSM49|MIGkAgEBBD|MC4CAQAwBQYDK2VwBCIEI"
        ),
        extent=_der,
        source="IETF, RFC 5958, RFC 8017, RFC 5915 and RFC 8410",
        positives=lambda: (
            '{"privateKey": "' + built("MC4CAQAwBQYDK2Vw<>BCIEI<43>") + '"}',
            "EC_KEY=" + built("MHcCAQEE<>I<150>=="),
            "key = '" + built("MIIEowIBAAKC<>AQEA<1572>") + "'",
            _lines(1500),
        ),
        negatives=("MHcCAQEEI", "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A<300>", "MIIEowIBAAKCAQEA<400 A>"),
    ),
    private_key(
        "SEC270 hexadecimal-private-key: An Ed25519 or secp256k1 private key as hexadecimal digits of its DER form.",
        r"(?:302e020100300506032b657004220420|3030020100300706052b8104000a04220420)(?P<v>[0-9a-f]{64})",
        caseless=True,
        extent=_hexadecimal,
        source="IETF, RFC 8410; Hedera, documentation, keys and signatures",
        positives=(
            "OPERATOR_KEY=302e0201003005<>06032b657004220420<64 hex>",
            "fromString('302e020100300506032b657004220420<64 hex>",
            "0x 302e020100300506032b657004220420<64 hex>",
        ),
        negatives=(
            "302e020100300506032b657004220420",
            "302e020100300506032b657004220420<64 0>",
            "302a300506032b6570032100<64 hex>",
        ),
    ),
    private_key(
        "SEC271 json-web-key: The private number of a JSON Web Key (`d`), or the bytes of a symmetric one (`k`).",
        r"\\{0,7}\"[dk]\\{0,7}\"\s{0,4}:\s{0,4}\\{0,7}\"(?P<v>[A-Za-z0-9_-]{22,1000})\\{0,7}\"",
        anchors='"d"|\\"d\\|"k"|\\"k\\',
        inside_words=True,
        extent=_jwk,
        source="IETF, RFC 7517 and RFC 7518",
        positives=(
            '{"kty":"EC","crv":"P-256","x":"<10>","d":"<43>"}',
            '{\n  "d": "<43>",\n  "kty": "OKP"\n}',
            '{\\"kty\\":\\"oct\\",\\"k\\":\\"<43>\\"}',
        ),
        negatives=('{"kty":"EC","crv":"P-256","x":"<43>","y":"<43>"}', '{"d":"<43>"}', '{"kty":"oct","k":"<43 A>"}'),
    ),
    private_key(
        "SEC272 xml-rsa-key: The private numbers of an RSA key as .NET writes it.",
        r"<RSAKeyValue>\s{0,40}<Modulus>[^<]{1,1000}</Modulus>\s{0,40}<Exponent>[^<]{1,16}</Exponent>\s{0,40}"
        r"(?P<v><P>[^<]{20,1000}</P>[A-Za-z0-9+/=<>\s]{20,})",
        inside_words=True,
        extent=lambda match: match.span("v"),
        source="Microsoft, .NET documentation, RSA.ToXmlString",
        positives=around(_PRIVATE, "{}", "rsa.FromXmlString('{}')", "key: {}\n"),
        negatives=(
            "<RSAKeyValue><Modulus><172></Modulus><Exponent>AQAB</Exponent></RSAKeyValue>",
            "<RSAKeyValue>",
            "<RSAKeyValue><Modulus>...</Modulus><Exponent>AQAB</Exponent><P>...</P></RSAKeyValue>",
        ),
    ),
    private_key(
        "SEC273 minisign-secret-key: The secret key of minisign or signify.",
        r"RWR(?:TY0Iy[A-Za-z0-9+/=]{200,}|CSwAAA[A-Za-z0-9+/=]{125,})",
        anchors="RWRTY0Iy|RWRCSwAAA",
        source="minisign, documentation, secret key format; OpenBSD, signify(1)",
        positives=(
            "untrusted comment: minisign encrypted secret key\nRWRTY0Iy<203>=",
            "MINISIGN_KEY=RWRTY0Iy<203>=",
            "untrusted comment: signify secret key\nRWRCSwAAA<130>=",
        ),
        negatives=("RWR<53>", "RWRTY0Iy<40>", "RWRTY0Iy<204 A>"),
    ),
    private_key(
        "SEC274 wireguard-key: The private or the preshared key of a WireGuard interface.",
        r"(?:private|preshared)[_-]?key(?:" + SEP + r"|\s)(?P<v>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)",
        anchors="privatekey|private_key|private-key|presharedkey|preshared_key|preshared-key",
        caseless=True,
        extent=value,
        source="WireGuard, wg(8), configuration file format",
        positives=("[Interface]\nPrivateKey = <42>4=", "PresharedKey = <42>8=", 'private_key: "<42>A="'),
        negatives=("PublicKey = <42>4=", "PrivateKey = <key>", "PrivateKey = <43 A>="),
    ),
    secret(
        "SEC275 asp-net-machine-key: The validation or decryption key of an ASP.NET application.",
        r"(?:validation|decryption)Key=\\{0,7}[\"'](?P<v>[0-9A-Fa-f]{32,256})",
        extent=_hexadecimal,
        source="Microsoft, ASP.NET documentation, machineKey element",
        positives=(
            '<machineKey validationKey="<128 0-9A-F>" validation="SHA1" />',
            '<machineKey decryptionKey="<48 0-9A-F>" />',
            "decryptionKey='<64 hex>'",
        ),
        negatives=(
            '<machineKey validationKey="AutoGenerate,IsolateApps" />',
            'decryptionKey="' + "0" * 48 + '"',
            'decryptionKey="${KEY}"',
        ),
    ),
    private_key(
        "SEC276 openvpn-static-key: The shared key of an OpenVPN tunnel, between its BEGIN and END lines.",
        r"-----BEGIN OpenVPN Static key V1-----(?:\\{1,8}[rn]|\s){1,4}(?P<v>[0-9a-fA-F\\nr\s]{64,})",
        anchors="-----BEGIN OpenVPN Static key",
        inside_words=True,
        extent=lambda match: None if placeholder(match["v"][:64]) else match.span("v"),
        source="OpenVPN, manual, --secret and --tls-auth",
        positives=tuple(
            _STATIC + newline + newline.join(["<32 hex>"] * 16) + end
            for newline, end in (("\n", "\n-----END OpenVPN Static key V1-----"), ("\\n", ""), ("\r\n", ""))
        ),
        negatives=(
            "-----BEGIN OpenVPN Static key V1-----",
            "-----BEGIN OpenVPN Static key V1-----\n...",
            "-----BEGIN CERTIFICATE-----\n<64 hex>",
        ),
    ),
)

"""Private keys outside PEM armour: PuTTY, DER, JSON Web Keys, XML, WireGuard, minisign, OpenVPN, ASP.NET."""

import base64
import re

from steno.detect.judge import SEP, decoded, drawn, value
from steno.detect.placeholder import placeholder
from steno.detect.rule import HEX, Level, detector, fake

_LINE = re.compile(r"(?:\\r|\\n|\s)*([A-Za-z0-9+/=]+)")
_BASE64 = re.compile(r"(?:(?:\\r|\\n|[\r\n])+[ \t]*)?([A-Za-z0-9+/]+={0,2})")
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


_KTY = re.compile(r"[\"']kty\\{0,7}[\"']")
_REACH = 4000


def _jwk(match: re.Match[str]) -> tuple[int, int] | None:
    """The private number, where the members of a key stand around it."""
    start, end = match.span("v")
    near = _KTY.search(match.string, max(0, start - _REACH), min(len(match.string), end + _REACH))
    return (start, end) if near and drawn(match["v"]) else None


def _hexadecimal(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span("v") if len(set(match["v"])) > 6 else None


def _pem(kind: str) -> str:
    text = f"-----BEGIN {kind}-----\n{fake(64)}\n{fake(64)}\n-----END {kind}-----\n"
    return base64.b64encode(text.encode()).decode()


_PPK = "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\n" + fake(64) + "\n"
_ED25519 = "MC4CAQAwBQYDK2Vw" + "BCIEI" + fake(43)
_P256 = "MHcCAQEE" + "I" + fake(150) + "=="
_PKCS1 = "MIIEowIBAAKC" + "AQEA" + fake(1572)
_EDHEX = "302e020100300506" + "032b657004220420"
_WG = fake(43) + "="

RULES = (
    detector(
        "SEC267",
        "putty-private-key",
        "The private lines of a key file of PuTTY.",
        type="private_key",
        level=Level.NONE,
        anchors=("Private-Lines: ",),
        pattern=r"Private-Lines: (?P<lines>[0-9]{1,3})(?:\\{1,8}[rn]|\s){1,4}"
        r"(?P<v>[A-Za-z0-9+/][A-Za-z0-9+/=\\\r\n]{39,})",
        extent=_putty,
        source="PuTTY, manual, appendix C, PPK file format",
        positives=(
            _PPK + "Private-Lines: 1\n" + fake(48) + "\nPrivate-MAC: " + fake(64, HEX),
            "Private-Lines: 2\\r\\n" + fake(64) + "\\r\\n" + fake(40) + "\\r\\nPrivate-MAC: " + fake(64, HEX),
            "Private-Lines: 3\n" + fake(64) + "\n" + fake(64) + "\n" + fake(24) + "==",
        ),
        negatives=(_PPK, "Private-Lines: 1\nPrivate-MAC: 00", "the Private-Lines: 14 header"),
    ),
    detector(
        "SEC268",
        "encoded-private-key",
        "An armoured private key in base64, as in `client-key-data` of a kubeconfig.",
        type="private_key",
        level=Level.NONE,
        anchors=("LS0tLS1CRUdJTiB",),
        pattern=r"LS0tLS1CRUdJTiB[A-Za-z0-9+/=]{60,}",
        extent=_wrapped,
        source="IETF, RFC 7468; Kubernetes, documentation, kubeconfig (v1)",
        positives=(
            "    client-key-data: " + _pem("RSA PRIVATE " + "KEY"),
            "tls.key: " + _pem("PRIVATE " + "KEY"),
            'KEY="' + _pem("EC PRIVATE " + "KEY") + '"',
        ),
        negatives=(
            "certificate-authority-data: " + _pem("CERTIFICATE"),
            "tls.pub: " + _pem("PUBLIC KEY"),
            "LS0tLS1CRUdJTiB",
        ),
    ),
    detector(
        "SEC269",
        "der-private-key",
        "A private key in base64 without armour: the bytes say RSA, elliptic curve or Ed25519, and how many they are.",
        type="private_key",
        level=Level.NONE,
        anchors=(
            "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
            "MIIEvgIBADANBgkqhkiG9w0BAQEFAASC",
            "MIIEvAIBADANBgkqhkiG9w0BAQEFAASC",
            "MIIJQgIBADANBgkqhkiG9w0BAQEFAASC",
            "MIIJQwIBADANBgkqhkiG9w0BAQEFAASC",
            "MIIJQQIBADANBgkqhkiG9w0BAQEFAASC",
            "MIICdgIBADANBgkqhkiG9w0BAQEFAASC",
            "MIICdwIBADANBgkqhkiG9w0BAQEFAASC",
            "MIIEowIBAAKCAQEA",
            "MIIEpAIBAAKCAQEA",
            "MIIEpQIBAAKCAQEA",
            "MIIEogIBAAKCAQEA",
            "MIIJKAIBAAKCAgEA",
            "MIIJKQIBAAKCAgEA",
            "MIICXAIBAAKBgQ",
            "MIICXQIBAAKBgQ",
            "MHcCAQEEI",
            "MIGHAgEAMBMGByqGSM49",
            "MIGkAgEBBD",
            "MC4CAQAwBQYDK2VwBCIEI",
        ),
        pattern=r"M[A-Za-z0-9+/]{8}[A-Za-z0-9+/=\\\s]{50,}",
        extent=_der,
        source="IETF, RFC 5958, RFC 8017, RFC 5915 and RFC 8410",
        positives=(
            '{"privateKey": "' + _ED25519 + '"}',
            "EC_KEY=" + _P256,
            "key = '" + _PKCS1 + "'",
            "\n".join([_PKCS1[:64], _PKCS1[64:1500], _PKCS1[1500:], "", "after it"]),
        ),
        negatives=("MHcCAQEEI", "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A" + fake(300), "MIIEowIBAAKCAQEA" + "A" * 400),
    ),
    detector(
        "SEC270",
        "hexadecimal-private-key",
        "An Ed25519 or secp256k1 private key as hexadecimal digits of its DER form.",
        type="private_key",
        level=Level.NONE,
        anchors=("302e020100300506032b657004220420", "3030020100300706052b8104000a04220420"),
        pattern=r"(?:302e020100300506032b657004220420|3030020100300706052b8104000a04220420)(?P<v>[0-9a-f]{64})",
        extent=_hexadecimal,
        caseless=True,
        source="IETF, RFC 8410; Hedera, documentation, keys and signatures",
        positives=tuple(before + _EDHEX + fake(64, HEX) for before in ("OPERATOR_KEY=", "fromString('", "0x ")),
        negatives=(_EDHEX, _EDHEX + "0" * 64, "302a300506032b6570032100" + fake(64, HEX)),
    ),
    detector(
        "SEC271",
        "json-web-key",
        "The private number of a JSON Web Key (`d`), or the bytes of a symmetric one (`k`).",
        type="private_key",
        level=Level.NONE,
        anchors=('"d"', '\\"d\\', '"k"', '\\"k\\'),
        pattern=r"\\{0,7}\"[dk]\\{0,7}\"\s{0,4}:\s{0,4}\\{0,7}\"(?P<v>[A-Za-z0-9_-]{22,1000})\\{0,7}\"",
        extent=_jwk,
        glued=True,
        source="IETF, RFC 7517 and RFC 7518",
        positives=(
            '{"kty":"EC","crv":"P-256","x":"' + fake(10) + '","d":"' + fake(43) + '"}',
            '{\n  "d": "' + fake(43) + '",\n  "kty": "OKP"\n}',
            '{\\"kty\\":\\"oct\\",\\"k\\":\\"' + fake(43) + '\\"}',
        ),
        negatives=(
            '{"kty":"EC","crv":"P-256","x":"' + fake(43) + '","y":"' + fake(43) + '"}',
            '{"d":"' + fake(43) + '"}',
            '{"kty":"oct","k":"' + "A" * 43 + '"}',
        ),
    ),
    detector(
        "SEC272",
        "xml-rsa-key",
        "The private numbers of an RSA key as .NET writes it.",
        type="private_key",
        level=Level.NONE,
        anchors=("<RSAKeyValue>",),
        pattern=r"<RSAKeyValue>\s{0,40}<Modulus>[^<]{1,1000}</Modulus>\s{0,40}<Exponent>[^<]{1,16}</Exponent>\s{0,40}"
        r"(?P<v><P>[^<]{20,1000}</P>[A-Za-z0-9+/=<>\s]{20,})",
        extent=lambda match: match.span("v"),
        glued=True,
        source="Microsoft, .NET documentation, RSA.ToXmlString",
        positives=tuple(
            before + "<RSAKeyValue><Modulus>" + fake(172) + "</Modulus><Exponent>AQAB</Exponent>"
            "<P>" + fake(88) + "</P><Q>" + fake(88) + "</Q><D>" + fake(172) + "</D></RSAKeyValue>" + after
            for before, after in (("", ""), ("rsa.FromXmlString('", "')"), ("key: ", "\n"))
        ),
        negatives=(
            "<RSAKeyValue><Modulus>" + fake(172) + "</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>",
            "<RSAKeyValue>",
            "<RSAKeyValue><Modulus>...</Modulus><Exponent>AQAB</Exponent><P>...</P></RSAKeyValue>",
        ),
    ),
    detector(
        "SEC273",
        "minisign-secret-key",
        "The secret key of minisign or signify.",
        type="private_key",
        level=Level.NONE,
        anchors=("RWRTY0Iy", "RWRCSwAAA"),
        pattern=r"RWR(?:TY0Iy[A-Za-z0-9+/=]{200,}|CSwAAA[A-Za-z0-9+/=]{125,})",
        source="minisign, documentation, secret key format; OpenBSD, signify(1)",
        positives=(
            "untrusted comment: minisign encrypted secret key\n" + "RWRTY0Iy" + fake(203) + "=",
            "MINISIGN_KEY=" + "RWRTY0Iy" + fake(203) + "=",
            "untrusted comment: signify secret key\n" + "RWRCSwAAA" + fake(130) + "=",
        ),
        negatives=("RWR" + fake(53), "RWRTY0Iy" + fake(40), "RWRTY0Iy" + "A" * 204),
    ),
    detector(
        "SEC274",
        "wireguard-key",
        "The private or the preshared key of a WireGuard interface.",
        type="private_key",
        level=Level.NONE,
        anchors=("privatekey", "private_key", "private-key", "presharedkey", "preshared_key", "preshared-key"),
        pattern=r"(?:private|preshared)[_-]?key(?:" + SEP + r"|\s)(?P<v>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)",
        extent=value,
        caseless=True,
        source="WireGuard, wg(8), configuration file format",
        positives=(
            "[Interface]\nPrivateKey = " + _WG[:42] + "4=",
            "PresharedKey = " + _WG[:42] + "8=",
            'private_key: "' + _WG[:42] + 'A="',
        ),
        negatives=("PublicKey = " + _WG[:42] + "4=", "PrivateKey = <key>", "PrivateKey = " + "A" * 43 + "="),
    ),
    detector(
        "SEC275",
        "asp-net-machine-key",
        "The validation or decryption key of an ASP.NET application.",
        type="secret",
        anchors=("validationKey=", "decryptionKey="),
        pattern=r"(?:validation|decryption)Key=\\{0,7}[\"'](?P<v>[0-9A-Fa-f]{32,256})",
        extent=_hexadecimal,
        source="Microsoft, ASP.NET documentation, machineKey element",
        positives=(
            '<machineKey validationKey="' + fake(128, HEX).upper() + '" validation="SHA1" />',
            '<machineKey decryptionKey="' + fake(48, HEX).upper() + '" />',
            "decryptionKey='" + fake(64, HEX) + "'",
        ),
        negatives=(
            '<machineKey validationKey="AutoGenerate,IsolateApps" />',
            'decryptionKey="' + "0" * 48 + '"',
            'decryptionKey="${KEY}"',
        ),
    ),
    detector(
        "SEC276",
        "openvpn-static-key",
        "The shared key of an OpenVPN tunnel, between its BEGIN and END lines.",
        type="private_key",
        level=Level.NONE,
        anchors=("-----BEGIN OpenVPN Static key",),
        pattern=r"-----BEGIN OpenVPN Static key V1-----(?:\\{1,8}[rn]|\s){1,4}(?P<v>[0-9a-fA-F\\nr\s]{64,})",
        extent=lambda match: None if placeholder(match["v"][:64]) else match.span("v"),
        glued=True,
        source="OpenVPN, manual, --secret and --tls-auth",
        positives=tuple(
            "-----BEGIN OpenVPN " + "Static key V1-----" + newline + newline.join([fake(32, HEX)] * 16) + end
            for newline, end in (("\n", "\n-----END OpenVPN Static key V1-----"), ("\\n", ""), ("\r\n", ""))
        ),
        negatives=(
            "-----BEGIN OpenVPN Static key V1-----",
            "-----BEGIN OpenVPN Static key V1-----\n...",
            "-----BEGIN CERTIFICATE-----\n" + fake(64, HEX),
        ),
    ),
)

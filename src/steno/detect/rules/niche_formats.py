"""Keys of smaller services that are told by how they are built: two halves, an ending, a place.  Knows no names."""

from __future__ import annotations

import re
from string import ascii_lowercase, digits

from steno.detect.checksum import bech32, is_bech32
from steno.detect.judge import SEP, decoded, drawn, opaque, value
from steno.detect.rule import HEX, Level, detector, fake
from steno.detect.rules.forms import UUID, shown, uuid

_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def _checked(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where the checksum at its end is right or it looks drawn: the beginning tells it."""
    return match.span() if is_bech32(match[0].lower()) or drawn(match[0].rpartition("-1")[2]) else None


def _readable(match: re.Match[str]) -> tuple[int, int] | None:
    """The group `v`, where base64 says a password in it."""
    plain = decoded(match["v"])
    return match.span("v") if plain and plain.isascii() else None


_AGE = bech32("age-secret-key-pq-", fake(52, _BECH32)).upper()

RULES = (
    detector(
        "SEC422",
        "age-hybrid-identity",
        "A private key of the age encryption tool that withstands quantum computers.",
        type="private_key",
        level=Level.NONE,
        anchors=("AGE-SECRET-KEY-PQ-1",),
        pattern=r"AGE-SECRET-KEY-PQ-1[A-Z0-9]{58}",
        extent=_checked,
        source="age, source, hybrid identities",
        positives=("SOPS_AGE_KEY=" + _AGE, "# created\n" + _AGE + "\n", f"'{_AGE}'"),
        negatives=("AGE-SECRET-KEY-PQ-1", "AGE-SECRET-KEY-PQ-1" + "Q" * 58, _AGE[:-8]),
    ),
    detector(
        "SEC423",
        "authress-key",
        "An access key of a service client at Authress.",
        type="api_key",
        anchors=(".acc-", ".acc_"),
        back=r"[a-z0-9]{4,6}\.[A-Za-z0-9]{5,30}_[a-z]{2,8}",
        pattern=r"(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{8,32}\.[A-Za-z0-9+/_=-]{30,}",
        source="Observed: in use; not compared with Authress, documentation, service client access keys",
        positives=shown(
            "AUTHRESS_KEY", *(f"{kind}_{fake(24)}.ab1c.acc-{fake(14, HEX)}.{fake(64)}" for kind in ("sc", "ext"))
        ),
        negatives=(
            "x.acc-1",
            f"sc_{fake(24)}.ab1c.acc-{fake(14, HEX)}",
            f"sc_{fake(24)}.ab1c.acc-{fake(14, HEX)}." + "a" * 60,
        ),
    ),
    detector(
        "SEC424",
        "maxmind-licence-key",
        "A licence key of MaxMind, which ends in `_mmk`.",
        type="api_key",
        anchors=("_mmk",),
        back="[A-Za-z0-9]{29}_[A-Za-z0-9]{6}",
        pattern="[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk",
        source="MaxMind, developer portal, release notes, new license key format",
        positives=shown("MAXMIND_LICENSE_KEY", fake(6) + "_" + fake(29) + "_mmk"),
        negatives=("_mmk", fake(6) + "_" + fake(20) + "_mmk", "aaaaaa_" + "a" * 29 + "_mmk"),
    ),
    detector(
        "SEC426",
        "bitwarden-machine-token",
        "An access token of a machine account of Bitwarden Secrets Manager.",
        type="auth_token",
        gates=("0\\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-",),
        pattern=rf"0\.{UUID}\.[A-Za-z0-9]{{30}}:[A-Za-z0-9+/]{{22}}==",
        source="Bitwarden, source of the Secrets Manager SDK, access tokens",
        positives=shown("BWS_ACCESS_TOKEN", "0." + uuid() + "." + fake(30) + ":" + fake(22) + "=="),
        negatives=(
            "0." + uuid(),
            "0." + uuid() + "." + fake(30),
            "0." + uuid() + "." + fake(30) + ":" + "a" * 22 + "==",
        ),
    ),
    detector(
        "SEC427",
        "sonar-login",
        "A token that is handed to the scanner of SonarQube.",
        type="auth_token",
        anchors=("sonar.login", "sonar.token"),
        pattern=r"sonar\.(?:login|token)['\"]?(?:, ?|" + SEP + r")['\"]?(?P<v>[0-9a-f]{40})",
        extent=opaque,
        glued=True,
        source="Sonar, documentation, analysis parameters",
        positives=(
            "sonar-scanner -Dsonar.login=" + fake(40, HEX),
            "sonar.token: " + fake(40, HEX),
            'property "sonar.login", "' + fake(40, HEX) + '"',
        ),
        negatives=("sonar.login=admin", "sonar.login=${SONAR_TOKEN}", "sonar.host.url=" + fake(40, HEX)),
    ),
    detector(
        "SEC421",
        "tableau-token",
        "The secret of a personal access token of Tableau.",
        type="auth_token",
        anchors=("==:",),
        back="[A-Za-z0-9+/]{22}",
        pattern="[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}",
        source="Observed: in use; not compared with Tableau, help, personal access tokens",
        positives=shown("TABLEAU_PAT_SECRET", fake(22) + "==:" + fake(32)),
        negatives=(fake(22) + "==:", fake(22) + "==:" + fake(12), fake(22) + "==:" + "a" * 32),
    ),
    detector(
        "SEC428",
        "kerberos-hash",
        "What a Kerberos server encrypted with a user's or a service's password: it can be guessed at leisure.",
        type="secret",
        anchors=("$krb5asrep$", "$krb5tgs$", "$krb5pa$"),
        pattern=r"\$krb5(?:asrep|tgs|pa)\$[0-9]{1,2}\$[^\s\"'`\\<>]{40,}",
        source="RFC 4120, pre-authentication and tickets",
        positives=tuple(
            f"{kind}{fake(32, HEX)}${fake(120, HEX)}"
            for kind in (
                "$krb5asrep$23$user@ACME.DEV:",
                "$krb5tgs$23$*svc$ACME.DEV$http/web*$",
                "$krb5pa$18$user$ACME$",
            )
        ),
        negatives=("$krb5asrep$", "$krb5tgs$23$*user$realm", "$krb5asrep$23$" + "0" * 60),
    ),
    detector(
        "SEC429",
        "cisco-password-hash",
        "The hash of a password in the configuration of a Cisco device (types 8 and 9).",
        type="password",
        anchors=("$8$", "$9$"),
        pattern=r"\$[89]\$[A-Za-z0-9./]{14}\$[A-Za-z0-9./]{43}",
        source="Cisco, configuration guide, password types",
        positives=tuple(
            before + kind + fake(14) + "$" + fake(43)
            for before, kind in (("enable secret 8 ", "$8$"), ("username ops secret 9 ", "$9$"), ("'", "$9$"))
        ),
        negatives=("$8$", "$9$" + fake(14), "$8$" + fake(14) + "$" + "." * 43),
    ),
    detector(
        "SEC430",
        "filezilla-password",
        "A password in a site list of FileZilla, which is base64 and not encrypted.",
        type="password",
        anchors=("<Pass encoding=",),
        pattern=r"<Pass encoding=\\{0,7}\"base64\\{0,7}\">(?P<v>[A-Za-z0-9+/]{4,512}={0,2})",
        extent=_readable,
        source="FileZilla, wiki, sitemanager.xml",
        positives=tuple(
            before + '<Pass encoding="base64">' + coded + "</Pass>"
            for before, coded in (("", "S2VzdHJlbDQx"), ("<Server>", "VmV4aW5nODgh"), ("\n  ", "cTdSd18yeDk="))
        ),
        negatives=(
            '<Pass encoding="base64"></Pass>',
            '<Pass encoding="crypt">S2VzdHJlbDQx</Pass>',
            "<Pass>S2VzdHJlbDQx</Pass>",
        ),
    ),
    detector(
        "SEC431",
        "vault-unseal-key",
        "A key that unseals Vault or OpenBao.",
        type="secret",
        anchors=("operator unseal ", "Unseal Key "),
        pattern=r"(?:operator unseal |Unseal Key [0-9]{1,2}: {1,4})"
        r"(?P<v>[A-Za-z0-9+/]{44}={0,2}|[A-Za-z0-9+/]{43}=|[0-9a-f]{64,66})",
        extent=opaque,
        source="HashiCorp, Vault documentation, operator init",
        positives=(
            "vault operator unseal " + fake(44),
            "Unseal Key 1: " + fake(44),
            "$ bao operator unseal " + fake(43) + "=\n",
        ),
        negatives=("vault operator unseal $KEY", "Unseal Key 1: ", "vault operator unseal " + "a" * 44),
    ),
    detector(
        "SEC432",
        "code-climate-reporter",
        "The id with which a build reports its coverage to Code Climate: who has it can report.",
        type="secret",
        anchors=("CC_TEST_REPORTER_ID",),
        pattern=r"CC_TEST_REPORTER_ID" + SEP + r"(?P<v>[0-9a-f]{64})",
        extent=value,
        source="Code Climate, documentation, configuring test coverage",
        positives=tuple(f"CC_TEST_REPORTER_ID{sep}{fake(64, HEX)}" for sep in ("=", ": ", '="')),
        negatives=("CC_TEST_REPORTER_ID=", "CC_TEST_REPORTER_ID=$ID", "CC_TEST_REPORTER_ID: " + "0" * 64),
    ),
    detector(
        "SEC433",
        "thingsboard-device-token",
        "The access token of a device in an address of ThingsBoard.",
        type="auth_token",
        anchors=("thingsboard.cloud/api/v1/", "thingsboard.io/api/v1/"),
        pattern=r"thingsboard\.(?:cloud|io)/api/v1/(?P<v>[A-Za-z0-9]{20})",
        extent=opaque,
        source="ThingsBoard, documentation, HTTP device API",
        positives=tuple(
            f"{before}thingsboard.cloud/api/v1/{fake(20, digits[1:] + ascii_lowercase)}/telemetry"
            for before in ("curl https://", "coap://coap.", "http://")
        ),
        negatives=(
            "https://thingsboard.cloud/api/v1/",
            "https://thingsboard.cloud/api/v1/" + "a" * 20 + "/telemetry",
            "https://thingsboard.cloud/api/v1/$ACCESS_TOKEN/telemetry",
        ),
    ),
    detector(
        "SEC425",
        "truenas-key",
        "A key of TrueNAS in the message that logs in with it.",
        type="api_key",
        anchors=("auth.login_with_api_key",),
        pattern=r"auth\.login_with_api_key\\{0,7}\",(?:\s|\\{1,8}n){0,8}\\{0,7}\"params\\{0,7}\"\s{0,4}:\s{0,4}\["
        r"(?:\s|\\{1,8}n){0,8}\\{0,7}\"(?P<v>[0-9]{1,4}-[A-Za-z0-9]{64})",
        extent=opaque,
        source="TrueNAS, API documentation, websocket authentication",
        positives=tuple(
            '{"method":"auth.login_with_api_key",' + between + str(number) + "-" + fake(64) + '"]}'
            for number, between in ((8, '"params":["'), (9, ' "params" : [ "'), (10, '\n  "params": [\n    "'))
        ),
        negatives=(
            '{"method":"auth.login_with_api_key", "params": []}',
            '{"method":"auth.login_with_api_key", "params": ["8-' + "a" * 64 + '"]}',
            '{"method":"auth.login", "params": ["8-' + fake(64) + '"]}',
        ),
    ),
)

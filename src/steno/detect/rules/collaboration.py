"""Tokens of services in which people plan, draw and write together."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from string import ascii_uppercase, digits

from steno.detect.judge import token
from steno.detect.rule import ALNUM, HEX, detector, fake
from steno.detect.rules.forms import UUID, mixed, shown, uuid

_COMMON = "hticesrulo"
"""The letters that follow `pat` in words (path, patterns, patch, patient): no sign that a token is encoded there."""


def _intercom(match: re.Match[str]) -> tuple[int, int] | None:
    """Base64 of `tok:`, a UUID with underscores, and two numbers."""
    text = match[0].rstrip("=")
    plain = b64decode(text[: len(text) // 4 * 4])
    return match.span() if re.match(rb"tok:[0-9a-f]{8}_[0-9a-f]{4}_", plain) else None


RULES = (
    detector(
        "SEC185",
        "notion-secret",
        "A token of a Notion integration in its older form.",
        type="api_key",
        anchors=("secret_",),
        pattern=r"secret_[A-Za-z0-9]{43}",
        extent=mixed,
        source="Notion, developer documentation, authorization",
        positives=shown("NOTION_SECRET", "secret_" + fake(43), "secret_" + fake(43, ALNUM[::-1])),
        negatives=("secret_" + fake(20), "secret_key_of_the_service", "secret_" + "x" * 43),
    ),
    detector(
        "SEC186",
        "airtable-token",
        "A personal access token of Airtable.",
        type="auth_token",
        anchors=tuple("pat" + letter for letter in ALNUM if letter not in _COMMON),
        gates=(r"pat[A-Za-z0-9]{14}\.[0-9a-f]{4}",),
        pattern=r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
        source="Observed: in use; not compared with Airtable, developer documentation, personal access tokens",
        positives=shown(
            "AIRTABLE_TOKEN", "pat" + "A" + fake(13) + "." + fake(64, HEX), "pat" + "7" + fake(13) + "." + fake(64, HEX)
        ),
        negatives=("pat" + "A" + fake(13), "patX.json", "patA" + fake(13) + "." + "0" * 64),
    ),
    detector(
        "SEC187",
        "asana-token",
        "A personal access token of Asana.",
        type="auth_token",
        anchors=("1/1", "2/1"),
        pattern=r"[12]/1[0-9]{11,17}(?:/1[0-9]{11,17})?:[0-9a-f]{32}",
        source="Observed: in use; Asana's documentation calls its tokens opaque",
        positives=shown(
            "ASANA_TOKEN",
            "1/1" + fake(15, digits) + ":" + fake(32, HEX),
            "2/1" + fake(15, digits) + "/1" + fake(15, digits) + ":" + fake(32, HEX),
        ),
        negatives=("1/12", "1/1" + fake(15, digits), "2/1" + fake(15, digits) + ":" + "0" * 32),
    ),
    detector(
        "SEC188",
        "trello-token",
        "A token of Trello.",
        type="auth_token",
        anchors=("ATTA",),
        pattern=r"ATTA[0-9a-f]{64}[0-9A-F]{8}",
        source="Observed: in use; not compared with Atlassian, Trello REST API documentation, authorization",
        positives=shown("TRELLO_TOKEN", "ATTA" + fake(64, HEX) + fake(8, HEX.upper())),
        negatives=("ATTACHMENT", "ATTA" + fake(64, HEX), "ATTA" + "0" * 72),
    ),
    detector(
        "SEC189",
        "figma-token",
        "A token of Figma, of a person (`figd_`) or of OAuth (`figo_`, `figu_`, `figor_`, `figoh_`).",
        type="auth_token",
        anchors=("figd_", "figo_", "figu_", "figor_", "figoh_"),
        pattern=r"fig(?:d|o|u|or|oh)_[A-Za-z0-9_-]{36,}",
        extent=mixed,
        source="Observed: in use; no public specification found",
        positives=shown("FIGMA_TOKEN", "figd_" + fake(40), "figu_" + fake(43), "figo_" + fake(30) + "-" + fake(9)),
        negatives=("figd_token", "figu_" + "x" * 40, "configd_" + fake(40)),
    ),
    detector(
        "SEC190",
        "miro-token",
        "A token of Miro, which begins with the place of its data as base64.",
        type="auth_token",
        anchors=("eyJtaXJvLm9yaWdpbiI6",),
        pattern=r"eyJtaXJvLm9yaWdpbiI6[A-Za-z0-9]{6,14}_[A-Za-z0-9_-]{20,}",
        source="Observed: in use; not compared with Miro, developer documentation, OAuth",
        positives=shown(
            "MIRO_TOKEN",
            "eyJtaXJvLm9yaWdpbiI6" + "ImV1MDEifQ_" + fake(27),
            "eyJtaXJvLm9yaWdpbiI6" + "InVzMDEifQ_" + fake(27),
        ),
        negatives=(
            "eyJtaXJvLm9yaWdpbiI6ImV1MDEifQ",
            "eyJtaXJvLm9yaWdpbiI6ImV1MDEifQ_" + "x" * 27,
            "eyJtaXJvLm9yaWdpbiI6ImV1MDEifQ_" + fake(9),
        ),
    ),
    detector(
        "SEC191",
        "clickup-token",
        "A personal token of ClickUp, whose beginning `pk_` means no public key.",
        type="auth_token",
        anchors=tuple("pk_" + digit for digit in digits),
        pattern=r"pk_[0-9]{5,10}_[A-Z0-9]{32}",
        source="ClickUp, developer documentation, personal API tokens",
        positives=shown("CLICKUP_TOKEN", "pk_" + fake(8, digits) + "_" + fake(32, digits + ascii_uppercase)),
        negatives=("pk_test_" + fake(24), "pk_" + fake(8, digits), "pk_1234567_" + "X" * 32),
    ),
    detector(
        "SEC192",
        "linear-webhook-secret",
        "The secret with which Linear signs what it sends to a webhook.",
        type="secret",
        anchors=("lin_wh_",),
        pattern=r"lin_wh_[A-Za-z0-9]{32,}",
        source="Observed: in use; not compared with Linear, developer documentation, webhooks",
        positives=shown("LINEAR_WEBHOOK_SECRET", "lin_wh_" + fake(44), "lin_wh_" + fake(40)),
        negatives=("lin_wh_test_secret", "lin_wh_" + "x" * 44, "lin_wh_" + fake(12)),
    ),
    detector(
        "SEC193",
        "intercom-token",
        "An access token of Intercom.",
        type="auth_token",
        anchors=("dG9rO",),
        pattern=r"dG9rO[A-Za-z0-9]{50,60}={0,2}",
        extent=_intercom,
        source="Observed: in use; not compared with Intercom, developer documentation, authentication",
        positives=shown(
            "INTERCOM_TOKEN",
            *(
                b64encode(f"tok:{uuid().replace('-', '_')[:-2]}{end}:1:0".encode()).decode()
                for end in ("1e", "2f", "3a")
            ),
        ),
        negatives=("dG9rOg==", "dG9rO" + fake(55), "dG9rO" + "x" * 55),
    ),
    detector(
        "SEC194",
        "hubspot-token",
        "A token of a private application at HubSpot.",
        type="auth_token",
        anchors=("pat-na", "pat-eu", "pat-ap", "pat-ca"),
        pattern=rf"pat-(?:na|eu|ap|ca)[0-9]-{UUID}",
        source="HubSpot, developer documentation, private apps",
        positives=shown("HUBSPOT_TOKEN", "pat-na1-" + uuid(), "pat-eu1-" + uuid(), "pat-na2-" + uuid()),
        negatives=("pat-na1-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", "pat-eu1-" + fake(12), "pat-name-" + uuid()),
    ),
    detector(
        "SEC195",
        "typeform-token",
        "A personal token of Typeform.",
        type="auth_token",
        anchors=("tfp_",),
        pattern=r"tfp_[A-Za-z0-9_.-]{40,}",
        extent=mixed,
        source="Typeform, developer documentation, personal access tokens",
        positives=shown("TYPEFORM_TOKEN", "tfp_" + fake(44) + "_" + fake(14), "tfp_" + fake(59)),
        negatives=("tfp_" + fake(20), "tfp_" + "x" * 59, "tfp_distribution_of_the_posterior_predictive_model"),
    ),
    detector(
        "SEC196",
        "cal-com-key",
        "An API key of Cal.com.",
        type="api_key",
        anchors=("cal_live_", "cal_test_"),
        pattern=r"cal_(?:live|test)_[0-9a-f]{32}",
        source="Cal.com, documentation, API keys",
        positives=shown("CAL_COM_KEY", "cal_live_" + fake(32, HEX), "cal_test_" + fake(32, HEX)),
        negatives=("cal_live_xxxxxx", "historical_live_data", "cal_live_" + "0" * 32),
    ),
    detector(
        "SEC197",
        "outline-key",
        "An API key of the wiki Outline.",
        type="api_key",
        anchors=("ol_api_",),
        pattern=r"ol_api_[A-Za-z0-9]{38}",
        extent=mixed,
        source="Outline, developer documentation, authentication",
        positives=shown("OUTLINE_KEY", "ol_api_" + fake(38)),
        negatives=("control_api_" + fake(38), "ol_api_key", "ol_api_" + "x" * 38),
    ),
    detector(
        "SEC198",
        "roam-token",
        "A token for one graph of Roam Research.",
        type="auth_token",
        anchors=("roam-graph-token-", "roam-graph-local-token-"),
        pattern=r"roam-graph-(?:local-)?token-[A-Za-z0-9_-]{20,}",
        extent=mixed,
        source="Roam Research, backend API documentation",
        positives=shown("ROAM_TOKEN", "roam-graph-token-" + fake(28), "roam-graph-local-token-" + fake(28)),
        negatives=("roam-graph-token-abc", "roam-graph-token-" + "X" * 28, "roam-graph-token-from-your-settings-page"),
    ),
    detector(
        "SEC199",
        "readme-key",
        "An API key of the documentation service ReadMe.",
        type="api_key",
        anchors=("rdme_",),
        pattern=r"rdme_[a-z0-9]{70}",
        extent=token,
        source="Observed: in use; no public specification found",
        positives=shown("README_KEY", "rdme_" + "xn8s9h" + fake(64, HEX)),
        negatives=("rdme_" + fake(30, HEX), "rdme_" + "x" * 70, "rdme_key"),
    ),
    detector(
        "SEC200",
        "frame-io-token",
        "A developer token of Frame.io.",
        type="auth_token",
        anchors=("fio-u-",),
        pattern=r"fio-u-[A-Za-z0-9_=-]{64}",
        source="Frame.io, developer documentation, authentication",
        positives=shown("FRAME_IO_TOKEN", "fio-u-" + fake(64)),
        negatives=("fio-u-" + fake(20), "fio-u-token", "fio-u-" + "x" * 64),
    ),
)

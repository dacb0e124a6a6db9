"""Tokens of mail, chat, shops, trackers and monitors, each with a beginning of its own."""

from string import digits

from steno.detect.rule import HEX, detector, fake

RULES = (
    detector(
        "SEC030",
        "sendgrid-key",
        "A key of SendGrid.",
        type="api_key",
        anchors=("SG.",),
        pattern=r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
        source="Twilio SendGrid, documentation, API keys",
        positives=tuple(before + "SG." + fake(22) + "." + fake(43) for before in ("SENDGRID_API_KEY=", "Bearer ", "'")),
        negatives=("SG." + fake(22), "SG.your.key", "SG." + fake(22) + "." + "x" * 43),
    ),
    detector(
        "SEC031",
        "discord-webhook",
        "The address of a webhook of Discord: who has it can post.",
        type="secret",
        anchors=tuple(
            "https://" + host + "/api/"
            for part in ("", "ptb.", "canary.")
            for host in (part + "discord.com", part + "discordapp.com")
        ),
        pattern=r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,}",
        source="Discord, developer documentation, webhook resource",
        positives=tuple(
            before + "https://" + host + "/api/" + "webhooks/" + fake(18, digits) + "/" + fake(68)
            for before, host in (("curl ", "discord.com"), ("URL=", "discordapp.com"), ("'", "discord.com"))
        ),
        negatives=(
            "https://discord.com/api/webhooks/",
            "https://discord.com/api/webhooks/123/abc",
            "https://discord.com/api/webhooks/" + fake(18, digits) + "/" + "x" * 68,
        ),
    ),
    detector(
        "SEC032",
        "shopify-token",
        "A token of Shopify: admin API (`shpat_`), custom (`shpca_`) or private app (`shppa_`), or shared secret"
        " (`shpss_`).",
        type="api_key",
        anchors=("shpat_", "shpca_", "shppa_", "shpss_"),
        pattern=r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
        source="Shopify, changelog, length and prefix of API credentials",
        positives=tuple(
            before + kind + "_" + fake(32, HEX)
            for before, kind in (("X-Shopify-Access-Token: ", "shpat"), ("SECRET=", "shpss"), ("'", "shpca"))
        ),
        negatives=("shpat_" + fake(20, HEX), "shpat_your_token", "shpat_" + "0" * 32),
    ),
    detector(
        "SEC033",
        "linear-key",
        "A key of the Linear API (`lin_api_`) or one of its OAuth tokens (`lin_oauth_`).",
        type="api_key",
        anchors=("lin_api_", "lin_oauth_"),
        pattern=r"lin_(?:api|oauth)_[A-Za-z0-9]{40,}",
        source="Observed: in use; no public specification found",
        positives=(
            "LINEAR_API_KEY=" + "lin_" + "api_" + fake(40),
            "Authorization: " + "lin_" + "oauth_" + fake(64),
            "'" + "lin_" + "api_" + fake(40) + "'",
        ),
        negatives=("lin_api_" + fake(10), "lin_api_your_key", "lin_api_" + "x" * 40),
    ),
    detector(
        "SEC034",
        "notion-token",
        "A token of a Notion integration.",
        type="api_key",
        anchors=("ntn_",),
        pattern=r"ntn_[A-Za-z0-9]{40,}",
        source="Notion, developer documentation, authorization",
        positives=(
            "NOTION_TOKEN=" + "ntn_" + fake(46),
            "Bearer " + "ntn_" + fake(46),
            "'" + "ntn_" + fake(46) + "'",
        ),
        negatives=("ntn_" + fake(12), "country_ntn_", "ntn_" + "x" * 46),
    ),
    detector(
        "SEC035",
        "sentry-token",
        "A token of Sentry, of an organisation (`sntrys_`) or a user (`sntryu_`).",
        type="auth_token",
        anchors=("sntrys_", "sntryu_"),
        pattern=r"sntry(?:s_eyJ[A-Za-z0-9+/=_]{40,}|u_[0-9a-f]{64})",
        source="Sentry, documentation, auth tokens",
        positives=(
            "SENTRY_AUTH_TOKEN=" + "sntrys_" + "eyJ" + fake(150),
            "Bearer " + "sntryu_" + fake(64, HEX),
            "'" + "sntryu_" + fake(64, HEX) + "'",
        ),
        negatives=("sntrys_token", "sntryu_" + fake(20, HEX), "sntryu_" + "0" * 64),
    ),
    detector(
        "SEC036",
        "grafana-token",
        "A service account token (`glsa_`) or cloud access policy token (`glc_`) of Grafana.",
        type="auth_token",
        anchors=("glsa_", "glc_"),
        pattern=r"(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_eyJ[A-Za-z0-9+/=]{40,})",
        source="Grafana, documentation, service accounts and access policies",
        positives=(
            "GRAFANA_TOKEN=" + "glsa_" + fake(32) + "_" + fake(8, HEX),
            "Bearer " + "glc_" + "eyJ" + fake(100),
            "'" + "glsa_" + fake(32) + "_" + fake(8, HEX) + "'",
        ),
        negatives=("glsa_" + fake(32), "glc_context", "glc_eyJ" + "x" * 60),
    ),
    detector(
        "SEC037",
        "atlassian-token",
        "An API token of Atlassian (Jira, Confluence, Bitbucket).",
        type="api_key",
        anchors=("ATATT3", "ATCTT3"),
        pattern=r"AT[AC]TT3[A-Za-z0-9_=-]{100,}",
        source="Observed: in use; not compared with Atlassian, support, manage API tokens",
        positives=(
            "JIRA_TOKEN=" + "ATATT3" + "xFfGF0" + fake(180),
            "-u me:" + "ATATT3" + "xFfGF0" + fake(170) + "=" + fake(8),
            "'" + "ATCTT3" + "xFfGN0" + fake(180) + "'",
        ),
        negatives=("ATATT3", "ATATT3" + fake(30), "ATATT3" + "x" * 180),
    ),
)

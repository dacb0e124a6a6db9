"""Tokens and webhooks of Slack."""

from string import digits

from steno.detect.rule import HEX, detector, fake

RULES = (
    detector(
        "SEC018",
        "slack-token",
        "A token of Slack: bot, user, app, configuration, refresh, session, workflow or legacy.",
        type="auth_token",
        anchors=(
            "xoxa-",
            "xoxb-",
            "xoxc-",
            "xoxd-",
            "xoxe-",
            "xoxe.",
            "xoxo-",
            "xoxp-",
            "xoxr-",
            "xoxs-",
            "xapp-",
            "xwfp-",
        ),
        pattern=r"(?:(?:xoxe\.)?xox[abcdeoprs]|xapp|xwfp)-[A-Za-z0-9%/+=-]{20,}",
        source="Slack, API documentation, token types",
        positives=(
            "SLACK_BOT_TOKEN=" + "xoxb-" + fake(12, digits) + "-" + fake(13, digits) + "-" + fake(24),
            "Bearer " + "xapp-" + "1-A" + fake(10) + "-" + fake(13, digits) + "-" + fake(64, HEX),
            "'" + "xoxp-" + fake(12, digits) + "-" + fake(12, digits) + "-" + fake(32, HEX) + "'",
        ),
        negatives=("xoxb-your-token", "xoxb-" + "x" * 50, "xoxz-" + fake(40)),
    ),
    detector(
        "SEC019",
        "slack-webhook",
        "The address of an incoming webhook or workflow of Slack: who has it can post.",
        type="secret",
        anchors=("://hooks.slack.com/", "://hooks.slack-gov.com/"),
        back="s?ptth",
        pattern=r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9]{5,20}/[A-Za-z0-9]{5,30}/[A-Za-z0-9/]{16,}",
        source="Slack, API documentation, incoming webhooks",
        positives=tuple(
            before + "://hooks." + "slack.com/services/T" + fake(9) + "/B" + fake(10) + "/" + fake(24)
            for before in ("curl -X POST https", "SLACK_URL=http", "[alerts](https")
        ),
        negatives=(
            "https://hooks.slack.com/services/T000/B000/XXX",
            "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
            "https://api.slack.com/messaging/webhooks",
        ),
    ),
)

"""Tokens and webhooks of Slack."""

from steno.detect.declare import auth_token, secret

RULES = (
    auth_token(
        "SEC018 slack-token: A Slack token: bot, user, app, configuration, refresh, session, workflow or legacy.",
        r"(?:(?:xoxe\.)?xox[abcdeoprs]|xapp|xwfp)-[A-Za-z0-9%/+=-]{20,}",
        anchors="xoxa-|xoxb-|xoxc-|xoxd-|xoxe-|xoxe.|xoxo-|xoxp-|xoxr-|xoxs-|xapp-|xwfp-",
        source="Slack, API documentation, token types",
        positives=(
            "SLACK_BOT_TOKEN=xoxb-<12 0-9>-<13 0-9>-<24>",
            "Bearer xapp-1-A<10>-<13 0-9>-<64 hex>",
            "'xoxp-<12 0-9>-<12 0-9>-<32 hex>'",
        ),
        negatives=("xoxb-your-token", "xoxb-<50 x>", "xoxz-<40>"),
    ),
    secret(
        "SEC019 slack-webhook: The address of a Slack incoming webhook or workflow: anyone who has it can post.",
        r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9]{5,20}/[A-Za-z0-9]{5,30}/[A-Za-z0-9/]{16,}",
        anchors="://hooks.slack.com/|://hooks.slack-gov.com/",
        lead_in="s?ptth",
        source="Slack, API documentation, incoming webhooks",
        positives=(
            "curl -X POST https://hooks.slack.com/services/T<9>/B<10>/<24>",
            "SLACK_URL=http://hooks.slack.com/services/T<9>/B<10>/<24>",
            "[alerts](https://hooks.slack.com/services/T<9>/B<10>/<24>",
        ),
        negatives=(
            "https://hooks.slack.com/services/T000/B000/XXX",
            "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
            "https://api.slack.com/messaging/webhooks",
        ),
    ),
)

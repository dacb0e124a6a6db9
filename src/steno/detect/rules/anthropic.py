"""Keys and tokens of Anthropic: the API, the console, Claude and Claude Code."""

from steno.detect.rule import detector, fake

_BODY = fake(91) + "AA"

RULES = (
    detector(
        "SEC001",
        "anthropic-api-key",
        "A key of the Anthropic API (`sk-ant-api03-`) or of its admin API (`sk-ant-admin01-`).",
        type="api_key",
        anchors=("sk-ant-a",),
        pattern=r"sk-ant-a(?:pi|dmin)[0-9]{2}-[A-Za-z0-9_-]{32,}",
        source="Anthropic, API documentation, authentication and Admin API",
        positives=(
            "export ANTHROPIC_API_KEY=" + "sk-ant-" + "api03-" + _BODY,
            'curl -H "x-api-key: ' + "sk-ant-" + "admin01-" + _BODY + '"',
            "first line\\n" + "sk-ant-" + "api03-" + _BODY,
        ),
        negatives=(
            "sk-ant-api03-...",
            "sk-ant-api03-" + "x" * 93,
            "a mask-ant-api03-" + fake(40),
        ),
    ),
    detector(
        "SEC002",
        "anthropic-session-token",
        "A token that Claude or Claude Code holds after a login: access (`sk-ant-oat01-`), refresh (`sk-ant-ort01-`)"
        " or web session (`sk-ant-sid01-`).",
        type="auth_token",
        anchors=("sk-ant-o", "sk-ant-s"),
        pattern=r"sk-ant-(?:oat|ort|sid)[0-9]{2}-[A-Za-z0-9_-]{32,}",
        source="Observed: in use; not compared with Anthropic, Claude Code documentation, authentication",
        positives=(
            '{"accessToken":"' + "sk-ant-" + "oat01-" + _BODY + '"}',
            "refresh: " + "sk-ant-" + "ort01-" + _BODY,
            "Cookie: sessionKey=" + "sk-ant-" + "sid01-" + _BODY,
        ),
        negatives=(
            "sk-ant-oat01-<your token>",
            "sk-ant-oat01-" + "0" * 90,
            "sk-ant-other-" + fake(10),
        ),
    ),
)

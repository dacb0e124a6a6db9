"""Keys and tokens of Anthropic: the API, the console, Claude and Claude Code."""

from steno.detect.declare import api_key, auth_token

RULES = (
    api_key(
        "SEC001 anthropic-api-key: An Anthropic API key (`sk-ant-api03-`) or admin API key (`sk-ant-admin01-`).",
        r"sk-ant-a(?:pi|dmin)[0-9]{2}-[A-Za-z0-9_-]{32,}",
        anchors="sk-ant-a",
        source="Anthropic, API documentation, authentication and Admin API",
        positives=(
            "export ANTHROPIC_API_KEY=sk-ant-api03-<91>AA",
            'curl -H "x-api-key: sk-ant-admin01-<91>AA"',
            "first line\\nsk-ant-api03-<91>AA",
        ),
        negatives=("sk-ant-api03-...", "sk-ant-api03-<93 x>", "a mask-ant-api03-<40>"),
    ),
    auth_token(
        "SEC002 anthropic-session-token: A token that Claude or Claude Code holds after a login: access"
        " (`sk-ant-oat01-`), refresh (`sk-ant-ort01-`) or web session (`sk-ant-sid01-`).",
        r"sk-ant-(?:oat|ort|sid)[0-9]{2}-[A-Za-z0-9_-]{32,}",
        anchors="sk-ant-o|sk-ant-s",
        source="Observed: in use; not compared with Anthropic, Claude Code documentation, authentication",
        positives=(
            '{"accessToken":"sk-ant-oat01-<91>AA"}',
            "refresh: sk-ant-ort01-<91>AA",
            "Cookie: sessionKey=sk-ant-sid01-<91>AA",
        ),
        negatives=("sk-ant-oat01-<your token>", "sk-ant-oat01-<90 0>", "sk-ant-other-<10>"),
    ),
)

"""Keys of OpenAI, and of the services that spell theirs the same way."""

from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import mixed, shown, unlike

RULES = (
    detector(
        "SEC003",
        "openai-api-key",
        "A key of the OpenAI API: of a project, a service account, an administrator, or of the older kind that has"
        " `T3BlbkFJ` in its middle.",
        type="api_key",
        anchors=("sk-",),
        pattern=r"sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})",
        source="Observed: in use; no public specification found",
        positives=(
            "OPENAI_API_KEY=" + "sk-" + "proj-" + fake(74) + "T3Blbk" + "FJ" + fake(74),
            "Bearer " + "sk-" + "svcacct-" + fake(60),
            "key = '" + "sk-" + fake(20) + "T3Blbk" + "FJ" + fake(20) + "'",
        ),
        negatives=(
            "sk-proj-your-key",
            "sk-proj-" + "x" * 60,
            "task-proj-" + fake(60),
        ),
    ),
    detector(
        "SEC004",
        "sk-style-api-key",
        "A key that begins with `sk-` and goes on with at least 32 letters and digits, as DeepSeek, Moonshot, Alibaba"
        " and other providers of language models hand out, or with `or-v1-` before 64 hexadecimal digits (OpenRouter).",
        type="api_key",
        anchors=("sk-",),
        pattern=r"sk-(?:or-v1-)?[A-Za-z0-9]{32,}",
        source="OpenRouter, API documentation, authentication; DeepSeek, API documentation, first call",
        positives=(
            "DEEPSEEK_API_KEY=" + "sk-" + fake(32, HEX),
            "Authorization: Bearer " + "sk-" + "or-v1-" + fake(64, HEX),
            '"apiKey": "' + "sk-" + fake(48) + '"',
        ),
        negatives=(
            "sk-" + fake(20),
            "disk-" + fake(40),
            "sk-" + "a" * 40,
        ),
    ),
    detector(
        "SEC041",
        "openai-session-token",
        "A session token of the OpenAI dashboard (`sess-`), which its API takes as a key.",
        type="auth_token",
        anchors=("sess-",),
        pattern=r"sess-[A-Za-z0-9]{40}",
        extent=mixed,
        source="Observed: in use; not compared with OpenAI, platform dashboard, session keys",
        positives=shown("OPENAI_SESSION", "sess-" + fake(40)),
        negatives=unlike("sess-", "sess-" + fake(40), "sess-" + fake(40, HEX), "sess-20260101T120000Z"),
    ),
    detector(
        "SEC042",
        "openai-client-secret",
        "The short-lived key of a client of the OpenAI Realtime API (`ek_`).",
        type="api_key",
        anchors=("ek_",),
        pattern=r"ek_[0-9a-f]{32}",
        source="OpenAI, API reference, Realtime client secrets",
        positives=shown("client_secret", "ek_" + fake(32, HEX)),
        negatives=unlike("ek_", "ek_" + fake(32, HEX), "week_" + fake(32, HEX), "ek_abc123"),
    ),
    detector(
        "SEC075",
        "openai-refresh-token",
        "The refresh token that ChatGPT and Codex keep after a login (`rt_`), or a token of Ory Hydra, which is behind"
        " that login and others (`ory_at_`, `ory_rt_`, `ory_ac_`).",
        type="auth_token",
        anchors=("rt_", "ory_at_", "ory_rt_", "ory_ac_"),
        pattern=r"(?:ory_(?:at|rt|ac)|rt)_[A-Za-z0-9_-]{40,90}\.[A-Za-z0-9_-]{40,90}",
        extent=mixed,
        source="OpenAI, Codex documentation, authentication; Ory, Hydra documentation, opaque and JWT tokens",
        positives=shown(
            "refresh_token",
            "rt_" + fake(43) + "." + fake(43),
            "ory_" + "at_" + fake(43) + "." + fake(43),
            "ory_" + "rt_" + fake(43) + "." + fake(43),
        ),
        negatives=unlike(
            "rt_", "rt_" + fake(43) + "." + fake(43), "rt_" + fake(43), "start_" + fake(43) + "." + fake(43)
        ),
    ),
)

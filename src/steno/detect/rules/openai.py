"""Keys of OpenAI, and of the services that spell theirs the same way."""

from steno.detect.declare import api_key, auth_token, mixed, shown, unlike

RULES = (
    api_key(
        "SEC003 openai-api-key: An OpenAI API key: of a project, a service account, an administrator, or of"
        " the older kind that has `T3BlbkFJ` in its middle.",
        r"sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})",
        positives=("OPENAI_API_KEY=sk-proj-<74>T3BlbkFJ<74>", "Bearer sk-svcacct-<60>", "key = 'sk-<20>T3BlbkFJ<20>'"),
        negatives=("sk-proj-your-key", "sk-proj-<60 x>", "task-proj-<60>"),
    ),
    auth_token(
        "SEC041 openai-session-token: A session token of the OpenAI dashboard (`sess-`), which its API takes as a key.",
        r"sess-[A-Za-z0-9]{40}",
        extent=mixed,
        source="Observed: in use; not compared with OpenAI, platform dashboard, session keys",
        positives=shown("OPENAI_SESSION", "sess-<40>"),
        negatives=unlike("sess-", "sess-<40>", "sess-<40 hex>", "sess-20260101T120000Z"),
    ),
    api_key(
        "SEC042 openai-client-secret: The short-lived key of an OpenAI Realtime API client (`ek_`).",
        r"ek_[0-9a-f]{32}",
        source="OpenAI, API reference, Realtime client secrets",
        positives=shown("client_secret", "ek_<32 hex>"),
        negatives=unlike("ek_", "ek_<32 hex>", "week_<32 hex>", "ek_abc123"),
    ),
    auth_token(
        "SEC075 openai-refresh-token: The refresh token that ChatGPT and Codex keep after a login (`rt_`), or a"
        " token of Ory Hydra, which is behind that login and others (`ory_at_`, `ory_rt_`, `ory_ac_`).",
        r"(?:ory_(?:at|rt|ac)|rt)_[A-Za-z0-9_-]{40,90}\.[A-Za-z0-9_-]{40,90}",
        anchors="rt_|ory_at_|ory_rt_|ory_ac_",
        extent=mixed,
        source="OpenAI, Codex documentation, authentication; Ory, Hydra documentation, opaque and JWT tokens",
        positives=shown("refresh_token", "rt_<43>.<43>", "ory_at_<43>.<43>", "ory_rt_<43>.<43>"),
        negatives=unlike("rt_", "rt_<43>.<43>", "rt_<43>", "start_<43>.<43>"),
    ),
)

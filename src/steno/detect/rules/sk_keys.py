"""Keys that begin with `sk-` or `sk_` and are not one provider's alone."""

from steno.detect.declare import api_key, mixed, shown, token, unlike

RULES = (
    api_key(
        "SEC050 underscored-sk-key: A key that begins with `sk_` and goes on with at least 32 characters of"
        " base64, as Novita, HeyGen, Inception and other services hand out.",
        r"sk_[A-Za-z0-9_-]{32,}",
        extent=mixed,
        source="Observed: in use; not compared with Novita AI and HeyGen, documentation, API keys",
        positives=shown("NOVITA_API_KEY", "sk_<43>", "sk_V2_hgu_<40>", "sk_<32>"),
        negatives=unlike("sk_", "sk_<43>", "sk_buff_head_init_with_lock_class_key_v2", "disk_<43>", "pk_<43>"),
    ),
    api_key(
        "SEC053 model-plan-key: A key that names its plan or product between `sk-` and the rest: Kimi Code"
        " (`sk-kimi-`), Alibaba's coding plan (`sk-sp-`), MiniMax (`sk-api-`, `sk-cp-`), Letta (`sk-let-`) or"
        " Windsurf (`sk-ws-01-`).",
        r"sk-(?:kimi|sp|api|cp|let|ws-01)-[A-Za-z0-9_-]{32,}={0,2}",
        extent=token,
        source="Observed: in use; not compared with Moonshot AI, Alibaba Cloud, MiniMax and Letta, documentation, keys",
        positives=shown(
            "KIMI_API_KEY", "sk-kimi-<64>", "sk-sp-<32 hex>", "sk-cp-<120>", "sk-let-<98>==", "sk-ws-01-<96>"
        ),
        negatives=unlike("sk-kimi-", "sk-kimi-<64>", "sk-api-your-key-goes-here-and-nowhere-else-please"),
    ),
    api_key(
        "SEC004 sk-style-api-key: A key that begins with `sk-` and goes on with at least 32 letters and digits, as"
        " DeepSeek, Moonshot, Alibaba and other providers of language models hand out, or with `or-v1-` before 64"
        " hexadecimal digits (OpenRouter).",
        r"sk-(?:or-v1-)?[A-Za-z0-9]{32,}",
        source="OpenRouter, API documentation, authentication; DeepSeek, API documentation, first call",
        positives=("DEEPSEEK_API_KEY=sk-<32 hex>", "Authorization: Bearer sk-or-v1-<64 hex>", '"apiKey": "sk-<48>"'),
        negatives=("sk-<20>", "disk-<40>", "sk-<40 a>"),
    ),
)

"""Keys of OpenAI, and of the services that spell theirs the same way."""

from steno.detect.rule import HEX, detector, fake

RULES = (
    detector(
        "SEC003",
        "openai-api-key",
        "A key of the OpenAI API: of a project, a service account, an administrator, or of the older kind that has"
        " `T3BlbkFJ` in its middle.",
        type="api_key",
        anchors=("sk-",),
        pattern=r"sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})",
        source="OpenAI, API reference, authentication and project API keys",
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
)

"""Keys of further providers of language models, each with a beginning of its own."""

import re
from string import ascii_letters

from steno.detect.rule import detector, fake, varied


def _letters(match: re.Match[str]) -> tuple[int, int] | None:
    """Letters alone make a token where capitals and small ones change about: a name has few capitals."""
    capitals = sum(map(str.isupper, match[0][-34:]))
    return varied(match) if 6 <= capitals <= 28 else None


RULES = (
    detector(
        "SEC005",
        "hugging-face-token",
        "An access token of the Hugging Face Hub, of a user (`hf_`, once `api_`) or of an organisation (`api_org_`).",
        type="api_key",
        anchors=("hf_", "api_"),
        pattern=r"(?:hf|api_org|api)_[A-Za-z]{34}",
        extent=_letters,
        source="Hugging Face, Hub documentation, user access tokens",
        positives=(
            "HF_TOKEN=" + "hf_" + fake(34, ascii_letters),
            "login(token='" + "hf_" + fake(34, ascii_letters) + "')",
            "api_" + "org_" + fake(34, ascii_letters),
            "Bearer " + "api_" + fake(34, ascii_letters),
        ),
        negatives=(
            "hf_hub_download",
            "api_" + "abcdefghijklmnopqrstuvwxyzabcdefgh",
            "hf_" + "x" * 34,
            "hf_" + fake(35, ascii_letters),
        ),
    ),
    detector(
        "SEC006",
        "groq-api-key",
        "A key of the Groq API.",
        type="api_key",
        anchors=("gsk_",),
        pattern=r"gsk_[A-Za-z0-9]{52}",
        source="Observed: in use; not compared with Groq, API documentation, quickstart",
        positives=(
            "GROQ_API_KEY=" + "gsk_" + fake(52),
            "Bearer " + "gsk_" + fake(52),
            '{"key":"' + "gsk_" + fake(52) + '"}',
        ),
        negatives=("gsk_" + fake(40), "gsk_your_key_here", "gsk_" + "0" * 52),
    ),
    detector(
        "SEC007",
        "xai-api-key",
        "A key of the xAI API.",
        type="api_key",
        anchors=("xai-",),
        pattern=r"xai-[A-Za-z0-9]{70,}",
        source="Observed: in use; not compared with xAI, API documentation, authentication",
        positives=("XAI_API_KEY=" + "xai-" + fake(80), "Bearer " + "xai-" + fake(80), "'" + "xai-" + fake(80) + "'"),
        negatives=("xai-" + fake(20), "xai-your-key", "xai-" + "x" * 80),
    ),
    detector(
        "SEC008",
        "perplexity-api-key",
        "A key of the Perplexity API.",
        type="api_key",
        anchors=("pplx-",),
        pattern=r"pplx-[A-Za-z0-9]{40,}",
        source="Observed: in use; not compared with Perplexity, API documentation, quickstart",
        positives=("PPLX=" + "pplx-" + fake(48), "Bearer " + "pplx-" + fake(48), "'" + "pplx-" + fake(48) + "'"),
        negatives=("pplx-70b-online", "pplx-" + fake(20), "pplx-" + "x" * 48),
    ),
    detector(
        "SEC009",
        "replicate-api-token",
        "A token of the Replicate API.",
        type="api_key",
        anchors=("r8_",),
        pattern=r"r8_[A-Za-z0-9]{37}",
        source="Replicate, HTTP API reference, authentication",
        positives=(
            "REPLICATE_API_TOKEN=" + "r8_" + fake(37),
            "Bearer " + "r8_" + fake(37),
            "'" + "r8_" + fake(37) + "'",
        ),
        negatives=("r8_" + fake(12), "var8_" + fake(37), "r8_" + "0" * 37),
    ),
)

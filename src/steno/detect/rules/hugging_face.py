"""Secrets of Hugging Face."""

import re

from steno.detect.declare import api_key, around, varied


def _letters(match: re.Match[str]) -> tuple[int, int] | None:
    """Letters alone make a token where capitals and small ones change about: a name has few capitals."""
    capitals = sum(map(str.isupper, match[0][-34:]))
    return varied(match) if 6 <= capitals <= 28 else None


RULE = api_key(
    "SEC005 hugging-face-token: A Hugging Face Hub access token, of a user (`hf_`, once `api_`) or of"
    " an organisation (`api_org_`).",
    r"(?:hf|api_org|api)_[A-Za-z]{34}",
    anchors="hf_|api_",
    extent=_letters,
    source="Hugging Face, Hub documentation, user access tokens",
    positives=around("_<34 a-zA-Z>", "HF_TOKEN=hf{}", "login(token='hf{}')", "api_org{}", "Bearer api{}"),
    negatives=("hf_hub_download", "api_abcdefghijklmnopqrstuvwxyzabcdefgh", "hf_<34 x>", "hf_<35 a-zA-Z>"),
)

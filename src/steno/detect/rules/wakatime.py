"""Secrets of WakaTime."""

from steno.detect.declare import UUID, api_key, token

RULE = api_key(
    "SEC375 wakatime-key: A key (`waka_`), token (`waka_tok_`, `waka_ref_`) or secret (`waka_sec_`) of WakaTime.",
    "(?:waka_|waka_tok_|waka_ref_|waka_sec_)" + f"(?:{UUID}|[A-Za-z0-9]{{40,}})",
    extent=token,
    source="WakaTime, developer documentation, authentication",
    tokens=("waka_<uuid>", "waka_tok_<80>", "waka_ref_<80>", "waka_sec_<80>"),
)

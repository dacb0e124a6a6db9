"""Secrets of Matrix."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC176 matrix-token: A token of a Matrix server: Synapse (`syt_`, `syr_`) or Matrix Authentication"
    " Service (`mat_`, `mar_`, `mct_`, `mcr_`).",
    r"(?:sy(?:t_[A-Za-z0-9+/]{2,255}|r)_[A-Za-z]{20}|m(?:at|ar|ct|cr)_[A-Za-z0-9]{30})_[A-Za-z0-9]{6}",
    anchors="syt_|syr_|mat_|mar_|mct_|mcr_",
    source="Element, source of Synapse and of Matrix Authentication Service, token formats",
    tokens=("syt_c29tZW9uZQ_<20 a-zA-Z>_<6>", "syr_<20 a-zA-Z>_<6>", "mct_<30>_<6>"),
    negatives=("syt_user_token", "syr_<20 x>_xxxxxx", "format_<30>_<6>", "mat_<30>"),
)

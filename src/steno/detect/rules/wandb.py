"""Secrets of Weights & Biases."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC059 wandb-key: A Weights & Biases keyin the form that names its provider.",
    r"wandb_v1_[A-Za-z0-9_]{70,}",
    extent=token,
    source="Observed: in use; not compared with Weights & Biases, documentation, API keys",
    positives=shown("WANDB_API_KEY", "wandb_v1_<27>_<49>"),
    negatives=unlike("wandb_v1_", "wandb_v1_<77>", "wandb_v1_api_key"),
)

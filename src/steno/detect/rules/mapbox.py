"""Secrets of Mapbox."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC256 mapbox-secret-token: A secret (`sk.`) or temporary (`tk.`) token of Mapbox; those that begin with"
    " `pk.` are public.",
    r"[st]k\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
    anchors="sk.eyJ|tk.eyJ",
    source="Mapbox, documentation, access tokens",
    positives=("MAPBOX_TOKEN=sk.eyJ1Ijoi<70>.<22>", "?access_token=tk.eyJ1Ijoi<90>.<22>", "'sk.eyJ1Ijoi<80>.<22>'"),
    negatives=("pk.eyJ1Ijoi<70>.<22>", "sk.eyJ", "task.eyJ<30>.<22>"),
)

"""Secrets of Tableau."""

from steno.detect.declare import auth_token, shown

RULE = auth_token(
    "SEC421 tableau-token: The secret of a Tableau personal access token.",
    "[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}",
    anchors="==:",
    lead_in="[A-Za-z0-9+/]{22}",
    source="Observed: in use; not compared with Tableau, help, personal access tokens",
    positives=shown("TABLEAU_PAT_SECRET", "<22>==:<32>"),
    negatives=("<22>==:", "<22>==:<12>", "<22>==:<32 a>"),
)

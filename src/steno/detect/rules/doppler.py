"""Secrets of Doppler."""

from steno.detect.declare import auth_token, token, unlike

RULE = auth_token(
    "SEC129 doppler-token: A Doppler token: personal (`dp.pt.`), service (`dp.st.`), service account"
    " (`dp.sa.`) or its identity (`dp.said.`), command line (`dp.ct.`), SCIM (`dp.scim.`) or audit"
    " (`dp.audit.`).",
    r"dp\.(?:pt|st(?:\.[a-z0-9_-]{1,40})?|sa|said|ct|scim|audit)\.[A-Za-z0-9]{40,44}",
    anchors="dp.pt.|dp.st.|dp.sa.|dp.said.|dp.ct.|dp.scim.|dp.audit.",
    extent=token,
    source="Doppler, documentation, auth token formats; source of the command line tool, revocation",
    tokens=("dp.pt.<43>", "dp.st.<43>", "dp.st.prd_eu.<40>", "dp.scim.<43>", "dp.said.<43>"),
    negatives=unlike("dp.pt.", "dp.pt.<43>", "dp.st.dev.token", "dp.ct.<20>"),
)

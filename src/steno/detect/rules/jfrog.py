"""Secrets of JFrog Artifactory."""

from steno.detect.declare import api_key, shown, token, unlike

RULE = api_key(
    "SEC138 jfrog-token: A JFrog Artifactory key (`AKCp`), or one of its reference tokens (`cmVmdGtu`,"
    " base64 of `reftkn`).",
    r"(?:AKCp[A-Za-z0-9]{65,72}|cmVmdGtu[A-Za-z0-9]{50,60})",
    anchors="AKCp|cmVmdGtu",
    extent=token,
    source="Observed: in use; not compared with JFrog, documentation, access tokens and API keys",
    positives=shown("ARTIFACTORY_API_KEY", "AKCp<69>", "cmVmdGtu<56>"),
    negatives=unlike("AKCp", "AKCp<69>", "cmVmdGtu<20>"),
)

"""Secrets of Atlassian."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC037 atlassian-token: An Atlassian API token (Jira, Confluence, Bitbucket).",
    r"AT[AC]TT3[A-Za-z0-9_=-]{100,}",
    anchors="ATATT3|ATCTT3",
    source="Observed: in use; not compared with Atlassian, support, manage API tokens",
    positives=("JIRA_TOKEN=ATATT3xFfGF0<180>", "-u me:ATATT3xFfGF0<170>=<8>", "'ATCTT3xFfGN0<180>'"),
    negatives=("ATATT3", "ATATT3<30>", "ATATT3<180 x>"),
)

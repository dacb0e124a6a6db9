"""Secrets of LINE."""

import re

from steno.detect.declare import auth_token

_LINE_END = "dB04t89/1O/w1cDnyilFU="
"""What LINE's long-lived channel tokens all end in."""

RULE = auth_token(
    "SEC174 line-channel-token: A long-lived access token of a channel of LINE.",
    r"[A-Za-z0-9+/]{100,150}" + re.escape(_LINE_END),
    anchors=(_LINE_END,),
    lead_in=r"[A-Za-z0-9+/]{100,150}",
    inside_words=True,
    source="Observed: in use; not compared with LINE Developers, documentation, channel access tokens",
    tokens=("<150>dB04t89/1O/w1cDnyilFU=", "<70>+<79>dB04t89/1O/w1cDnyilFU="),
    negatives=("w1cDnyilFU=", "<20>dB04t89/1O/w1cDnyilFU=", "... dB04t89/1O/w1cDnyilFU="),
)

"""Secrets of Firebase Cloud Messaging."""

from steno.detect.declare import api_key, around

RULE = api_key(
    "SEC257 firebase-server-key: A Firebase Cloud Messaging server key.",
    r"AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{120,160}",
    anchors=":APA91b",
    lead_in=r"[A-Za-z0-9_-]{11}",
    source="Observed: in use; not compared with Firebase, documentation, Cloud Messaging, legacy HTTP protocol",
    positives=around("AAAA<7>:APA91b<134>", "Authorization: key={}", "FCM_SERVER_KEY={}", "'{}"),
    negatives=("AAAA<7>", "AAAA<7>:APA91b<20>", "<60 A>:APA91b"),
)

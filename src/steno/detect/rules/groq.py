"""Secrets of Groq."""

from steno.detect.declare import api_key

RULE = api_key(
    "SEC006 groq-api-key: A Groq API key.",
    r"gsk_[A-Za-z0-9]{52}",
    source="Observed: in use; not compared with Groq, API documentation, quickstart",
    positives=("GROQ_API_KEY=gsk_<52>", "Bearer gsk_<52>", '{"key":"gsk_<52>"}'),
    negatives=("gsk_<40>", "gsk_your_key_here", "gsk_<52 0>"),
)

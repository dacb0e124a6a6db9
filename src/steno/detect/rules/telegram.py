"""Secrets of Telegram."""

from steno.detect.declare import auth_token

RULE = auth_token(
    "SEC173 telegram-bot-token: The token of a Telegram bot: its number and a key.",
    r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
    anchors=":AA",
    lead_in=r"[0-9]{8,10}",
    before=lambda before: not before[-1:].isdigit(),
    inside_words=True,
    source="Telegram, Bot API, authorizing your bot",
    positives=(
        "TELEGRAM_TOKEN=<10 0-9>:AAH<32>",
        "https://api.telegram.org/bot<9 0-9>:AAF<32>/getMe",
        'Bot("<10 0-9>:AAE<30>_-")',
    ),
    negatives=("123456789:AA<33 x>", "1234:AA<33>", "key:AA<33>", "<10 0-9>:AA<12>"),
)

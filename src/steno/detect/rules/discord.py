"""Secrets of Discord."""

import re
from base64 import b64encode

from steno.detect.declare import auth_token, secret
from steno.detect.judge import decoded


def _discord(match: re.Match[str]) -> tuple[int, int] | None:
    """A token whose first part is the number of an account, as base64."""
    number = decoded(match[1])
    return match.span() if number and number.isdigit() and 17 <= len(number) <= 20 else None


def _owner(number: str) -> str:
    return b64encode(number.encode()).decode().rstrip("=")


_STARTS = tuple(sorted({_owner(str(number))[:3] for number in range(10, 100)}))

RULES = (
    auth_token(
        "SEC171 discord-bot-token: The token of a Discord bot or user: the number of its account, a time and a"
        " signature.",
        r"([MNO][A-Za-z0-9]{22,27})\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}",
        anchors=_STARTS,
        extent=_discord,
        source="Observed: in use; not compared with Discord, developer documentation, reference, authentication",
        tokens=(
            "MTEyMjMzNDQ1NTY2Nzc4ODk5.G<5>.<38>",
            "OTg3NjU0MzIx<>MDk4NzY1NDMy.G<5>.<27>",
            "MTIzNDU2Nzg5M<>DEyMzQ1Njc4OQ.G<5>.<38>",
        ),
        negatives=("MTEyMjMzNDQ1NTY2Nzc4ODk5", "MTIz.<6>.<38>", "MTIz<20>.<6>.<38>"),
    ),
    auth_token(
        "SEC172 discord-mfa-token: The token of a Discord user with a second factor.",
        r"mfa\.[A-Za-z0-9_-]{80,90}",
        source="Observed: in use; not compared with Discord, user tokens as its client sends them",
        tokens="mfa.<84>",
        negatives=("mfa.enabled", "mfa.<20>", "mfa.<84 x>"),
    ),
    secret(
        "SEC031 discord-webhook: The address of a Discord webhook: anyone who has it can post.",
        r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,}",
        anchors=tuple(
            "https://" + host + "/api/"
            for part in ("", "ptb.", "canary.")
            for host in (part + "discord.com", part + "discordapp.com")
        ),
        source="Discord, developer documentation, webhook resource",
        positives=(
            "curl https://discord.com/api/webhooks/<18 0-9>/<68>",
            "URL=https://discordapp.com/api/webhooks/<18 0-9>/<68>",
            "'https://discord.com/api/webhooks/<18 0-9>/<68>",
        ),
        negatives=(
            "https://discord.com/api/webhooks/",
            "https://discord.com/api/webhooks/123/abc",
            "https://discord.com/api/webhooks/<18 0-9>/<68 x>",
        ),
    ),
)

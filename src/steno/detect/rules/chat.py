"""Tokens of chat services: Discord, Telegram, LINE, Webex, Matrix, Twitch and VK."""

from __future__ import annotations

import re
from base64 import b64encode
from string import ascii_letters, ascii_lowercase, digits

from steno.detect.judge import decoded
from steno.detect.rule import ALNUM, detector, fake
from steno.detect.rules.forms import UUID, shown, uuid

_LINE_END = "dB04t89/1O/w1cDnyilFU="
"""What LINE's long-lived channel tokens all end in."""


def _discord(match: re.Match[str]) -> tuple[int, int] | None:
    """A token whose first part is the number of an account, as base64."""
    number = decoded(match[1])
    return match.span() if number and number.isdigit() and 17 <= len(number) <= 20 else None


def _owner(number: str) -> str:
    return b64encode(number.encode()).decode().rstrip("=")


_STARTS = tuple(sorted({_owner(str(number))[:3] for number in range(10, 100)}))

RULES = (
    detector(
        "SEC171",
        "discord-bot-token",
        "The token of a bot or user of Discord: the number of its account, a time and a signature.",
        type="auth_token",
        anchors=_STARTS,
        pattern=r"([MNO][A-Za-z0-9]{22,27})\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}",
        extent=_discord,
        source="Observed: in use; not compared with Discord, developer documentation, reference, authentication",
        positives=shown(
            "DISCORD_BOT_TOKEN",
            *(
                _owner(number) + "." + "G" + fake(5) + "." + fake(size)
                for number, size in (
                    ("112233445566778899", 38),
                    ("987654321098765432", 27),
                    ("1234567890123456789", 38),
                )
            ),
        ),
        negatives=(
            "MTEyMjMzNDQ1NTY2Nzc4ODk5",
            "MTIz." + fake(6) + "." + fake(38),
            "MTIz" + fake(20) + "." + fake(6) + "." + fake(38),
        ),
    ),
    detector(
        "SEC172",
        "discord-mfa-token",
        "The token of a user of Discord with a second factor.",
        type="auth_token",
        anchors=("mfa.",),
        pattern=r"mfa\.[A-Za-z0-9_-]{80,90}",
        source="Observed: in use; not compared with Discord, user tokens as its client sends them",
        positives=shown("DISCORD_MFA_TOKEN", "mfa." + fake(84)),
        negatives=("mfa.enabled", "mfa." + fake(20), "mfa." + "x" * 84),
    ),
    detector(
        "SEC173",
        "telegram-bot-token",
        "The token of a bot of Telegram: its number and a key.",
        type="auth_token",
        anchors=(":AA",),
        back=r"[0-9]{8,10}",
        before=lambda before: not before[-1:].isdigit(),
        pattern=r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
        glued=True,
        source="Telegram, Bot API, authorizing your bot",
        positives=(
            "TELEGRAM_TOKEN=" + fake(10, digits) + ":AA" + "H" + fake(32),
            "https://api.telegram.org/bot" + fake(9, digits) + ":AA" + "F" + fake(32) + "/getMe",
            'Bot("' + fake(10, digits) + ":AA" + "E" + fake(30) + '_-")',
        ),
        negatives=(
            "123456789:AA" + "x" * 33,
            "1234:AA" + fake(33),
            "key:AA" + fake(33),
            fake(10, digits) + ":AA" + fake(12),
        ),
    ),
    detector(
        "SEC174",
        "line-channel-token",
        "A long-lived access token of a channel of LINE.",
        type="auth_token",
        anchors=(_LINE_END,),
        back=r"[A-Za-z0-9+/]{100,150}",
        pattern=r"[A-Za-z0-9+/]{100,150}" + re.escape(_LINE_END),
        glued=True,
        source="Observed: in use; not compared with LINE Developers, documentation, channel access tokens",
        positives=shown("LINE_CHANNEL_TOKEN", fake(150) + _LINE_END, fake(70) + "+" + fake(79) + _LINE_END),
        negatives=("w1cDnyilFU=", fake(20) + _LINE_END, "... " + _LINE_END),
    ),
    detector(
        "SEC175",
        "webex-token",
        "An access token of Webex, of a person, bot or integration.",
        type="auth_token",
        anchors=("_PF84_", "_P0A1_", "_PE93_"),
        back=r"[A-Za-z0-9_-]{64}",
        pattern=rf"[A-Za-z0-9_-]{{64}}_P(?:F84|0A1|E93)_(?:{UUID}|consumer)",
        glued=True,
        source="Observed: in use; not compared with Webex for Developers, documentation, access tokens",
        positives=shown(
            "WEBEX_TOKEN", fake(64) + "_PF84_" + uuid(), fake(64) + "_P0A1_" + uuid(), fake(64) + "_PE93_" + uuid()
        ),
        negatives=("_PF84_" + uuid(), fake(20) + "_PF84_" + uuid(), fake(64) + "_PF84_" + fake(12)),
    ),
    detector(
        "SEC176",
        "matrix-token",
        "A token of a Matrix server: Synapse (`syt_`, `syr_`) or Matrix Authentication Service (`mat_`, `mar_`, `mct_`,"
        " `mcr_`).",
        type="auth_token",
        anchors=("syt_", "syr_", "mat_", "mar_", "mct_", "mcr_"),
        pattern=r"(?:sy(?:t_[A-Za-z0-9+/]{2,255}|r)_[A-Za-z]{20}|m(?:at|ar|ct|cr)_[A-Za-z0-9]{30})_[A-Za-z0-9]{6}",
        source="Element, source of Synapse and of Matrix Authentication Service, token formats",
        positives=shown(
            "MATRIX_TOKEN",
            "syt_" + _owner("someone") + "_" + fake(20, ascii_letters) + "_" + fake(6),
            "syr_" + fake(20, ascii_letters) + "_" + fake(6),
            "mct_" + fake(30) + "_" + fake(6),
        ),
        negatives=(
            "syt_user_token",
            "syr_" + "x" * 20 + "_xxxxxx",
            "format_" + fake(30) + "_" + fake(6),
            "mat_" + fake(30),
        ),
    ),
    detector(
        "SEC178",
        "twitch-chat-token",
        "A token with which a program speaks in the chat of Twitch.",
        type="auth_token",
        anchors=("oauth:",),
        pattern=r"oauth:[a-z0-9]{30}",
        source="Twitch, developer documentation, authenticating with the IRC server",
        positives=shown(
            "TWITCH_CHAT_TOKEN",
            "oauth:" + fake(30, digits + ascii_lowercase),
            "oauth:" + fake(30, ascii_lowercase + digits),
        ),
        negatives=("oauth:2.0:audience", "oauth:" + "x" * 30, "urn:ietf:params:oauth:grant-type:jwt-bearer"),
    ),
    detector(
        "SEC179",
        "vk-token",
        "An access token of VK.",
        type="auth_token",
        anchors=("vk1.a.", "vk2.a."),
        pattern=r"vk[12]\.a\.[A-Za-z0-9_-]{60,}",
        source="VK, developer documentation, access tokens",
        positives=shown("VK_TOKEN", "vk1.a." + fake(180), "vk2.a." + fake(190, ALNUM)),
        negatives=("vk1.a.token", "vk1.b." + fake(180), "vk1.a." + "x" * 180),
    ),
)

"""Passwords that a sentence gives away in another language than English, and beside the name of an account."""

from __future__ import annotations

import re

from msgspec.structs import replace

from steno.detect.context.extent import QUOTE, Place, value_at, whole
from steno.detect.context.names import Family, Name, Promise
from steno.detect.context.values import secret
from steno.detect.declare import password
from steno.detect.patterns import ready

_NAME = Name(Family.PASSWORD, Promise.FIRM)

_SPACED = (
    "passwort", "kennwort", "mot de passe", "mots de passe", "mdp", "contraseña", "contrasena", "clave", "senha",
    "palavra-passe", "palavra passe", "password è", "password era", "password del", "password di", "password dell",
    "password della", "password per", "wachtwoord", "пароль", "Пароль", "паролем", "пароля",
)  # fmt: skip
_DENSE = ("密码", "密碼", "口令", "パスワード", "暗証番号")
"""The words for a password: of languages that part words by spaces, and of those that do not."""

_BE = (
    "ist", "lautet", "war", "est", "sera", "était", "es", "era", "será", "fue", "é", "foi", "è", "sarà", "is", "wordt",
    "это", "теперь", "будет", "был", "auf", "jetzt", "maintenant", "ahora", "agora", "adesso", "nun", "nu", "em", "a",
)  # fmt: skip
_COPULAS = ("是", "为", "為", "は", "が", "：", ":", "=", "「")


def _any(*words: str) -> str:
    """One of the words, in a text as well as in its bytes of UTF-8 that are read one by one."""
    spelled = dict.fromkeys(each for word in words for each in (word, word.encode().decode("latin-1")))
    return "(?:" + "|".join(map(re.escape, spelled)) + ")"


_IS = _any(*_BE)
_SIGN = ready(
    rf"(?:[ \n][^ \n:=\"'`]{{1,24}}){{0,5}}?(?:[ \n](?:c'|d')?{_IS}(?: {_IS})? ?:?| ?{_any(':', '=', '：')}|"
    rf" ?{_any('—', '–', '-')})[ \n](?:{_any('«', '„', '“')} ?|\*\*)?(?:{QUOTE})?|[ \n]"
)
_DENSE_SIGN = ready(
    rf"(?:[^\x00-\x7f]{{0,18}}?{_any(*_COPULAS)} {{0,2}}| )(?:{_any('「', '『', '“', '（', '(')}|\*\*|{QUOTE})?"
)
_CHOSEN = ready(r"[0-9!#$%&*+@^~\"'`]")
"""What a password has that words around it have not: looked for first, since the rest costs more."""
_NEAR = 120
_BARE = ready(r"[!-~]{4,128}")
_CLOSE = ".,;:!?)]}\"'`"


def _spaced(match: re.Match[str]) -> tuple[int, int] | None:
    return _told(match, _SIGN)


def _dense(match: re.Match[str]) -> tuple[int, int] | None:
    return _told(match, _DENSE_SIGN)


def _told(match: re.Match[str], sign: re.Pattern[str]) -> tuple[int, int] | None:
    """The value after the word and what makes it a statement, where it is one that was chosen or drawn."""
    text, limit = match.string, match.endpos
    if not _CHOSEN.search(text, match.end(), min(limit, match.end() + _NEAR)):
        return None
    said = sign.match(text, match.end(), limit)
    found = value_at(text, said.end(), limit) if said else None
    if said is None or found is None:
        return None
    end = found.end
    if not found.quoted:
        ascii_run = _BARE.match(text, found.start, limit)
        end = min(end, ascii_run.end()) if ascii_run else found.start
        while end > found.start and text[end - 1] in ".,;:":
            end -= 1
    value = text[found.start : end]
    stated = said[0] not in (" ", "\n")
    if not stated and not any(map(str.isdigit, value)):
        return None
    place = Place.WORD if found.quoted else Place.VALUE
    if not secret(value, _NAME, place):
        return None
    return whole(text, replace(found, end=end), limit) if found.quoted else (found.start, end)


def _value(match: re.Match[str]) -> tuple[int, int] | None:
    text = match["v"].rstrip(_CLOSE)
    chosen = any(map(str.isdigit, text)) or not text.isalnum()
    start = match.start("v")
    return (start, start + len(text)) if chosen and secret(text, _NAME, Place.VALUE) else None


_PW = "Vexing" + "88!"

RULES = (
    password(
        "SEC406 told-password: A password that a sentence gives away in German, French, Spanish, Portuguese,"
        " Italian, Dutch or Russian: the word for it, `is` or a colon, and a value that is no word of a language.",
        _any(*_SPACED),
        anchors=_SPACED,
        caseless=True,
        extent=_spaced,
        source="Duden, Larousse, RAE, Priberam, Treccani and Ozhegov, the words for a password",
        positives=(
            "Das Passwort lautet " + _PW,
            "le mot de passe est : " + _PW,
            "La contraseña del servidor es " + _PW + ".",
            "A senha é " + _PW,
            "la password è " + _PW,
            "Пароль: " + _PW,
        ),
        negatives=(
            "Das Passwort lautet anders",
            "le mot de passe est incorrect",
            "La contraseña es obligatoria",
            "Пароль: обязательное поле",
            "mot de passe : ********",
        ),
    ),
    password(
        "SEC407 told-password-unspaced: A password that a sentence gives away in Chinese or Japanese: the word for"
        " it, a copula or a colon, and a value in ASCII.",
        _any(*_DENSE),
        anchors=_DENSE,
        inside_words=True,
        extent=_dense,
        source="Xinhua dictionary and Kojien, the words for a password",
        positives=("密码是" + _PW, "数据库密码：" + _PW, "パスワードは " + _PW + " です", "パスワード：" + _PW + "。"),
        negatives=("密码是必填的", "パスワードは8文字以上です", "密码：********", "パスワードは ${PASSWORD} です"),
    ),
    password(
        "SEC408 account-and-password: A password next to the name of its account, after a word such as `creds`,"
        " `credentials` or `login`: `creds: admin / …`.",
        r"(?:creds?|credentials?|logins?|(?:log|logged|sign|signed) in|user(?:name)?/pass(?:word)?)"
        r"(?: (?:details|info|for [\w.-]{1,40}|to [\w.-]{1,40}|on [\w.-]{1,40}))?(?: (?:are|is|with|as|using|via))?"
        r"\s?(?:[:=]|->|-)?\s(?:with |as |the )?[\"'`*]{0,3}[A-Za-z][\w.@+-]{1,63}"
        r"[\"'`*]{0,3}(?: ?/ ?| ?: ?| \| )[\"'`*]{0,3}"
        r"(?P<v>[!-~]{6,128})",
        anchors="creds|credential|login|log in|sign in|logged in|signed in|user/pass|username/pass",
        caseless=True,
        extent=_value,
        source="OWASP, Secrets Management Cheat Sheet, secrets in messages",
        positives=(
            "creds: admin / " + _PW,
            "staging credentials are svc:" + _PW + ".",
            "log in with admin/" + _PW + " and look",
            "Login: `root` / `" + _PW + "`",
        ),
        negatives=(
            "creds: admin / ********",
            "credentials: user / password",
            "login with github/oauth2 first",
            "log in as admin: the page opens",
        ),
    ),
    password(
        "SEC409 value-as-password: A password that the sentence names afterwards: `use … as the password`.",
        r"[\"'`*]{0,3}(?P<v>[!-~]{6,64}) (?:as|for)(?: (?:the|my|your|its))? password",
        anchors=(" as the password| as password| as my password| as your password| as its password| for the password"),
        lead_in=r"[\"'`*]{0,3}[!-~]{6,64}",
        caseless=True,
        inside_words=True,
        extent=_value,
        source="OWASP, Secrets Management Cheat Sheet, secrets in messages",
        positives=(
            "use " + _PW + " as the password",
            "Then enter `" + _PW + "` as password.",
            "we set " + _PW + " for the password",
        ),
        negatives=(
            "use the same value as the password",
            "store it as password",
            "pass $SECRET1 as the password",
        ),
    ),
)

"""Tells secrets from the words, code, paths and numbers that stand beside names.  Knows values, not places."""

from __future__ import annotations

import re
from functools import lru_cache

from steno.detect.context.extent import Place
from steno.detect.context.names import Family, Name, Promise
from steno.detect.patterns import deferred
from steno.detect.placeholder import placeholder

_PAIRS = """
58982371604989070999542450 73426200620710610551500030 91548209607631920659600020 73359420900422720464500010
85996762501979475999365840 61235700800501710534500010 50109025500414400652400000 80008000600110700324200020
75977670001889960799060306 10002000000000200000100000 30007000400200100040000000 91369200900821930166620070
94029000700351780152500020 92899691704324840299550010 45782460404889670977856200 90239204600710850956400050
00000000000000000000600000 92669360904475940788531050 61739327904532772289822050 92649408900543950986612071
56435330400769160778000000 70009000600000200010000000 50005002500002400330000000 10203100300000050005000300
20202000100232160043000010 20006000200000000000000003
"""
"""How common each pair of letters is in English and in code, 0 to 9: a row for the first, a column for the second."""

_COMMON = {chr(97 + i) + chr(97 + j): int(digit) for i, row in enumerate(_PAIRS.split()) for j, digit in enumerate(row)}
_ODD = 4.4
"""Words of the language have more than this on average; nine in ten of random letters have less."""

_PIECE = deferred(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", re.ASCII)
_BASE32 = deferred(r"[A-Z2-7]{16,128}", re.ASCII)
_UUID = deferred(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_DIGEST = deferred(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})")
_NUMBER = deferred(
    r"[vV]?[0-9][0-9.,:_+/TZ\s-]*(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|%|rc\d+|b\d+|a\d+)?|0x[0-9a-fA-F]{1,16}[uUlL]{0,3}"
)
_ELSEWHERE = deferred(
    r"[a-zA-Z][a-zA-Z0-9+.-]{0,20}://\S*|(?:[a-z]+\.)?(?:kms|ssm|sops|aws-?sm|gcp-?sm|keyvault|keychain):\S+|"
    r"(?:data|urn|did|sha\d+|md5|blob|mailto|tel|file|chrome|about):\S*|\S+@[\w-]+\.[\w.-]+|"
    r"(?:toolu|msg|call|resp|req)_\w+"
)
"""What names a place, a person or a record: a URL, a reference, an address, an agent's id."""
_PATH = deferred(r"(?:[~.]{0,2}|[A-Za-z]:)[/\\]\S*|[\w.@+-]+(?:[/\\][\w.@+*-]+){1,20}[/\\]?")
_FILE = deferred(
    r"[\w.@/\\-]+\.(?:py|[jt]sx?|json|ya?ml|toml|md|txt|pem|crt|key|cfg|ini|html?|css|sh|go|rs|rb|java|[ch]|cpp|xml|"
    r"csv|log|sql|lock|png|svg|env|conf|pub|p12|jks|gpg|asc)"
)
_EXPRESSION = deferred(
    r"[&*!]?[A-Za-z_$][\w$]*(?:(?:\?\.|->|::|\.)[\w$]*)*[(\[{<].*|"
    r".*(?:=>|\(\)|\[\]|\{\}|\w==\w|&&|\|\||::|->|\?\.|\.[*+]).*|"
    r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[<>%@#:].{0,3}|\{.*|.*%[sdr](?:\W.*)?|[A-Za-z_]\w*=[A-Za-z_{(\"'\[].*",
    re.DOTALL,
)
"""Code or a template."""
_PATTERN = deferred(r"\(\?[:=!<P]|\[\^|\[[aA0]-[zZfF9]|\\[wdsbWDSB.(|)]")
_BRACKETS = deferred(r"[()\[\]{}]")

_NAMED = """
password passwd passphrase pwd pass secret token key apikey auth oauth sha md hmac scram pbkdf bcrypt argon scrypt
crypt aes rsa ecdsa ed utf base ascii latin iso tls ssl hash digest plain md5 basic bearer jwt rfc x509 http https
user field input test version type id name value
"""
_TECHNICAL = frozenset(_NAMED.split())
"""Words that, with a number, name a kind of thing: `sha256`, `oauth2`, `password1`."""

_HEAD = 200
"""How much of a long value is looked at."""
_LONG_RUN, _FEW = 64, 10
"""So long a value of so few characters repeats itself: chance has more, even in hexadecimal."""

_SHORTEST = 4
_CHOSEN = 24
"""Shorter ones may have been thought up; longer ones were made by a machine."""
_SPACE = deferred(r"\s")
_MARKS = deferred(r"[!@#$%^&*+=~?]")


_SAID = """
accepted actual answer any argument array asked basic blob bool boolean bytea bytes cancel caption char chosen cipher
clear confirm confirmation confirmed correct credential create current date datetime denied denies digest disabled
edit email enabled encode encrypt enter entered error event expired export external failed failure flag float forgot
forgotten format found from generate given hashed here hide http https ignore ignored import incorrect insecure
integer invalid json keep keyring later length list logout mail manual map mask match matched matches message method
minimum mismatch model must needed never next nobody normal nothing nullable number object obscured oidc only option
option options ours page placeholder please plugin policy present previous protected provided public query question
redact rejected remember repeat reset response result return reveal rule saml sent set shadow show shown signin signup
size stdin step store strength submit success switch sync system table target title toggle tooltip transient true
typed unchanged updated upper validate validated validation validator varchar verified verify visible warning weak
when where while will without wrong yes yup zod interactive required optional hidden masked encrypted vault none
passwort kennwort wachtwoord senha lozinka heslo haslo parola sifre sandi salasana jelszo slaptazodis parool geslo
adgangskode losenord passord clave contrasena contrasenya motdepasse katasandi parolla codigo palavra
integration production staging develop release deploy service provider manager handler factory builder client session
"""
_ABOUT = frozenset(_SAID.split())
"""Words about a value in a form, a message, a type or a method: not the value."""


def secret(value: str, name: Name, place: Place) -> bool:
    """Whether a value beside that name is a secret, where such a thing can stand."""
    loose = place > Place.CODE
    if _SPACE().search(value):
        return name.phrase and loose and _phrase(value)
    if len(value) < _SHORTEST or (len(value) >= _LONG_RUN and len(set(value)) < _FEW):
        return False
    likely = _password if name.family is Family.PASSWORD else _random
    if not (likely(value, name, place) or _weak(value, name, place)):
        return False
    head = value[:_HEAD]
    if loose and len(value) >= _CHOSEN and odd(value):
        # Chance puts brackets and signs side by side that would be code between words.
        head = _BRACKETS().sub("", head)
    elif _EXPRESSION().fullmatch(head):
        return False
    return not (_PATTERN().search(value, 0, _HEAD) or _elsewhere(head) or placeholder(head))


def _elsewhere(value: str) -> bool:
    """A number, a place or a file."""
    if _NUMBER().fullmatch(value) and not (value.isdigit() and len(value) >= 6):
        return True
    return bool(_ELSEWHERE().fullmatch(value) or _FILE().fullmatch(value))


def _phrase(value: str) -> bool:
    """Several words that are no sentence and say nothing of themselves."""
    words = value.split(" ")
    return (
        4 <= len(words) <= 24
        and all(word.isalpha() and word.islower() for word in words)
        and not placeholder(value)
        and not _TECHNICAL.intersection(words)
        and not {"the", "your", "a", "for", "to", "is", "of", "enter"}.intersection(words)
    )


def _weak(value: str, name: Name, place: Place) -> bool:
    """Whether a firm name and its place make a literal of a value that says nothing itself: `DB_PASSWORD=goodspec`."""
    if place < Place.WORD or name.promise is not Promise.FIRM or not value.isascii() or len(value) > 128:
        return False
    password = name.family is Family.PASSWORD
    if not (password or place is Place.LITERAL):
        return False
    pieces = [piece.lower() for piece in _PIECE().findall(value)]
    words = [piece for piece in pieces if piece.isalpha()]
    least = 4 if password and place is Place.LITERAL else 6 if password else 8
    if len(value) < least or not words or _ABOUT.intersection(words) or _PATH().fullmatch(value):
        return False
    if len(words) == len(pieces) and (_TECHNICAL.intersection(words) or value.lower().endswith(_NAMES)):
        return False  # `user_password`, `getToken`
    return place is Place.LITERAL or len(words) < 2 or not value.isalpha()


_NAMES = ("password", "passwd", "passphrase", "secret", "token", "key", "credentials", "pwd")


def _password(value: str, name: Name, place: Place) -> bool:
    loose = place > Place.CODE
    if len(value) > 128:
        return _random(value, name, place)
    if value.isdigit():
        return loose and 6 <= len(value) <= 12
    pieces = [piece.lower() for piece in _PIECE().findall(value)]
    letters = [piece for piece in pieces if piece.isalpha()]
    if not letters or (_PATH().fullmatch(value) and not odd(value)):
        return False
    plain = all(c.isalnum() or c in "_-." for c in value)
    if plain and len(letters) == len(pieces):
        phrase = loose and _phrase(value.replace("-", " "))
        return len(value) >= 8 and (phrase or odd(value))
    if not loose or name.promise < Promise.FIRM:
        return len(value) >= 8 and (odd(value) or (not plain and len(pieces) > 1 and bool(_MARKS().search(value))))
    if plain and (len(value) < 6 or _TECHNICAL.intersection(letters)):
        return odd(value) and len(value) >= 8
    return plain or bool(_MARKS().search(value)) or odd(value)


_LEAST = {Promise.FIRM: 10, Promise.LIKELY: 16, Promise.VAGUE: 24}


def _random(value: str, name: Name, place: Place) -> bool:
    firm = name.promise is Promise.FIRM
    least = 8 if place > Place.CODE else 12
    if firm and least <= len(value) < _CHOSEN and _MARKS().search(value) and _mixed(value):
        return True  # chosen like a password
    if firm and len(value) >= (16 if place > Place.CODE else 20):
        if _BASE32().fullmatch(value) and sum(map(str.isdigit, value)) > 1:
            return True
        if _changes(value) and not wordy(value):
            return True
    if len(value) < _LEAST[name.promise]:
        return False
    if _UUID().fullmatch(value):
        return name.promise is Promise.FIRM
    vague = name.promise < Promise.FIRM and name.family is Family.KEY and not name.loud
    if vague and (_DIGEST().fullmatch(value) or not _mixed(value)):
        return False
    return odd(value) and not (_PATH().fullmatch(value) and wordy(value))


_CHANGE = deferred(r"(?<=[A-Z])[a-z0-9]|(?<=[a-z])[A-Z0-9]|(?<=[0-9])[A-Za-z]", re.ASCII)


def _changes(value: str) -> bool:
    """Whether small letters, capitals and digits take turns as in no name: `UuB0m_oxBeQrciedzI8Z`."""
    return any(map(str.isdigit, value)) and 4 * len(_CHANGE().findall(value)) >= len(value)


def _mixed(value: str) -> bool:
    return any(map(str.islower, value)) and any(map(str.isupper, value)) and any(map(str.isdigit, value))


def wordy(value: str) -> bool:
    """Whether words of the language make up half of it."""
    return 2 * sum(len(piece) for piece in _PIECE().findall(value) if len(piece) > 3 and _language(piece)) > len(value)


@lru_cache(maxsize=8192)
def _language(word: str) -> bool:
    word = word.lower()
    if not word.isalpha():
        return False
    if len(word) < 3:
        return True
    return sum(_COMMON.get(word[i : i + 2], 5) for i in range(len(word) - 1)) > _ODD * (len(word) - 1)


_CHUNK = deferred(r"[^-_.:/\\]+")
_LONG = 8


def odd(value: str) -> bool:
    """Whether it reads like chance: letters that no language puts side by side, or many short runs of each kind."""
    chunks: list[str] = _CHUNK().findall(value[:200])
    long = [chunk for chunk in chunks if len(chunk) >= _LONG]
    size = sum(map(len, chunks))
    if not long:
        return size >= 2 * _LONG and _chance("".join(chunks), 7)
    return 5 * sum(len(chunk) for chunk in long if _chance(chunk, 4)) >= 2 * size


def _chance(chunk: str, runs: int) -> bool:
    pieces: list[str] = _PIECE().findall(chunk)
    size = len(chunk)
    words = sum(len(piece) for piece in pieces if len(piece) > 3 and _language(piece))
    if 2 * words >= size or not pieces:
        return False
    strange = sum(len(piece) for piece in pieces if len(piece) > 3 and piece.isalpha()) - words
    marks = size - sum(map(len, pieces))
    # Chance changes between small, capital and digit every two or three characters; words and years do not.
    if any(piece.isdigit() for piece in pieces) or marks:
        return len(pieces) + marks >= runs or 2 * strange >= size
    if 2 * strange >= size or (len(pieces) >= 5 and size <= 3 * len(pieces)):
        return True
    # Half of the letters that chance draws are capitals; of a name in any style far fewer, or all.
    capitals = sum(map(str.isupper, chunk))
    return size >= 16 and size <= 4 * len(pieces) and 3 * size <= 10 * capitals <= 7 * size

"""Keys of wallets.  Most carry a checksum; one that fails it needs a beginning or a word beside it that tells it."""

import re
from string import ascii_lowercase

from steno.detect.checksum import (
    BASE32,
    BECH32,
    BITCOIN,
    RIPPLE,
    base58check,
    bech32,
    crc16,
    is_bech32,
    unbase58check,
)
from steno.detect.judge import SEP, drawn, value
from steno.detect.rule import HEX, Level, detector, fake

_BYTES = bytes((i * 37 + 11) % 256 for i in range(80))


_CALLED = re.compile(r"wif|wallet|privkey|bitcoin|btc|seed|secret|stellar|xrp|ripple", re.IGNORECASE)
_NEAR = 40


def _called(match: re.Match[str]) -> bool:
    """Whether the text calls it a key: with a wrong digit it still tells most of itself."""
    start = match.start()
    return drawn(match[0]) and _CALLED.search(match.string, max(0, start - _NEAR), start) is not None


def _import_format(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if unbase58check(match[0]) or _called(match) else None


def _base58(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched: its beginning tells it, so a wrong digit does not make it harmless."""
    return match.span() if unbase58check(match[0]) or drawn(match[0][4:]) else None


def _ripple(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if unbase58check(match[0], RIPPLE) or _called(match) else None


def _bech32(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span() if is_bech32(match[0]) or drawn(match[0].partition("1")[2]) else None


def _base32(data: bytes) -> str:
    number = int.from_bytes(data)
    return "".join(BASE32[number >> 5 * place & 31] for place in reversed(range(len(data) * 8 // 5)))


def _stellar(match: re.Match[str]) -> tuple[int, int] | None:
    """Everything that matched, where the last two bytes are the checksum of the others, or the text calls it a seed."""
    number = 0
    for character in match[0]:
        number = number << 5 | BASE32.index(character)
    data = number.to_bytes(35)
    fits = crc16(data[:-2]) == int.from_bytes(data[-2:], "little")
    return match.span() if fits or _called(match) else None


_PREFIX = ascii_lowercase + "0123456789_"


def _cardano(match: re.Match[str]) -> tuple[int, int] | None:
    """With the kind of key that stands before the anchor."""
    start = match.start()
    while start > max(0, match.start() - 16) and match.string[start - 1] in _PREFIX:
        start -= 1
    told = is_bech32(match.string[start : match.end()]) or drawn(match[0].partition("1")[2])
    return (start, match.end()) if told else None


_SEED = b"\x90" + _BYTES[:32]
_STELLAR = _base32(_SEED + crc16(_SEED).to_bytes(2, "little"))

_PHRASES = (12, 15, 18, 21, 24)
_WORDY = frozenset(
    (
        "the",
        "and",
        "for",
        "are",
        "was",
        "were",
        "from",
        "has",
        "had",
        "its",
        "not",
        "but",
        "which",
        "these",
        "words",
        "may",
        "our",
        "been",
        "does",
        "use",
    )
)
"""Frequent words that the list of words for phrases leaves out: a sentence has one, a phrase none."""


def _phrase(match: re.Match[str]) -> tuple[int, int] | None:
    words = match["v"].split()
    return match.span("v") if len(words) in _PHRASES and not _WORDY & set(words) and len(set(words)) > 6 else None


def _bytes(match: re.Match[str]) -> tuple[int, int] | None:
    """Sixty-four numbers that fit a byte."""
    numbers = [int(number) for number in match["v"].split(",")]
    return match.span("v") if max(numbers) < 256 and len(set(numbers)) > 16 else None


_MNEMONIC = "lamp orbit tiger velvet crumble ginger nation frost puzzle ribbon cactus walnut"
_SIXTY_FOUR = ", ".join(str(byte) for byte in _BYTES[:64])

RULES = (
    detector(
        "SEC277",
        "bitcoin-private-key",
        "A private key of Bitcoin in wallet import format, with a checksum that fits or beside a word that says so.",
        type="private_key",
        level=Level.NONE,
        anchors=("5H", "5J", "5K", "Kw", "Kx", "Ky", "Kz", "L1", "L2", "L3", "L4", "L5"),
        pattern=r"(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})",
        extent=_import_format,
        source="Bitcoin wiki, wallet import format; base58check encoding",
        positives=(
            "bitcoin-cli importprivkey " + base58check(b"\x80" + _BYTES[:32] + b"\x01"),
            "WIF=" + base58check(b"\x80" + _BYTES[8:40]),
            "'" + base58check(b"\x80" + _BYTES[20:52] + b"\x01") + "'",
        ),
        negatives=("K" + "w" + fake(50, BITCOIN), "5J" + fake(49, BITCOIN), "L1 cache"),
    ),
    detector(
        "SEC278",
        "extended-private-key",
        "An extended private key of a wallet (`xprv`, `yprv`, `zprv`, `tprv`).",
        type="private_key",
        level=Level.NONE,
        anchors=("xprv", "yprv", "zprv", "tprv", "uprv", "vprv"),
        pattern=r"[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{107}",
        extent=_base58,
        source="Bitcoin, BIP 32; SatoshiLabs, SLIP 132",
        positives=(
            "root: " + base58check(b"\x04\x88\xad\xe4" + _BYTES[:74]),
            "MASTER=" + base58check(b"\x04\xb2\x43\x0c" + _BYTES[3:77]),
            "'" + base58check(b"\x04\x35\x83\x94" + _BYTES[5:79]) + "'",
        ),
        negatives=(base58check(b"\x04\x88\xb2\x1e" + _BYTES[:74]), "xprv" + "x" * 107, "xprv..."),
    ),
    detector(
        "SEC279",
        "wallet-phrase",
        "The recovery phrase of a wallet: 12, 15, 18, 21 or 24 words after a word that says so.",
        type="private_key",
        level=Level.NONE,
        anchors=(
            "mnemonic",
            "seed phrase",
            "seed_phrase",
            "seedphrase",
            "recovery phrase",
            "seed words",
            "backup phrase",
        ),
        pattern=r"(?:mnemonic|seed[ _]?phrase|(?:recovery|backup) phrase|seed words)[A-Za-z _-]{0,30}?"
        + SEP
        + r"\s{0,4}(?P<v>[a-z]{3,8}(?:[ ]{1,2}[a-z]{3,8}){11,23})",
        extent=_phrase,
        caseless=True,
        source="Bitcoin, BIP 39",
        positives=(
            'MNEMONIC="' + _MNEMONIC + '"',
            "Your seed phrase is: " + _MNEMONIC + "\n",
            "mnemonic: '" + _MNEMONIC + " " + " ".join(reversed(_MNEMONIC.split())) + "'",
        ),
        negatives=(
            "mnemonic: lamp orbit tiger",
            "A mnemonic: the list has many more words than most people can keep in their head",
            'mnemonic = "' + "test " * 11 + 'junk"',
        ),
    ),
    detector(
        "SEC280",
        "ethereum-private-key",
        "A private key of Ethereum: 64 hexadecimal digits that are called one.",
        type="private_key",
        level=Level.NONE,
        anchors=("private_key", "privatekey", "private-key", "private key", "priv_key", "privkey"),
        pattern=r"priv(?:ate)?[ _-]?key[\w )\]]{0,12}(?:" + SEP + r"|\s)(?P<v>(?:0x)?[0-9a-f]{64})",
        extent=value,
        caseless=True,
        source="Ethereum, documentation, accounts; Hardhat and Foundry, documentation, network accounts",
        positives=(
            "PRIVATE_KEY=" + "0x" + fake(64, HEX),
            "cast send --private-key " + "0x" + fake(64, HEX),
            '"privateKey": "' + fake(64, HEX) + '"',
        ),
        negatives=("PRIVATE_KEY=0x" + "0" * 64, "PRIVATE_KEY=0x...", "public_key: 0x" + fake(64, HEX)),
    ),
    detector(
        "SEC281",
        "solana-keypair",
        "A key pair of Solana as its command line keeps it: 64 numbers, where the text calls them a key.",
        type="private_key",
        level=Level.NONE,
        anchors=("keypair", "secretkey", "secret_key", "privatekey", "private_key", "solana"),
        pattern=r"(?:key_?pair|secret_?key|private_?key|solana)[^\[\]\n]{0,80}(?:\n\s{0,8})?"
        r"\[\s{0,4}(?P<v>[0-9]{1,3}(?:,\s{0,4}[0-9]{1,3}){63})\s{0,4}\]",
        extent=_bytes,
        caseless=True,
        source="Solana, documentation, file system wallets",
        positives=(
            "keypair.json: [" + _SIXTY_FOUR + "]",
            "const secretKey = Uint8Array.from([" + _SIXTY_FOUR + "])",
            "cat ~/.config/solana/id.json\n[" + _SIXTY_FOUR.replace(" ", "") + "]",
        ),
        negatives=(
            "publicKey: [" + _SIXTY_FOUR + "]",
            "secretKey: [1,2,3]",
            "secretKey: [" + ",".join(["0"] * 64) + "]",
        ),
    ),
    detector(
        "SEC282",
        "stellar-seed",
        "The secret seed of a Stellar account, with a checksum that fits or beside a word that says so.",
        type="private_key",
        level=Level.NONE,
        anchors=("SA", "SB", "SC", "SD"),
        pattern=r"S[A-D][A-Z2-7]{54}",
        extent=_stellar,
        source="Stellar, SEP 23, strkeys",
        positives=tuple(before + _STELLAR for before in ("STELLAR_SECRET=", "Keypair.fromSecret('", "seed ")),
        negatives=("S" + "A" * 55, "SB" + fake(54, BASE32), "G" + _STELLAR[1:]),
    ),
    detector(
        "SEC283",
        "xrp-ledger-seed",
        "The seed of an Ed25519 account of the XRP Ledger, with a checksum that fits or beside a word that says so.",
        type="private_key",
        level=Level.NONE,
        anchors=("sEd",),
        pattern=r"sEd[1-9A-HJ-NP-Za-km-z]{26,29}",
        extent=_ripple,
        source="XRP Ledger, documentation, base58 encodings",
        positives=tuple(
            before + base58check(b"\x01\xe1\x4b" + _BYTES[at : at + 16], RIPPLE)
            for before, at in (("Wallet.fromSeed('", 0), ("XRPL_SEED=", 9), ("seed: ", 30))
        ),
        negatives=("sEd" + fake(28, BITCOIN), "sEditorOfTheWholeDocumentPane", "sEd"),
    ),
    detector(
        "SEC284",
        "cardano-signing-key",
        "A signing key of Cardano in bech32.",
        type="private_key",
        level=Level.NONE,
        anchors=("_sk1", "_xsk1"),
        pattern=r"_x?sk1[02-9ac-hj-np-z]{50,220}",
        extent=_cardano,
        glued=True,
        source="Cardano, CIP 5, common bech32 prefixes",
        positives=(
            "key: " + bech32("addr_xsk", fake(103, BECH32)),
            "cborHex " + bech32("ed25519_sk", fake(52, BECH32)),
            "'" + bech32("root_xsk", fake(154, BECH32)) + "'",
        ),
        negatives=("addr_xsk1" + "q" * 109, bech32("addr_vk", fake(52, BECH32)), "disk_sk1"),
    ),
    detector(
        "SEC285",
        "nostr-secret-key",
        "A secret key of Nostr; the public ones begin with `npub1`.",
        type="private_key",
        level=Level.NONE,
        anchors=("nsec1",),
        pattern=r"nsec1[02-9ac-hj-np-z]{58}",
        extent=_bech32,
        source="Nostr, NIP 19",
        positives=tuple(
            before + bech32("nsec", fake(52, BECH32)) for before in ("NOSTR_KEY=", "nak event --sec ", "'")
        ),
        negatives=(bech32("npub", fake(52, BECH32)), "nsec1" + "q" * 58, "nsec1..."),
    ),
    detector(
        "SEC286",
        "sui-private-key",
        "A private key of Sui.",
        type="private_key",
        level=Level.NONE,
        anchors=("suiprivkey1",),
        pattern=r"suiprivkey1[02-9ac-hj-np-z]{59}",
        extent=_bech32,
        source="Sui, SIP 15",
        positives=tuple(
            before + bech32("suiprivkey", fake(53, BECH32)) for before in ("SUI_KEY=", "sui keytool import ", "'")
        ),
        negatives=("suiprivkey1...", "suiprivkey1" + fake(40, BECH32), "suiprivkey1" + "q" * 59),
    ),
    detector(
        "SEC287",
        "tezos-secret-key",
        "An unencrypted secret key of Tezos.",
        type="private_key",
        level=Level.NONE,
        anchors=("edsk", "spsk", "p2sk"),
        pattern=r"(?:edsk(?:[1-9A-HJ-NP-Za-km-z]{94}|[1-9A-HJ-NP-Za-km-z]{50})|(?:spsk|p2sk)[1-9A-HJ-NP-Za-km-z]{50})",
        extent=_base58,
        source="Tezos, documentation, base58check prefixes",
        positives=(
            "unencrypted:" + base58check(b"\x0d\x0f\x3a\x07" + _BYTES[:32]),
            "TEZOS_KEY=" + base58check(b"\x2b\xf6\x4e\x07" + _BYTES[:64]),
            "'" + base58check(b"\x11\xa2\xe0\xc9" + _BYTES[7:39]) + "'",
        ),
        negatives=("edsk" + "x" * 50, "edskills", "edpk" + fake(50, BITCOIN)),
    ),
    detector(
        "SEC288",
        "near-private-key",
        "A private key of NEAR; the public ones are half as long.",
        type="private_key",
        level=Level.NONE,
        anchors=("ed25519:",),
        pattern=r"ed25519:(?P<v>[1-9A-HJ-NP-Za-km-z]{85,90})",
        extent=lambda match: match.span("v") if drawn(match["v"]) else None,
        source="NEAR, documentation, access keys",
        positives=tuple(
            before + "ed25519" + ":" + fake(88, BITCOIN) for before in ('"private_key":"', "NEAR_KEY=", "key: ")
        ),
        negatives=("ed25519:" + fake(44, BITCOIN), "ed25519: " + fake(88, BITCOIN), "ed25519:" + "1" * 88),
    ),
    detector(
        "SEC289",
        "eos-private-key",
        "A private key of EOSIO.",
        type="private_key",
        level=Level.NONE,
        anchors=("PVT_K1_", "PVT_R1_"),
        pattern=r"PVT_[KR]1_[1-9A-HJ-NP-Za-km-z]{45,55}",
        source="EOS Network, documentation, key formats",
        positives=tuple(
            before + "PVT_" + "K1_" + fake(50, BITCOIN) for before in ("Private key: ", "EOS_KEY=", "cleos import '")
        ),
        negatives=("PUB_K1_" + fake(50, BITCOIN), "PVT_K1_...", "PVT_K1_" + "x" * 50),
    ),
    detector(
        "SEC290",
        "lnd-macaroon",
        "A macaroon of the Lightning daemon lnd, as hexadecimal digits.",
        type="auth_token",
        anchors=("0201036c6e64",),
        pattern=r"0201036c6e64[0-9a-f]{120,1000}",
        caseless=True,
        source="Lightning Labs, documentation, macaroons",
        positives=tuple(
            before + "0201036c" + "6e64" + fake(300, HEX)
            for before in ("Grpc-Metadata-macaroon: ", "LND_MACAROON_HEX=", "'")
        ),
        negatives=("0201036c6e64", "0201036c6e64" + fake(40, HEX), "0201036c6e64" + "0" * 300),
    ),
)

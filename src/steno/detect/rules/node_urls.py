"""Keys in the addresses of blockchain nodes and explorers: the path or the query is the credential."""

from steno.detect.judge import opaque
from steno.detect.rule import HEX, detector, fake

_UPPER = "ABCDEFGHIJKLMNPQRSTUVWXYZ123456789"

RULES = (
    detector(
        "SEC291",
        "infura-url",
        "The key in the address of an Infura node.",
        type="api_key",
        anchors=("infura.io/",),
        pattern=r"infura\.io/(?:ws/)?v3/(?P<v>[0-9a-f]{32})",
        extent=opaque,
        source="MetaMask developer documentation, Infura endpoints",
        positives=(
            "RPC_URL=https://mainnet.infura.io/v3/" + fake(32, HEX),
            "wss://sepolia.infura.io/ws/v3/" + fake(32, HEX),
            'fetch("https://polygon-mainnet.infura.io/v3/' + fake(32, HEX) + '")',
        ),
        negatives=(
            "https://mainnet.infura.io/v3/YOUR-API-KEY",
            "https://mainnet.infura.io/v3/" + "0" * 32,
            "https://docs.infura.io/networks",
        ),
    ),
    detector(
        "SEC292",
        "alchemy-url",
        "The key in the address of an Alchemy node.",
        type="api_key",
        anchors=("g.alchemy.com/", "alchemyapi.io/"),
        pattern=r"(?:g\.alchemy\.com|alchemyapi\.io)/(?:nft/)?v[23]/(?P<v>[A-Za-z0-9_-]{20,44})",
        extent=opaque,
        source="Alchemy, documentation, API endpoints",
        positives=(
            "ETH_RPC=https://eth-mainnet.g.alchemy.com/v2/" + fake(32),
            '"url": "wss://arb-sepolia.g.alchemy.com/v2/' + fake(32) + '"',
            "curl https://eth-mainnet.alchemyapi.io/v2/" + fake(32),
        ),
        negatives=(
            "https://eth-mainnet.g.alchemy.com/v2/your-api-key-goes-here-1",
            "https://eth-mainnet.g.alchemy.com/v2/demo",
            "https://eth-mainnet.g.alchemy.com/v2/" + "x" * 32,
        ),
    ),
    detector(
        "SEC293",
        "quicknode-url",
        "The key in the address of a QuickNode endpoint.",
        type="api_key",
        anchors=("quiknode.pro/",),
        pattern=r"quiknode\.pro/(?P<v>[0-9a-f]{40})",
        extent=opaque,
        source="QuickNode, documentation, endpoint security",
        positives=tuple(
            before + "quiknode.pro/" + fake(40, HEX) + "/"
            for before in ("SOL_RPC=https://some-quiet-hill.", "wss://a-b-c.base-mainnet.", "'https://x-y.")
        ),
        negatives=(
            "https://a-b-c.quiknode.pro/<token>/",
            "https://a.quiknode.pro/" + "0" * 40,
            "https://www.quicknode.com/" + fake(40, HEX),
        ),
    ),
    detector(
        "SEC294",
        "ankr-url",
        "The key in the address of an Ankr node.",
        type="api_key",
        anchors=("rpc.ankr.com/",),
        pattern=r"rpc\.ankr\.com/(?:[a-z0-9_/-]{2,40}/)?(?P<v>[0-9a-f]{64})",
        extent=opaque,
        source="Ankr, documentation, RPC endpoints",
        positives=tuple(
            before + "rpc.ankr.com/" + chain + "/" + fake(64, HEX)
            for before, chain in (("URL=https://", "eth"), ("'https://", "multichain"), ("https://", "bsc"))
        ),
        negatives=("https://rpc.ankr.com/eth", "https://rpc.ankr.com/eth/your_token", "rpc.ankr.com/eth/" + "0" * 64),
    ),
    detector(
        "SEC295",
        "block-explorer-url",
        "The key in a request to Etherscan or one of its sister explorers.",
        type="api_key",
        anchors=("etherscan.io/", "bscscan.com/", "polygonscan.com/", "arbiscan.io/", "basescan.org/", "ftmscan.com/"),
        pattern=r"(?:etherscan\.io|(?:bsc|polygon|ftm)scan\.com|arbiscan\.io|basescan\.org)/"
        r"[^\s\"'<>]{0,300}?[?&]apikey=(?P<v>[A-Z0-9]{34})",
        extent=opaque,
        caseless=True,
        source="Etherscan, API documentation, getting started",
        positives=(
            "https://api.etherscan.io/api?module=account&action=balance&apikey=" + fake(34, _UPPER),
            "https://api.etherscan.io/v2/api?chainid=1&apikey=" + fake(34, _UPPER) + "&tag=latest",
            "curl 'https://api.bscscan.com/api?apikey=" + fake(34, _UPPER) + "'",
        ),
        negatives=(
            "https://api.etherscan.io/api?module=account&apikey=YourApiKeyToken",
            "https://etherscan.io/address/0x" + fake(40, HEX),
            "https://api.etherscan.io/api?apikey=" + "X" * 34,
        ),
    ),
)

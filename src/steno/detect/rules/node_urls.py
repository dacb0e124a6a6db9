"""Keys in the addresses of blockchain nodes and explorers: the path or the query is the credential."""

from steno.detect.declare import api_key, opaque

RULES = (
    api_key(
        "SEC291 infura-url: The key in the address of an Infura node.",
        r"infura\.io/(?:ws/)?v3/(?P<v>[0-9a-f]{32})",
        extent=opaque,
        source="MetaMask developer documentation, Infura endpoints",
        positives=(
            "RPC_URL=https://mainnet.infura.io/v3/<32 hex>",
            "wss://sepolia.infura.io/ws/v3/<32 hex>",
            'fetch("https://polygon-mainnet.infura.io/v3/<32 hex>")',
        ),
        negatives=(
            "https://mainnet.infura.io/v3/YOUR-API-KEY",
            "https://mainnet.infura.io/v3/" + "0" * 32,
            "https://docs.infura.io/networks",
        ),
    ),
    api_key(
        "SEC292 alchemy-url: The key in the address of an Alchemy node.",
        r"(?:g\.alchemy\.com|alchemyapi\.io)/(?:nft/)?v[23]/(?P<v>[A-Za-z0-9_-]{20,44})",
        extent=opaque,
        source="Alchemy, documentation, API endpoints",
        positives=(
            "ETH_RPC=https://eth-mainnet.g.alchemy.com/v2/<32>",
            '"url": "wss://arb-sepolia.g.alchemy.com/v2/<32>"',
            "curl https://eth-mainnet.alchemyapi.io/v2/<32>",
        ),
        negatives=(
            "https://eth-mainnet.g.alchemy.com/v2/your-api-key-goes-here-1",
            "https://eth-mainnet.g.alchemy.com/v2/demo",
            "https://eth-mainnet.g.alchemy.com/v2/" + "x" * 32,
        ),
    ),
    api_key(
        "SEC293 quicknode-url: The key in the address of a QuickNode endpoint.",
        r"quiknode\.pro/(?P<v>[0-9a-f]{40})",
        extent=opaque,
        source="QuickNode, documentation, endpoint security",
        positives=(
            "SOL_RPC=https://some-quiet-hill.quiknode.pro/<40 hex>/",
            "wss://a-b-c.base-mainnet.quiknode.pro/<40 hex>/",
            "'https://x-y.quiknode.pro/<40 hex>/",
        ),
        negatives=(
            "https://a-b-c.quiknode.pro/<token>/",
            "https://a.quiknode.pro/<40 0>",
            "https://www.quicknode.com/<40 hex>",
        ),
    ),
    api_key(
        "SEC294 ankr-url: The key in the address of an Ankr node.",
        r"rpc\.ankr\.com/(?:[a-z0-9_/-]{2,40}/)?(?P<v>[0-9a-f]{64})",
        extent=opaque,
        source="Ankr, documentation, RPC endpoints",
        positives=(
            "URL=https://rpc.ankr.com/eth/<64 hex>",
            "'https://rpc.ankr.com/multichain/<64 hex>",
            "https://rpc.ankr.com/bsc/<64 hex>",
        ),
        negatives=("https://rpc.ankr.com/eth", "https://rpc.ankr.com/eth/your_token", "rpc.ankr.com/eth/" + "0" * 64),
    ),
    api_key(
        "SEC295 block-explorer-url: The key in a request to Etherscan or one of its sister explorers.",
        r"(?:etherscan\.io|(?:bsc|polygon|ftm)scan\.com|arbiscan\.io|basescan\.org)/"
        r"[^\s\"'<>]{0,300}?[?&]apikey=(?P<v>[A-Z0-9]{34})",
        anchors="etherscan.io/|bscscan.com/|polygonscan.com/|arbiscan.io/|basescan.org/|ftmscan.com/",
        caseless=True,
        extent=opaque,
        source="Etherscan, API documentation, getting started",
        positives=(
            "https://api.etherscan.io/api?module=account&action=balance&apikey=<34 A-NP-Z1-9>",
            "https://api.etherscan.io/v2/api?chainid=1&apikey=<34 A-NP-Z1-9>&tag=latest",
            "curl 'https://api.bscscan.com/api?apikey=<34 A-NP-Z1-9>'",
        ),
        negatives=(
            "https://api.etherscan.io/api?module=account&apikey=YourApiKeyToken",
            "https://etherscan.io/address/0x<40 hex>",
            "https://api.etherscan.io/api?apikey=<34 X>",
        ),
    ),
)

"""Tokens of databases and data platforms, each with a beginning of its own."""

from string import ascii_letters, digits

from steno.detect.judge import token
from steno.detect.rule import HEX, detector, fake
from steno.detect.rules.forms import tail

_LOWER = "abcdefghijklmnopqrstuvwxyz" + digits
_BASE64URL = ascii_letters + digits + "-_"
_DEPLOY = "eyJ2" + "MiI6I" + fake(45) + "0="

RULES = (
    detector(
        "SEC241",
        "planetscale-token",
        "A credential of PlanetScale: service token (`pscale_tkn_`), password (`pscale_pw_`) or OAuth token"
        " (`pscale_oauth_`).",
        type="auth_token",
        anchors=("pscale_tkn_", "pscale_pw_", "pscale_oauth_"),
        pattern=r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}",
        source="PlanetScale, documentation, service tokens and connection strings",
        positives=(
            "PLANETSCALE_SERVICE_TOKEN=" + "pscale_" + "tkn_" + fake(43, _BASE64URL),
            "mysql://u7:" + "pscale_" + "pw_" + fake(43) + "@aws.connect.psdb.cloud/app",
            '{"token": "' + "pscale_" + "oauth_" + fake(43) + '"}',
        ),
        negatives=("pscale_tkn_" + fake(8), "pscale_pw_" + "x" * 43, "pscale_id_" + fake(43)),
    ),
    detector(
        "SEC242",
        "neon-key",
        "A key of the Neon API.",
        type="api_key",
        anchors=("napi_",),
        pattern=r"napi_[a-z0-9]{40,}",
        extent=token,
        source="Neon, documentation, manage API keys",
        positives=tuple(before + "napi_" + fake(64, _LOWER) for before in ("NEON_API_KEY=", "Bearer ", "key: '")),
        negatives=("napi_create_function(env, name)", "napi_" + "x" * 64, "napi_" + fake(12, _LOWER)),
    ),
    detector(
        "SEC243",
        "databricks-token",
        "A personal access token of Databricks.",
        type="auth_token",
        anchors=("dapi",),
        pattern=r"dapi[0-9a-f]{32}(?:-[0-9]{1,2})?",
        source="Databricks, documentation, personal access token authentication",
        positives=tuple(
            before + "dapi" + fake(32, HEX) + after
            for before, after in (("DATABRICKS_TOKEN=", ""), ("token = ", "-2"), ("Bearer ", "\n"))
        ),
        negatives=("dapi" + fake(16, HEX), "dapi" + "0" * 32, "dapi" + fake(32, "ghijklmnop")),
    ),
    detector(
        "SEC244",
        "databricks-oauth-secret",
        "The OAuth secret of a service principal of Databricks.",
        type="secret",
        anchors=("dose",),
        pattern=r"dose[0-9a-f]{32}",
        source="Databricks, documentation, OAuth machine-to-machine authentication",
        positives=tuple(
            before + "dose" + fake(32, HEX) for before in ("DATABRICKS_CLIENT_SECRET=", "client_secret = ", ":")
        ),
        negatives=("dose" + fake(12, HEX), "dose" + "a" * 32, "overdose" + fake(32, HEX)),
    ),
    detector(
        "SEC245",
        "mongodb-atlas-secret",
        "The secret of a service account of MongoDB Atlas; its id begins with `mdb_sa_id_` and is none.",
        type="secret",
        anchors=("mdb_sa_sk_",),
        pattern=r"mdb_sa_sk_[A-Za-z0-9_-]{30,60}",
        source="MongoDB, Atlas documentation, service accounts",
        positives=tuple(
            before + "mdb_sa_" + "sk_" + fake(40) for before in ("MONGODB_ATLAS_CLIENT_SECRET=", "-u id:", '"')
        ),
        negatives=("mdb_sa_id_" + fake(24, HEX), "mdb_sa_sk_" + "x" * 40, "mdb_sa_sk_…"),
    ),
    detector(
        "SEC246",
        "cockroach-cloud-key",
        "A key of the CockroachDB Cloud API. The part before the second underscore is its id.",
        type="api_key",
        anchors=("CCDB1_",),
        pattern=r"CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}",
        source="Cockroach Labs, Terraform provider, API key resource",
        positives=tuple(
            before + "CCDB1_" + fake(22) + "_" + fake(40) for before in ("COCKROACH_API_KEY=", "Bearer ", 'apikey = "')
        ),
        negatives=("CCDB1_" + fake(22), "CCDB1_" + fake(22) + "_" + "x" * 40, "HCCDB1_mRNA"),
    ),
    detector(
        "SEC247",
        "clickhouse-cloud-secret",
        "The secret of a key of ClickHouse Cloud.",
        type="secret",
        anchors=("4b1d",),
        pattern=r"4b1d[A-Za-z0-9]{38}",
        extent=token,
        source="Observed: in use; not compared with ClickHouse, Cloud documentation, managing API keys",
        positives=tuple(before + "4b1d" + fake(38) for before in ("CLICKHOUSE_KEY_SECRET=", "-u keyid:", "'")),
        negatives=("4b1d" + fake(36), "4b1d" + "x" * 38, "commit a4b1d" + fake(38)),
    ),
    detector(
        "SEC248",
        "aiven-password",
        "A password that Aiven made for a database; the managed databases of DigitalOcean have them too.",
        type="password",
        anchors=("AVNS_",),
        pattern=r"AVNS_[A-Za-z0-9_-]{19}",
        source="Aiven, documentation, service users; DigitalOcean, documentation, managed databases",
        positives=(
            "DB_PASSWORD=" + "AVNS_" + fake(19),
            "mysql://avnadmin:" + "AVNS_" + fake(19) + "@db.aivencloud.com:12345/defaultdb",
            '"password": "' + "AVNS_" + fake(19) + '"',
        ),
        negatives=("AVNS_PASSWORD", "AVNS_" + "x" * 19, "AVNS_" + fake(7)),
    ),
    detector(
        "SEC249",
        "fauna-key",
        "A key or token of Fauna.",
        type="api_key",
        anchors=("fnA",),
        pattern=r"fnA[A-Za-z0-9_-]{37,41}",
        extent=token,
        source="Fauna, documentation, keys and tokens",
        positives=tuple(before + "fnA" + "F" + fake(36) for before in ("FAUNA_SECRET=", "Bearer ", 'secret: "')),
        negatives=("fnA" + fake(12), "fnArgumentsOfTheFunctionThatIsBeingCalled", "fnA" + "a" * 37),
    ),
    detector(
        "SEC250",
        "xata-key",
        "A key of the Xata API.",
        type="api_key",
        anchors=("xau_",),
        pattern=r"xau_[A-Za-z0-9]{25,}",
        extent=token,
        source="Xata, documentation, API keys",
        positives=tuple(before + "xau_" + fake(29) for before in ("XATA_API_KEY=", "Bearer ", "apiKey: '")),
        negatives=("xau_usd_close", "xau_" + "x" * 29, "xau_" + fake(9)),
    ),
    detector(
        "SEC251",
        "convex-deploy-key",
        "A deploy key of Convex: the deployment, a bar, and an encoded object.",
        type="secret",
        anchors=("|ey",),
        back=r"[a-z0-9-]{3,64}(?::[a-z0-9-]{2,40}){0,1}:(?:dorp|ved|weiverp|tcejorp)",
        pattern=r"(?:prod|dev|preview|project)(?::[a-z0-9-]{2,40})?:[a-z0-9-]{3,64}\|ey[A-Za-z0-9+/=_-]{24,}",
        extent=tail,
        source="Convex, documentation, deploy key types",
        positives=tuple(
            before + "|" + _DEPLOY
            for before in ("CONVEX_DEPLOY_KEY=prod:brisk-otter-12", "dev:calm-heron-7", "'preview:team:app")
        ),
        negatives=("prod:brisk-otter-12|", "a|eyJ2MiI6I", "|" + "eyJ2MiI6I" + "A" * 40),
    ),
    detector(
        "SEC252",
        "tinybird-token",
        "A token of Tinybird: `p.`, an encoded object and a signature.",
        type="auth_token",
        anchors=("p.eyJ",),
        pattern=r"p\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
        source="Tinybird, documentation, tokens",
        positives=tuple(
            before + "p." + "eyJ" + fake(80) + "." + fake(43) for before in ("TB_TOKEN=", "Bearer ", "?token=")
        ),
        negatives=("p.eyJ", "p.eyJ" + fake(80), "http.eyJ" + fake(30) + "." + fake(30)),
    ),
    detector(
        "SEC253",
        "dbt-token",
        "A token of dbt Cloud, of a service (`dbtc_`) or a user (`dbtu_`).",
        type="auth_token",
        anchors=("dbtc_", "dbtu_"),
        pattern=r"dbt[cu]_[A-Za-z0-9_=-]{30,}",
        extent=token,
        source="dbt Labs, documentation, service account tokens and personal access tokens",
        positives=(
            "DBT_CLOUD_API_TOKEN=" + "dbtc_" + fake(43),
            "Authorization: Token " + "dbtu_" + fake(43),
            "token: '" + "dbtc_" + fake(40) + "'",
        ),
        negatives=("dbtc_your_service_token_goes_in_this_place", "dbtc_" + "x" * 40, "dbtu_" + fake(8)),
    ),
    detector(
        "SEC254",
        "prefect-key",
        "A key of Prefect Cloud, of a user (`pnu_`) or a service account (`pnb_`).",
        type="api_key",
        anchors=("pnu_", "pnb_"),
        pattern=r"pn[ub]_[A-Za-z0-9]{36}",
        source="Prefect, documentation, manage API keys",
        positives=(
            "PREFECT_API_KEY=" + "pnu_" + fake(36),
            "prefect cloud login -k " + "pnb_" + fake(36),
            "'" + "pnu_" + fake(36, _LOWER) + "'",
        ),
        negatives=("pnu_" + fake(12), "pnb_" + "x" * 36, "pnu_" + fake(50)),
    ),
    detector(
        "SEC255",
        "kaggle-token",
        "An API token of Kaggle.",
        type="api_key",
        anchors=("KGAT_",),
        pattern=r"KGAT_[0-9a-f]{32}",
        source="Kaggle, API documentation, authentication",
        positives=tuple(before + "KGAT_" + fake(32, HEX) for before in ("KAGGLE_API_TOKEN=", "Bearer ", '"key":"')),
        negatives=("KGAT_TOKEN", "KGAT_" + "0" * 32, "KGAT_" + fake(12, HEX)),
    ),
    detector(
        "SEC256",
        "mapbox-secret-token",
        "A secret (`sk.`) or temporary (`tk.`) token of Mapbox; those that begin with `pk.` are public.",
        type="auth_token",
        anchors=("sk.eyJ", "tk.eyJ"),
        pattern=r"[st]k\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
        source="Mapbox, documentation, access tokens",
        positives=(
            "MAPBOX_TOKEN=" + "sk." + "eyJ1Ijoi" + fake(70) + "." + fake(22),
            "?access_token=" + "tk." + "eyJ1Ijoi" + fake(90) + "." + fake(22),
            "'" + "sk." + "eyJ1Ijoi" + fake(80) + "." + fake(22) + "'",
        ),
        negatives=("pk." + "eyJ1Ijoi" + fake(70) + "." + fake(22), "sk.eyJ", "task.eyJ" + fake(30) + "." + fake(22)),
    ),
    detector(
        "SEC257",
        "firebase-server-key",
        "A server key of Firebase Cloud Messaging.",
        type="api_key",
        anchors=(":APA91b",),
        back=r"[A-Za-z0-9_-]{11}",
        pattern=r"AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{120,160}",
        source="Observed: in use; not compared with Firebase, documentation, Cloud Messaging, legacy HTTP protocol",
        positives=tuple(
            before + "AAAA" + fake(7) + ":" + "APA91b" + fake(134)
            for before in ("Authorization: key=", "FCM_SERVER_KEY=", "'")
        ),
        negatives=("AAAA" + fake(7), "AAAA" + fake(7) + ":APA91b" + fake(20), "A" * 60 + ":APA91b"),
    ),
    detector(
        "SEC258",
        "astra-db-token",
        "An application token of DataStax Astra DB.",
        type="auth_token",
        anchors=("AstraCS:",),
        pattern=r"AstraCS:[A-Za-z]{24}:[0-9a-f]{64}",
        source="DataStax, Astra DB documentation, manage tokens",
        positives=tuple(
            before + "Astra" + "CS:" + fake(24, ascii_letters) + ":" + fake(64, HEX)
            for before in ("ASTRA_DB_APPLICATION_TOKEN=", "Bearer ", "'")
        ),
        negatives=("AstraCS:...", "AstraCS:" + fake(24, ascii_letters), "AstraCS:" + "a" * 24 + ":" + "0" * 64),
    ),
    detector(
        "SEC259",
        "elastic-cloud-key",
        "An API key of Elastic Cloud.",
        type="api_key",
        anchors=("essu_",),
        pattern=r"essu_[A-Za-z0-9+/_=-]{40,}",
        extent=token,
        source="Elastic, Cloud documentation, API keys",
        positives=tuple(
            before + "essu_" + fake(64) + after
            for before, after in (("EC_API_KEY=", "=="), ("ApiKey ", "="), ('"', '"'))
        ),
        negatives=("essu_" + fake(12), "essu_" + "x" * 64, "tissu_" + "vert"),
    ),
)

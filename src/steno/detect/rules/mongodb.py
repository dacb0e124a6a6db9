"""Secrets of MongoDB Atlas."""

from steno.detect.declare import secret

RULE = secret(
    "SEC245 mongodb-atlas-secret: The secret of a MongoDB Atlas service account; its id begins with"
    " `mdb_sa_id_` and is not secret.",
    r"mdb_sa_sk_[A-Za-z0-9_-]{30,60}",
    source="MongoDB, Atlas documentation, service accounts",
    positives=("MONGODB_ATLAS_CLIENT_SECRET=mdb_sa_sk_<40>", "-u id:mdb_sa_sk_<40>", '"mdb_sa_sk_<40>'),
    negatives=("mdb_sa_id_<24 hex>", "mdb_sa_sk_<40 x>", "mdb_sa_sk_…"),
)

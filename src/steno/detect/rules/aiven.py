"""Secrets of Aiven."""

from steno.detect.declare import password

RULE = password(
    "SEC248 aiven-password: A password that Aiven made for a database; the managed databases of DigitalOcean"
    " have them too.",
    r"AVNS_[A-Za-z0-9_-]{19}",
    source="Aiven, documentation, service users; DigitalOcean, documentation, managed databases",
    positives=(
        "DB_PASSWORD=AVNS_<19>",
        "mysql://avnadmin:AVNS_<19>@db.aivencloud.com:12345/defaultdb",
        '"password": "AVNS_<19>"',
    ),
    negatives=("AVNS_PASSWORD", "AVNS_<19 x>", "AVNS_<7>"),
)

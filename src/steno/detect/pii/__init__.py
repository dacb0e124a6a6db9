"""Personal data and, for the strict level, what tells how a machine is set up: one file per kind."""

from steno.detect.pii import (
    americas,
    asia_pacific,
    bank,
    birth,
    card,
    document,
    email,
    europe,
    home,
    host,
    network,
    path,
    person,
    phone,
    place,
    street,
)
from steno.detect.rule import Detector

PII: tuple[Detector, ...] = (
    *email.RULES, *phone.RULES, *home.RULES, *path.RULES, *card.RULES, *bank.RULES, *americas.RULES, *europe.RULES,
    *asia_pacific.RULES, *document.RULES, *network.RULES, *host.RULES, *person.RULES,
    *street.RULES, *place.RULES, *birth.RULES,
)  # fmt: skip

"""Personal data and, for the strict level, what tells how a machine is set up: one file per kind."""

from steno.detect.pii import email, home, path, phone
from steno.detect.rule import Detector

PII: tuple[Detector, ...] = (*email.RULES, *phone.RULES, *home.RULES, *path.RULES)

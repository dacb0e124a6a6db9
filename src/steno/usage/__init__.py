"""What each answer of a model took, counted once.  Knows the ways of counting, and what a count costs.

An agent's log states usage over and over: with every block of an answer, again and again while nothing happens, as
sums that only grow, and once more in every copy of a session.  Here a `Request` is one answer, whatever states it.
"""

from steno.usage.billed import Bill, Charge, billed, charge
from steno.usage.counting import requests
from steno.usage.ledger import Ledger
from steno.usage.policies import policy
from steno.usage.request import Missing, Request, Sums, sums

__all__ = ["Bill", "Charge", "Ledger", "Missing", "Request", "Sums", "billed", "charge", "policy", "requests", "sums"]

"""What may stand before a token whose beginning is common in names, in paths and in base64."""

_JOINS = ("_", "-", ".", "/", "+")


def apart(before: str) -> bool:
    """Whether the token stands by itself, and is not the end of a longer name, of a path or of base64."""
    return not before.endswith(_JOINS)

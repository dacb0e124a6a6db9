"""Views: a text as it reads when one kind of transformation is undone, with the way back.  Knows nothing of secrets."""

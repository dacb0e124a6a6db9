"""Programs for whoever works on Steno."""

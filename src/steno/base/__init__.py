"""What Steno needs of the machine and of JSON, and nothing of traces."""

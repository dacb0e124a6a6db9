"""The redaction engine: finds secrets and personal data in text.  Knows nothing of traces."""

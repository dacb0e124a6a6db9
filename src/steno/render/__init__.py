"""Text for people and machines: terminal, tables, findings.  Computes nothing."""

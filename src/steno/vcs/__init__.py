"""From a trace to the commits it led to: edits, their replay, and where git has their lines."""

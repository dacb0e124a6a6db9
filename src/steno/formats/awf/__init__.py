"""AWF transcripts (`storage/transcripts/<run-id>.jsonl`)."""

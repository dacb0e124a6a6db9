"""The agents whose sessions Steno reads, a folder each: what is known of one stands there, and nowhere else."""

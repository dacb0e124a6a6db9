"""Datasets: from many sessions to rows that others may have.  Reads sessions, writes folders, sends nothing by itself.

config        what a `dataset.toml` says                 security    which tools look at the rows, and at what level
projections/  what a session is made into, as rows       gate        what a row must pass to be written
shard, part   sessions to rows, a part file at a time    plan        which rows are kept, and in which split
output        rows to the files of a dataset             publish     the folder's card, manifest and metadata
"""

"""The catalog: rows about every session, made from the sources and always to be made again.  Holds no trace."""

"""The page of `steno view` and its server, for the owner of this machine alone.  Asks `steno.api`; knows no trace."""

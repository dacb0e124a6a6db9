"""Where agents keep their sessions, one file each.  Finds, never parses."""
